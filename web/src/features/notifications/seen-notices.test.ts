import { expect, it } from 'vitest';
import { isNew, readSeen, writeSeen } from './seen-notices.ts';

it.each([
  [null, null, false],
  ['2026-06-06T20:46:00Z', null, true],
  ['2026-06-06T20:46:00Z', '2026-06-06T20:46:00.000Z', false],
  ['2026-06-06T20:46:01Z', '2026-06-06T20:46:00Z', true],
  ['2026-06-06T20:45:00Z', '2026-06-06T20:46:00Z', false],
  ['2026-06-06T20:46:00Z', 'broken', true],
])('newest %s, seen %s', (newest, seen, fresh) => {
  expect(isNew(newest, seen)).toBe(fresh);
});

it('is remembered for each viewer, and a blocked storage does no harm', () => {
  const held = new Map<string, string>();
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
  writeSeen(storage, 'ada', '2026-06-06T20:46:00Z');
  expect(readSeen(storage, 'ada')).toBe('2026-06-06T20:46:00Z');
  expect(readSeen(storage, 'bob')).toBeNull();
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  expect(readSeen({ getItem: blocked }, 'ada')).toBeNull();
  expect(() => writeSeen({ setItem: blocked }, 'ada', 'x')).not.toThrow();
});
