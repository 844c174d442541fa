import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gather } from './gather.ts';

test('what is asked for while a batch is on its way goes together into the next one', async () => {
  const batches: number[][] = [];
  const double = gather(3, async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return items.map((item) => item * 2);
  });
  const first = double(1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await Promise.all([first, ...[2, 3, 4, 5].map(double)])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test('with a spacing one call starts at once, and those of the spacing go together', async () => {
  const batches: number[][] = [];
  const spaced = gather(
    3,
    async (items: readonly number[]) => {
      batches.push([...items]);
      return items;
    },
    { spacingMs: 50 },
  );
  await spaced(1);
  const second = spaced(2);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(batches).toEqual([[1]]);
  await Promise.all([second, spaced(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
  await Promise.all([4, 5, 6, 7].map(spaced));
  expect(batches.slice(2)).toEqual([[4, 5, 6], [7]]);
});

test('a batch that fails fails for its own items only', async () => {
  const work = gather(2, async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('no');
    return items;
  });
  const settled = await Promise.allSettled(['bad', 'with it', 'good', 'too'].map(work));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await work('after')).toBe('after');
});

test('every item gets its own answer, whatever the timing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(4), { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      async (waits, maximum) => {
        const seen: number[] = [];
        const work = gather(maximum, async (items: readonly number[]) => {
          expect(items.length).toBeLessThanOrEqual(maximum);
          seen.push(...items);
          await new Promise((resolve) => setImmediate(resolve));
          return items.map((item) => `answer ${item}`);
        });
        const asked: Promise<string>[] = [];
        for (const [index, wait] of waits.entries()) {
          for (let i = 0; i < wait; i++) await Promise.resolve();
          asked.push(work(index));
        }
        expect(await Promise.all(asked)).toEqual(waits.map((_wait, index) => `answer ${index}`));
        expect(seen).toEqual(waits.map((_wait, index) => index));
      },
    ),
  );
});
