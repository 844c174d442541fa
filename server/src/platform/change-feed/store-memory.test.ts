import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fromStore, StoreMemory } from './store-memory.ts';

/** A memory whose feed is proven, and a store that counts its reads. */
function scene() {
  const memory = new StoreMemory();
  memory.proven(performance.now());
  let [value, reads] = [0, 0];
  const read = async () => {
    reads++;
    return value;
  };
  return {
    memory,
    read,
    set: (next: number) => {
      value = next;
    },
    ask: () => memory.until([{ by: 'locations', id: 'a' }], 'location a', read),
    reads: () => reads,
  };
}

describe('what was read from the store', () => {
  it('is kept until a change of it, and read again then', async () => {
    const { memory, ask, set, reads } = scene();
    expect([await ask(), await ask(), reads()]).toEqual([0, 0, 1]);
    set(1);
    memory.apply({ topic: 'locations', ids: ['b'] });
    memory.apply({ topic: 'policies', ids: ['a'] });
    expect([await ask(), reads()]).toEqual([0, 1]);
    memory.apply({ topic: 'locations', ids: ['a'] });
    expect([await ask(), reads()]).toEqual([1, 2]);
    set(2);
    memory.apply({ topic: 'locations' });
    expect([await ask(), reads()]).toEqual([2, 3]);
  });

  it('a value of all ids of a topic ends by a change of any', async () => {
    const { memory, read, set } = scene();
    const ask = () => memory.until([{ by: 'locations' }], 'all', read);
    await ask();
    set(5);
    memory.apply({ topic: 'locations', ids: ['z'] });
    expect(await ask()).toBe(5);
  });

  it('is read again while the feed is not proven, after a while and after a gap', async () => {
    const { memory, ask, reads } = scene();
    await ask();
    memory.gap();
    await ask();
    expect(reads()).toBe(2);
    await later(110);
    await ask();
    expect(reads()).toBe(3);
    memory.proven(performance.now());
    await ask();
    expect(reads()).toBe(3);
    await later(150);
    await ask();
    expect(reads()).toBe(4);
  });

  it('is not kept where a change came while it was read', async () => {
    const { memory, reads, read } = scene();
    let end = () => {};
    const slow = () =>
      new Promise<number>((resolve) => {
        const value = read();
        end = () => resolve(value);
      });
    const asked = memory.until([{ by: 'locations', id: 'a' }], 'location a', slow);
    memory.apply({ topic: 'locations', ids: ['a'] });
    end();
    await asked;
    expect(memory.size).toBe(0);
    const again = memory.until([{ by: 'locations', id: 'a' }], 'location a', slow);
    end();
    await again;
    expect([memory.size, reads()]).toEqual([1, 2]);
  });

  it('is read once for those who ask at the same time', async () => {
    const { ask, reads } = scene();
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(reads()).toBe(1);
  });

  it('a failure is not kept', async () => {
    const { memory } = scene();
    const fail = () => memory.until([], 'a', () => Promise.reject(new Error('away')));
    await expect(fail()).rejects.toThrow('away');
    expect(await memory.until([], 'a', async () => 7)).toBe(7);
    await expect(memory.briefly('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await memory.briefly('b', async () => 8)).toBe(8);
  });

  it('the oldest values are dropped when there are too many', async () => {
    const memory = new StoreMemory(3);
    for (const key of ['a', 'b', 'c', 'd'])
      await memory.until([{ by: 'locations', id: key }], key, async () => key);
    expect(memory.size).toBe(3);
    memory.apply({ topic: 'locations' });
    expect(memory.size).toBe(0);
  });
});

it('what changes without an announcement is kept for a moment', async () => {
  const memory = new StoreMemory();
  let value = 0;
  const ask = () => memory.briefly('feeds', async () => value++);
  expect([await ask(), await ask()]).toEqual([0, 0]);
  await later(120);
  expect(await ask()).toBe(1);
});

it('straight from the store nothing is kept', async () => {
  let value = 0;
  const ask = () => fromStore.until([], 'a', async () => value++);
  expect([await ask(), await ask()]).toEqual([0, 1]);
});
