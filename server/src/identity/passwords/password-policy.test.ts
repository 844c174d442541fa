import { expect, test } from 'vitest';
import { checkNewPassword } from './password-policy.ts';

const ada = { email: 'ada.bayward@example.org', firstName: 'Ada', lastName: 'Bayward' };

test.each([
  ['a storm over the bay'],
  ['umbrella lantern 47 fjord'],
  ['vT7!qLz0pR#w'],
  ['ein-Gewitter-über-der-Bucht'],
  // Nothing happens to what is behind the judged part.
  [`kranich ${'wolke '.repeat(160)}`.slice(0, 1_000)],
])('%j can be taken', async (password) => {
  expect(await checkNewPassword(password, ada)).toEqual([]);
});

test.each([
  ['', /at least 12/],
  ['elevenchars', /at least 12/],
  // Eleven characters of two code units each.
  ['🌩'.repeat(11), /at least 12/],
  ['x'.repeat(1_001), /at most 1000/],
  ['password1234', /too easy/],
  ['Passw0rd12345', /too easy/],
  ['123456789012', /too easy/],
  ['qwertyuiop12', /too easy/],
  ['aaaaaaaaaaaaaaaa', /too easy/],
  ['iloveyouiloveyou', /too easy/],
  ['ada.bayward@example.org', /name or email/],
  ['AdaBayward2026', /name or email/],
  ['bayward-ada-1', /name or email/],
])('%j cannot', async (password, problem) => {
  const problems = await checkNewPassword(password, ada);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('the longest password is judged within a moment', async () => {
  const began = performance.now();
  for (const text of ['qwerty', '1a!', 'password', 'Aä🌩x'])
    await checkNewPassword(text.repeat(400).slice(0, 1_000), ada);
  expect(performance.now() - began).toBeLessThan(4_000);
});
