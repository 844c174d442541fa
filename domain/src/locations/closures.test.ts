import { expect, test } from 'vitest';
import { checkClosure, isClosed } from './closures.ts';

const now = Date.parse('2026-07-15T20:00:00Z');
const hour = 3_600_000;

test('a closure needs a reason, and lasts 24 hours at most or until somebody ends it', () => {
  expect(checkClosure({ reason: 'Flooded', until: null }, now)).toEqual({});
  expect(checkClosure({ reason: 'Flooded', until: now + 24 * hour }, now)).toEqual({});
  expect(checkClosure({ reason: 'Flooded', until: now + 25 * hour }, now)).toEqual({
    Until: ['A place can be closed for 24 hours at most, or until somebody opens it'],
  });
  expect(checkClosure({ reason: 'Flooded', until: now }, now)).toHaveProperty('Until');
  expect(checkClosure({ reason: 'Flooded', until: Number.NaN }, now)).toHaveProperty('Until');
  expect(checkClosure({ reason: ' ', until: null }, now)).toHaveProperty('Reason');
  expect(checkClosure({ reason: 'x'.repeat(121), until: null }, now)).toHaveProperty('Reason');
  expect(checkClosure({ reason: '<b>', until: null }, now)).toHaveProperty('Reason');
});

test('it lasts until its end or until it is ended', () => {
  expect(isClosed({ until: null, openedAt: null }, now)).toBe(true);
  expect(isClosed({ until: now + 1, openedAt: null }, now)).toBe(true);
  expect(isClosed({ until: now, openedAt: null }, now)).toBe(false);
  expect(isClosed({ until: null, openedAt: now - 1 }, now)).toBe(false);
});
