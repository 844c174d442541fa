import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import type { ZoneLightning } from '../lightning/index.ts';
import { policyTypeOf } from '../policies/index.ts';
import { lightningInput, readingInput } from './warning-inputs.ts';

const minute = 60_000;
const now = Date.UTC(2026, 6, 4, 18);
const limitMs = 70 * minute;

test.each([
  ['WBGT', 90, 89.94, 'under'],
  ['WBGT', 90, 89.95, 'exceeded'],
  ['WBGT', 90, 90, 'exceeded'],
  ['WIND', 30, 29.4, 'under'],
  ['WIND', 30, 29.5, 'exceeded'],
  ['CHILL', 0, 0.6, 'under'],
  ['CHILL', 0, 0.4, 'exceeded'],
  ['CHILL', 0, -10, 'exceeded'],
  ['PRECIP', 0.5, 0.494, 'under'],
  ['PRECIP', 0.5, 0.495, 'exceeded'],
  ['AQI-MAX', 151, 150, 'under'],
  ['AQI-MAX', 151, 151, 'exceeded'],
])('%s of %d: a reading of %d is %s, compared as it is shown', (shortName, threshold, value, kind) => {
  const input = readingInput(
    policyTypeOf(shortName)!,
    threshold,
    { value, observedAt: now - minute },
    now,
    limitMs,
  );
  expect(input).toMatchObject({ kind, at: now - minute });
});

test('the value of the input is the one that was compared', () => {
  expect(readingInput(policyTypeOf('WBGT')!, 90, { value: 89.96, observedAt: now }, now, limitMs)).toEqual({
    kind: 'exceeded',
    at: now,
    value: 90,
  });
});

test.each<[string, { value: number | null; observedAt: number } | null]>([
  ['there is none', null],
  ['it is stale', { value: 95, observedAt: now - limitMs - 1 }],
  ['it is stamped far in the future', { value: 95, observedAt: now + 5 * minute + 1 }],
  ['its instant is not a number', { value: 95, observedAt: Number.NaN }],
  ...MISSING.map((value): [string, { value: number | null; observedAt: number }] => [
    `its value is ${value}`,
    { value: value as number | null, observedAt: now },
  ]),
])('a reading is lost when %s', (_, reading) => {
  expect(readingInput(policyTypeOf('WBGT')!, 90, reading, now, limitMs)).toEqual({ kind: 'lost' });
});

test('a reading counts up to its limit, and from a clock that runs a little ahead', () => {
  for (const observedAt of [now - limitMs, now + 5 * minute]) {
    expect(readingInput(policyTypeOf('WBGT')!, 90, { value: 80, observedAt }, now, limitMs).kind).toBe(
      'under',
    );
  }
});

test('a threshold that is not a number is not safety', () => {
  expect(
    readingInput(policyTypeOf('WBGT')!, Number.NaN, { value: 80, observedAt: now }, now, limitMs),
  ).toEqual({ kind: 'lost' });
});

const lastStrike = { at: now - 2 * minute, distanceMiles: 4.2, bearingDegrees: 90 };
const zone = (
  status: ZoneLightning['status'],
  strike: ZoneLightning['lastStrike'] = lastStrike,
): ZoneLightning => ({
  zone: 1,
  radiusMiles: 10,
  range: '0-10 mi',
  lastStrike: strike,
  thunder: null,
  status,
});

test('the status of a zone becomes an input', () => {
  const delay = zone({ kind: 'delay', reason: 'strike', clearAt: now + 28 * minute });
  expect(lightningInput(delay, 'known', now)).toEqual({ kind: 'exceeded', at: now - 2 * minute, value: 4.2 });
  const observing = zone({ kind: 'delay', reason: 'observing', clearAt: now + minute }, null);
  expect(lightningInput(observing, 'known', now)).toEqual({ kind: 'observing', clearAt: now + minute });
  expect(lightningInput(zone({ kind: 'clear', since: now - minute }), 'known', now)).toEqual({
    kind: 'clear',
    at: now - minute,
  });
});

test('what is unknown or not covered is lost; a strike that is known all the same goes with it', () => {
  const strike = { at: now - 2 * minute, value: 4.2 };
  expect(lightningInput(zone({ kind: 'unknown' }), 'unknown', now)).toEqual({ kind: 'lost', strike });
  expect(lightningInput(zone({ kind: 'clear', since: now }), 'unknown', now)).toEqual({
    kind: 'lost',
    strike,
  });
  expect(lightningInput(zone({ kind: 'unknown' }, null), 'unknown', now)).toEqual({ kind: 'lost' });
  expect(lightningInput(undefined, 'known', now)).toEqual({ kind: 'lost' });
  expect(lightningInput(undefined, 'not-covered', now)).toEqual({ kind: 'lost', isUncovered: true });
  expect(lightningInput(zone({ kind: 'clear', since: now }), 'not-covered', now)).toEqual({
    ...{ kind: 'lost', isUncovered: true },
  });
  expect(lightningInput(zone({ kind: 'unknown' }), 'known', now)).toEqual({ kind: 'lost', strike });
});

test('a delay is exceeded only by a strike that is its reason and that the zone still has', () => {
  const clearAt = now + minute;
  const observing = { kind: 'observing', clearAt };
  expect(lightningInput(zone({ kind: 'delay', reason: 'observing', clearAt }), 'known', now)).toEqual(
    observing,
  );
  expect(lightningInput(zone({ kind: 'delay', reason: 'strike', clearAt }, null), 'known', now)).toEqual(
    observing,
  );
});

test('a strike is never of a later moment than now', () => {
  const delay = zone(
    { kind: 'delay', reason: 'strike', clearAt: now + 31 * minute },
    { ...lastStrike, at: now + minute },
  );
  expect(lightningInput(delay, 'known', now)).toMatchObject({ kind: 'exceeded', at: now });
});
