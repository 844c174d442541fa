import { expect, it } from 'vitest';
import { createLimit } from './limit.ts';

it('runs no more at once than allowed, all of them in the end, and frees the place of one that failed', async () => {
  const limit = createLimit(3);
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = (n: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, n % 4));
    running -= 1;
    if (n % 5 === 0) throw new Error('failed');
    done.push(n);
  };
  await Promise.allSettled(Array.from({ length: 40 }, (_, n) => limit(work(n))));
  expect(most).toBe(3);
  expect(done).toHaveLength(32);
});

it('does not start what was given up while waiting', async () => {
  const limit = createLimit(1);
  const given = new AbortController();
  let started = false;
  const first = limit(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const second = limit(async () => {
    started = true;
  }, given.signal);
  given.abort();
  await first;
  await expect(second).rejects.toThrow();
  expect(started).toBe(false);
});
