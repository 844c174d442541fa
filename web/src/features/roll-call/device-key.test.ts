import { beforeEach, expect, it } from 'vitest';
import { deviceKeyOf } from './device-key.ts';

const hourMs = 3_600_000;
let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
beforeEach(() => {
  kept = new Map();
});

it('a browser has one key for a roll-call, and another for the next one', () => {
  const first = deviceKeyOf(storage, 'rc1', 0);
  expect(deviceKeyOf(storage, 'rc1', hourMs)).toBe(first);
  expect(deviceKeyOf(storage, 'rc2', hourMs)).not.toBe(first);
});

it('a check-in without a network has the key of the roll-call of before, or of the one that it turns out to be', () => {
  const first = deviceKeyOf(storage, 'rc1', 0);
  expect(deviceKeyOf(storage, null, hourMs)).toBe(first);
  kept.clear();
  const offline = deviceKeyOf(storage, null, 0);
  expect(deviceKeyOf(storage, 'rc1', hourMs)).toBe(offline);
  expect(deviceKeyOf(storage, 'rc2', hourMs)).not.toBe(offline);
});

it('nothing is kept for longer than a day', () => {
  const first = deviceKeyOf(storage, 'rc1', 0);
  expect(deviceKeyOf(storage, null, 13 * hourMs)).not.toBe(first);
  deviceKeyOf(storage, 'rc9', 25 * hourMs);
  expect([...kept.values()].join('')).not.toContain(first);
});

it('a storage that is blocked or spoiled is none', () => {
  const blocked = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  };
  expect(deviceKeyOf(blocked, 'rc1', 0)).toMatch(/^[0-9a-f-]{36}$/);
  kept.set('allclear.check-in.devices', '[1,{"deviceKey":3}]');
  expect(deviceKeyOf(storage, 'rc1', 0)).toMatch(/^[0-9a-f-]{36}$/);
});
