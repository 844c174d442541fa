import { expect, test } from 'vitest';
import { ExchangeFailed, exchangeCode, prepareImpersonation, takeImpersonation } from './impersonation.ts';
import { memoryStorage } from './memory-storage.ts';

const origin = 'https://weather.example';

test('the verifier is kept once, and its challenge is S256', async () => {
  const storage = memoryStorage();
  const challenge = await prepareImpersonation(storage, '/operator?organization=1');
  const { verifier, returnTo } = takeImpersonation(storage, { origin, referrer: '' });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  expect(challenge).toBe(Buffer.from(digest).toString('base64url'));
  expect(returnTo).toBe('/operator?organization=1');
  expect(takeImpersonation(storage, { origin, referrer: '' })).toEqual({ verifier: '', returnTo: '/' });
});

test.each([
  ['https://weather.example/operator?organization=1', '/operator?organization=1'],
  ['https://weather.example/impersonation?code=x', '/'],
  ['https://elsewhere.example/operator', '/'],
  ['https://weather.example@elsewhere.example/x', '/'],
  ['', '/'],
])('from %s the way back is %s', (referrer, expected) => {
  expect(takeImpersonation(memoryStorage(), { origin, referrer }).returnTo).toBe(expected);
});

test('a kept way to another origin is not taken', () => {
  const storage = memoryStorage();
  storage.setItem(
    'allclear.impersonation',
    JSON.stringify({ verifier: 'v', returnTo: '@elsewhere.example/' }),
  );
  expect(takeImpersonation(storage, { origin, referrer: '' }).returnTo).toBe('/');
});

const form = { clientId: 'c', code: 'x', redirectUri: `${origin}/impersonation`, verifier: 'v' };

test.each([
  ['Token exchange failed (400)', [new Response('{}', { status: 400 })]],
  ['Token exchange failed', [Response.json({ token_type: 'Bearer' })]],
  [
    'Failed to get user info',
    [Response.json({ access_token: 't', token_type: 'Bearer' }), new Response('{}', { status: 401 })],
  ],
])('a failed exchange says: %s', async (sentence, answers) => {
  const left = [...answers];
  const exchange = exchangeCode(`${origin}/identity`, form, async () => left.shift() ?? Response.error());
  await expect(exchange).rejects.toThrow(new ExchangeFailed(sentence));
});

test('the form goes to the token endpoint, then userinfo is asked with the token', async () => {
  const calls: [string, string][] = [];
  const token = await exchangeCode(`${origin}/identity`, form, async (input, init) => {
    calls.push([String(input), String(init?.body ?? new Headers(init?.headers).get('authorization'))]);
    return Response.json({ access_token: 't', token_type: 'Bearer' });
  });
  expect(token).toBe('t');
  expect(calls).toEqual([
    [
      `${origin}/identity/token`,
      'client_id=c&grant_type=authorization_code&code=x&redirect_uri=https%3A%2F%2Fweather.example%2Fimpersonation&code_verifier=v',
    ],
    [`${origin}/identity/me`, 'Bearer t'],
  ]);
});
