import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

describe('the serial queue', () => {
  it('runs one step at a time, in the order in which they were added', async () => {
    const queue = createSerialQueue();
    const log: string[] = [];
    const step = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await delay(ms);
      log.push(`${name} ends`);
    };
    await Promise.all([queue.add(step('slow', 15)), queue.add(step('fast', 1)), queue.add(step('last', 0))]);
    expect(log).toEqual(['slow begins', 'slow ends', 'fast begins', 'fast ends', 'last begins', 'last ends']);
  });

  it('passes the result of a step to its caller', async () => {
    const queue = createSerialQueue();
    expect(await Promise.all([queue.add(async () => 1), queue.add(async () => 'two')])).toEqual([1, 'two']);
  });

  it('passes the failure of a step to its caller only, and runs the next step', async () => {
    const queue = createSerialQueue();
    const failing = queue.add(async () => {
      throw new Error('lost');
    });
    const next = queue.add(async () => 'ran');
    await expect(failing).rejects.toThrow('lost');
    expect(await next).toBe('ran');
  });

  it('passes on what a step throws before it returns a promise', async () => {
    const queue = createSerialQueue();
    await expect(
      queue.add(() => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(await queue.add(async () => 'ran')).toBe('ran');
  });

  it('is idle when every step has ended, also after a failure', async () => {
    const queue = createSerialQueue();
    let ended = 0;
    const step = async () => {
      await delay(5);
      ended += 1;
    };
    void queue.add(step);
    const failing = queue.add(async () => {
      await step();
      throw new Error('lost');
    });
    failing.catch(() => {});
    await queue.idle();
    expect(ended).toBe(2);
  });
});
