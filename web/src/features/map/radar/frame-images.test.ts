import { describe, expect, it } from 'vitest';
import { createRadarImages } from './frame-images.ts';

function open() {
  const asked: string[] = [];
  const waiting = new Map<
    string,
    { resolve: (blob: Blob) => void; reject: (error: Error) => void; signal: AbortSignal }
  >();
  let changes = 0;
  let nowMs = 5_000;
  const images = createRadarImages(
    (address, signal) => {
      asked.push(address);
      return new Promise((resolve, reject) => waiting.set(address, { resolve, reject, signal }));
    },
    () => {
      changes += 1;
    },
    () => nowMs,
  );
  const want = (...addresses: string[]) => images.want(addresses);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async (address: string) => {
    waiting.get(address)!.resolve(new Blob([address]));
    await settle();
  };
  const fail = async (address: string) => {
    waiting.get(address)!.reject(new Error('busy'));
    await settle();
  };
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { images, asked, waiting, want, answer, fail, wait, changes: () => changes };
}

describe('pictures of frames', () => {
  it('are loaded once each, the most urgent first, three at a time', async () => {
    const { want, asked, answer, images } = open();
    want('d', 'a', 'b', 'c');
    expect(asked).toEqual(['d', 'a', 'b']);
    await answer('d');
    expect(asked).toEqual(['d', 'a', 'b', 'c']);
    expect(images.state('d')).toBe('ready');
    want('a', 'b', 'c', 'd');
    for (const address of ['a', 'b', 'c']) await answer(address);
    want('d', 'c', 'b', 'a');
    expect(asked).toHaveLength(4);
    expect(await images.image('c')!.text()).toBe('c');
  });

  it('of another view are given up, and one that comes all the same is not taken', async () => {
    const { want, answer, waiting, images, changes } = open();
    want('a', 'b');
    want('x');
    expect(waiting.get('a')!.signal.aborted).toBe(true);
    await answer('a');
    expect(changes()).toBe(0);
    expect(images.state('a')).toBe('waiting');
    await answer('x');
    expect(images.state('x')).toBe('ready');
  });

  it('that cannot be had are missing, and asked for again when they are wanted anew after a while', async () => {
    const { want, fail, asked, images, wait } = open();
    want('a');
    await fail('a');
    expect(images.state('a')).toBe('missing');
    expect(images.image('a')).toBeNull();
    for (let tick = 0; tick < 80; tick++) {
      wait(115);
      want('a', 'b');
    }
    expect([asked, images.state('a')]).toEqual([['a', 'b'], 'missing']);
    await fail('b');
    wait(900);
    want('a', 'b');
    expect(asked).toEqual(['a', 'b', 'a']);
    want('b');
    want('a', 'b');
    expect(asked).toEqual(['a', 'b', 'a', 'a']);
  });
});
