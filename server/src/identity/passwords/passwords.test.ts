import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('many at once are each answered, and an error keeps no other waiting', async () => {
  const stored = await hashPassword('a storm over the bay');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? verifyPassword('no hash', 'a storm over the bay')
        : verifyPassword(stored, index % 3 === 1 ? 'a storm over the bay' : 'another'),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, index) => index % 3 === 1));
  expect(await verifyPassword(null, 'a storm over the bay')).toBe(false);
});
