// @vitest-environment node
import { expect, it } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import {
  addQueuedThunder,
  maxQueued,
  type QueuedThunder,
  readAllQueuedThunder,
  readQueuedThunder,
  removeQueuedThunder,
} from './queued-thunder.ts';

const report = (key: string): QueuedThunder => ({
  ...{ key, organizationLocationId: 'north', placeName: 'North Field', timeZone: 'UTC' },
  ...{ flashToBangSeconds: null, pressedAtMs: 1, offsetAtPressMs: null },
});

it('keeps the reports of each person apart, and removes what is sent', () => {
  const storage = memoryStorage();
  addQueuedThunder(storage, 'ann', report('a'));
  addQueuedThunder(storage, 'ben', report('b'));
  addQueuedThunder(storage, 'ann', report('a'));
  expect(readQueuedThunder(storage, 'ann')).toEqual([report('a')]);
  expect(readAllQueuedThunder(storage)).toHaveLength(2);
  removeQueuedThunder(storage, 'ann', 'a');
  expect(readQueuedThunder(storage, 'ann')).toEqual([]);
  expect(storage.length).toBe(1);
});

it('keeps the newest', () => {
  const storage = memoryStorage();
  for (let i = 0; i < maxQueued + 3; i++) addQueuedThunder(storage, 'ann', report(String(i)));
  expect(readQueuedThunder(storage, 'ann').map(({ key }) => key)[0]).toBe('3');
  expect(readQueuedThunder(storage, 'ann')).toHaveLength(maxQueued);
});

it('what is unreadable or blocked is none', () => {
  const storage = memoryStorage();
  storage.setItem('allclear.thunder.ann', '{');
  storage.setItem('allclear.thunder.ben', JSON.stringify([{ key: 1 }, report('b')]));
  expect(readQueuedThunder(storage, 'ann')).toEqual([]);
  expect(readQueuedThunder(storage, 'ben')).toEqual([report('b')]);
  const blocked = {
    ...memoryStorage(),
    getItem: () => {
      throw new Error('blocked');
    },
  };
  expect(() => addQueuedThunder(blocked, 'ann', report('a'))).not.toThrow();
});
