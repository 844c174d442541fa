// @vitest-environment node
import { expect, it } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import {
  addQueuedEntry,
  checkInOwner,
  maxQueuedEntries,
  type QueuedEntry,
  readAllQueuedEntries,
  readQueuedEntries,
  removeQueuedEntry,
} from './queued-entries.ts';

const entry = (key: string): QueuedEntry => ({
  ...{ key, rollCallId: 'rc1', label: 'Team A at Gym: 20', pressedAtMs: 1, offsetAtPressMs: null },
  content: { kind: 'count', groupId: 'a', shelterId: 'gym', people: 20 },
});

it('keeps the entries of each person and those by code apart, and removes what is sent', () => {
  const storage = memoryStorage();
  expect(addQueuedEntry(storage, 'ann', entry('a'))).toBe(true);
  addQueuedEntry(storage, checkInOwner, entry('b'));
  addQueuedEntry(storage, 'ann', entry('a'));
  expect(readQueuedEntries(storage, 'ann')).toEqual([entry('a')]);
  expect(readAllQueuedEntries(storage)).toHaveLength(2);
  removeQueuedEntry(storage, 'ann', 'a');
  expect(readQueuedEntries(storage, 'ann')).toEqual([]);
  expect(storage.length).toBe(1);
});

it('keeps as many as a roll-call has names, the newest', () => {
  const storage = memoryStorage();
  for (let count = 0; count <= maxQueuedEntries; count += 1)
    addQueuedEntry(storage, 'ann', entry(`${count}`));
  const kept = readQueuedEntries(storage, 'ann');
  expect(kept).toHaveLength(maxQueuedEntries);
  expect(kept.at(-1)?.key).toBe(`${maxQueuedEntries}`);
});

it('leaves out what is spoiled, also an entry without what its kind needs', () => {
  const storage = memoryStorage();
  const spoiled = [
    1,
    null,
    { ...entry('x'), pressedAtMs: 'now' },
    { ...entry('x'), content: { kind: 'count', groupId: 'a', people: 20 } },
    { ...entry('x'), content: { kind: 'count', groupId: 'a', shelterId: 'gym', people: 1.5 } },
    { ...entry('x'), rollCallId: null },
    { ...entry('x'), content: { kind: 'other' } },
  ];
  storage.setItem('allclear.roll-call.ann', JSON.stringify([...spoiled, entry('a')]));
  expect(readQueuedEntries(storage, 'ann')).toEqual([entry('a')]);
  storage.setItem('allclear.roll-call.ann', '{');
  expect(readQueuedEntries(storage, 'ann')).toEqual([]);
});

it('a storage that is blocked keeps nothing and says so', () => {
  const blocked = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('blocked');
    },
  };
  expect(addQueuedEntry(blocked, 'ann', entry('a'))).toBe(false);
});
