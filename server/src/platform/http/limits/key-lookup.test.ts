import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { KeyLookup, TooManyRefusals } from './key-lookup.ts';

const now = 60_000_000;
const hash = (text: string) => Buffer.from(text);

function lookup(good: string[]) {
  const asked: string[] = [];
  const keys = new KeyLookup(async (digest) => {
    asked.push(String(digest));
    return good.includes(String(digest)) ? String(digest) : undefined;
  });
  return { keys, asked, good };
}

describe('a refused key', () => {
  test('is looked up once a minute', async () => {
    const { keys, asked } = lookup([]);
    for (let round = 0; round < 5; round++)
      expect(await keys.find(hash('bad'), 'a', now + round)).toBeUndefined();
    expect(asked).toEqual(['bad']);
    await keys.find(hash('bad'), 'a', now + 60_001);
    expect(asked).toEqual(['bad', 'bad']);
  });

  test('is looked up at once when it has been made', async () => {
    const { keys, good } = lookup([]);
    await keys.find(hash('new'), 'a', now);
    good.push('new');
    keys.forget(hash('new'));
    expect(await keys.find(hash('new'), 'a', now)).toBe('new');
  });

  test('counts against its network once, and good keys do not', async () => {
    const { keys } = lookup(['good']);
    for (let round = 0; round < 100; round++) await keys.find(hash('bad'), 'a', now);
    for (let round = 0; round < 100; round++) await keys.find(hash('good'), 'a', now);
    await Promise.all(Array.from({ length: 100 }, () => keys.find(hash('good'), 'a', now)));
    expect(await keys.find(hash('another'), 'a', now)).toBeUndefined();
  });
});

test('hundreds of good keys that a network has not used before are all looked up at once', async () => {
  const good = Array.from({ length: 300 }, (_, index) => `good ${index}`);
  let underway = 0;
  let most = 0;
  const keys = new KeyLookup(async (digest) => {
    most = Math.max(most, ++underway);
    await setImmediate();
    underway -= 1;
    return good.includes(String(digest)) ? String(digest) : undefined;
  });
  // Bad ones between them take turns too, and only so many.
  const answers = await Promise.allSettled(
    good.flatMap((key, index) => [
      keys.find(hash(key), 'a', now),
      ...(index % 30 === 0 ? [keys.find(hash(`bad ${index}`), 'a', now)] : []),
    ]),
  );
  expect(answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))).toEqual(
    good,
  );
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(most).toBe(30);
});

test('a store that fails counts against nobody', async () => {
  const keys = new KeyLookup(() => Promise.reject(new Error('away')));
  for (let round = 0; round < 100; round++)
    await expect(keys.find(hash(`${round}`), 'a', now)).rejects.toThrow('away');
});

test('after thirty refused keys a network is refused unknown ones, and not those that were good before', async () => {
  const { keys, asked } = lookup(['good', 'other']);
  expect(await keys.find(hash('good'), 'a', now)).toBe('good');
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => keys.find(hash(`bad ${index}`), 'a', now)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(asked).toHaveLength(31);
  await expect(keys.find(hash('other'), 'a', now)).rejects.toThrow(TooManyRefusals);
  expect(await keys.find(hash('other'), 'b', now)).toBe('other');
  expect(await keys.find(hash('good'), 'a', now)).toBe('good');
  expect(await keys.find(hash('other'), 'a', now + 60_000)).toBe('other');
});
