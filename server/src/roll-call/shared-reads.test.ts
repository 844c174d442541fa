import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Reads that end when the test says so, each with its number. */
function reads() {
  const begun: PromiseWithResolvers<number>[] = [];
  const load = () => {
    const one = Promise.withResolvers<number>();
    begun.push(one);
    return one.promise;
  };
  return { begun, load };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a read runs shares the next one, which begins after it', async () => {
  const { begun, load } = reads();
  const shared = new SharedReads<number>();
  const first = shared.read('a', load);
  const later = [shared.read('a', load), shared.read('a', load)];
  const other = shared.read('b', load);
  expect(begun).toHaveLength(2);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await settle();
  expect(begun).toHaveLength(3);
  const last = shared.read('a', load);
  begun[2]?.resolve(3);
  expect(await Promise.all(later)).toEqual([3, 3]);
  await settle();
  // It asked while the third ran: what it may have stored before is not in that one.
  expect(begun).toHaveLength(4);
  begun[3]?.resolve(4);
  expect(await last).toBe(4);
  begun[1]?.resolve(2);
  expect(await other).toBe(2);
});

test('a read that fails fails for those who share it, and for nobody after it', async () => {
  const { begun, load } = reads();
  const shared = new SharedReads<number>();
  const first = shared.read('a', load);
  const next = shared.read('a', load);
  begun[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settle();
  begun[1]?.resolve(2);
  expect(await next).toBe(2);
  await settle();
  const fresh = shared.read('a', load);
  begun[2]?.resolve(3);
  expect(await fresh).toBe(3);
});
