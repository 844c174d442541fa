import { describe, expect, test } from 'vitest';
import { ImageCache } from './image-cache.ts';
import { SourceGate } from './source-gate.ts';

const bytes = (length: number) => new Uint8Array(length);

describe('pictures', () => {
  test('a thousand who ask at once cost one request', async () => {
    const cache = new ImageCache({ maxBytes: 1000 });
    let asked = 0;
    const ask = () =>
      cache.get('a', async () => {
        asked++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return bytes(10);
      });
    const all = await Promise.all(Array.from({ length: 1000 }, ask));
    expect(new Set(all).size).toBe(1);
    await ask();
    expect(asked).toBe(1);
  });
  test('stay within their bytes; what was asked for longest goes first', async () => {
    const cache = new ImageCache({ maxBytes: 100 });
    const asked: string[] = [];
    const ask = (key: string, length = 10) =>
      cache.get(key, async () => {
        asked.push(key);
        return bytes(length);
      });
    for (let index = 0; index < 10; index++) await ask(`${index}`);
    await ask('0');
    await ask('10');
    expect(cache.bytes).toBe(100);
    await ask('0');
    await ask('1');
    expect(asked).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '1']);
    await ask('huge', 50);
    await ask('huge', 50);
    expect(cache.bytes).toBe(100);
    expect(asked.filter((key) => key === 'huge')).toHaveLength(2);
  });
  test('a failure is kept for a while and then asked again', async () => {
    const cache = new ImageCache({ maxBytes: 100, failureMs: 20 });
    let asked = 0;
    const ask = () =>
      cache.get('a', async () => {
        if (asked++ === 0) throw new Error('busy');
        return bytes(1);
      });
    await expect(ask()).rejects.toThrow('busy');
    await expect(ask()).rejects.toThrow('busy');
    expect(asked).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await ask()).toEqual(bytes(1));
  });
});

describe('a source that is down', () => {
  test('is asked three times, then left alone', async () => {
    const gate = new SourceGate(() => true);
    let asked = 0;
    const ask = () =>
      gate.pass(async () => {
        asked++;
        throw new Error('down');
      });
    for (let turn = 0; turn < 50; turn++) await expect(ask()).rejects.toThrow('down');
    expect(asked).toBe(3);
  });
  test('what it merely does not have does not count', async () => {
    const gate = new SourceGate((error) => (error as Error).message !== 'missing');
    let asked = 0;
    for (let turn = 0; turn < 9; turn++) {
      const ask = gate.pass(async () => {
        asked++;
        throw new Error(turn % 3 === 2 ? 'missing' : 'down');
      });
      await expect(ask).rejects.toThrow();
    }
    expect(asked).toBe(9);
  });
  test('those who come while it is asked again wait, and have theirs when it is back', async () => {
    const gate = new SourceGate(() => true, 0);
    const down = () => Promise.reject(new Error('down'));
    for (let turn = 0; turn < 3; turn++) await expect(gate.pass(down)).rejects.toThrow('down');
    const probe = Promise.withResolvers<string>();
    const first = gate.pass(() => probe.promise);
    const others = [gate.pass(async () => 'second'), gate.pass(async () => 'third')];
    probe.resolve('first');
    expect(await Promise.all([first, ...others])).toEqual(['first', 'second', 'third']);
  });
});
