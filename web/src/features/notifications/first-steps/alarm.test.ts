import { expect, it } from 'vitest';
import { readAlarm, writeAlarm } from './alarm.ts';

const none = { tone: false, vibration: false };

it('keeps the choice of the device, which is silence at first', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  };
  expect(readAlarm(storage)).toEqual(none);
  writeAlarm(storage, { tone: true, vibration: false });
  expect(readAlarm(storage)).toEqual({ tone: true, vibration: false });
});

it.each(['nothing', '3', '[]', '{"tone":"yes"}'])('is silent where %s is stored', (text) => {
  expect(readAlarm({ getItem: () => text })).toEqual(none);
});
