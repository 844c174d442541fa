import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkLocation, radiusOf, type ZoneNumber, zoneNumbers } from '../locations/index.ts';
import {
  type LightningPolicy,
  type LockablePlace,
  lockLightning,
  zonesOutOfOrder,
} from './lightning-policies.ts';

type Four = readonly [number, number, number, number];

const placeOf = ([radius1, radius2, radius3, radius4]: Four, allClearMinutes = 30): LockablePlace => ({
  radius1,
  radius2,
  radius3,
  radius4,
  allClearMinutes,
});
const policy = (zone: ZoneNumber, radiusMiles: number, allClearMinutes = 30): LightningPolicy => ({
  zone,
  radiusMiles,
  allClearMinutes,
});

test.each<[string, Four, LightningPolicy[], Four]>([
  ['nothing without policies', [10, 20, 0, 0], [], [10, 20, 0, 0]],
  ['the locked zone', [10, 20, 0, 0], [policy(1, 8)], [8, 20, 0, 0]],
  ['a zone that was off, on', [10, 0, 0, 0], [policy(2, 20)], [10, 20, 0, 0]],
  ['outer zones, pushed out', [10, 20, 25, 0], [policy(1, 30)], [30, 31, 32, 0]],
  ['inner zones, drawn in', [10, 20, 25, 30], [policy(4, 10)], [7, 8, 9, 10]],
  ['zone 1, which stays on below one mile', [10, 20, 0, 0], [policy(3, 1)], [0.5, 0, 1, 0]],
  ['an unlocked zone without room, off', [10, 15, 25, 0], [policy(1, 10), policy(3, 11)], [10, 0, 11, 0]],
  ['an unlocked zone with room, moved', [10, 30, 40, 0], [policy(1, 10), policy(3, 12)], [10, 11, 12, 0]],
  ['a zone beyond 50 miles, off', [10, 20, 0, 0], [policy(1, 50)], [50, 0, 0, 0]],
  [
    'the largest of several radii',
    [10, 0, 0, 0],
    [policy(1, 8), policy(1, 12), policy(1, 10)],
    [12, 0, 0, 0],
  ],
  [
    'contradicting policies by the larger radii',
    [10, 20, 0, 0],
    [policy(1, 20), policy(2, 10)],
    [20, 21, 0, 0],
  ],
  [
    'contradicting policies without room by the one that covers both',
    [10, 20, 30, 0],
    [policy(1, 50), policy(2, 10)],
    [50, 0, 0, 0],
  ],
])('policies set %s', (_, saved, policies, expected) => {
  const result = lockLightning(placeOf(saved), policies);
  expect(zoneNumbers.map((zone) => radiusOf(result, zone))).toEqual(expected);
  expect(result.overwritten).toBe(saved.some((miles, index) => miles !== expected[index]));
});

describe('the timer', () => {
  test('is that of the lowest zone, and there the longest', () => {
    const result = lockLightning(placeOf([10, 20, 0, 0], 10), [
      policy(2, 20, 60),
      policy(1, 10, 20),
      policy(1, 9, 30),
    ]);
    expect(result).toMatchObject({
      allClearMinutes: 30,
      timerLocked: true,
      overwritten: true,
      lockedZones: [1, 2],
    });
  });

  test('zones of life-safety policies are named', () => {
    const policy = (zone: 1 | 2 | 3, lifeSafety: boolean) => ({
      ...{ zone, radiusMiles: zone * 10, allClearMinutes: 30, lifeSafety },
    });
    const { lifeSafetyZones } = lockLightning(placeOf([10, 20, 30, 0], 30), [
      ...[policy(1, false), policy(2, true), policy(2, false), policy(3, true)],
    ]);
    expect(lifeSafetyZones).toEqual([2, 3]);
  });

  test('is as saved without policies', () => {
    const saved = placeOf([10, 20, 0, 0], 10);
    expect(lockLightning(saved, [])).toEqual({
      ...saved,
      lifeSafetyZones: [],
      timerLocked: false,
      overwritten: false,
      lockedZones: [],
    });
  });
});

test('zones whose policies contradict one further in are named', () => {
  expect(zonesOutOfOrder([policy(1, 10), policy(2, 20), policy(4, 30)])).toEqual([]);
  expect(zonesOutOfOrder([policy(3, 10), policy(1, 10), policy(2, 20)])).toEqual([3]);
  expect(zonesOutOfOrder([policy(2, 8), policy(1, 10), policy(4, 9)])).toEqual([2, 4]);
  // The largest radius of a zone counts.
  expect(zonesOutOfOrder([policy(1, 10), policy(2, 8), policy(2, 12)])).toEqual([]);
});

const tenths = fc.integer({ min: 1, max: 500 }).map((count) => count / 10);
const savedPlace = fc
  .tuple(
    fc.uniqueArray(tenths, { minLength: 4, maxLength: 4 }),
    fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  )
  .map(([radii, on]) => {
    const [first = 0, ...others] = radii.toSorted((a, b) => a - b);
    const [second = 0, third = 0, fourth = 0] = others.map((miles, index) => (on[index] ? miles : 0));
    return placeOf([first, second, third, fourth]);
  });
const anyPolicies = fc.array(
  fc.record({
    zone: fc.constantFrom(...zoneNumbers),
    radiusMiles: fc.oneof(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 46, max: 50 }),
    ),
    allClearMinutes: fc.constantFrom(10, 30, 60),
  }),
  { maxLength: 6 },
);

describe('whatever is saved and whatever the policies are', () => {
  const holds = (
    check: (
      place: LockablePlace,
      policies: LightningPolicy[],
      result: ReturnType<typeof lockLightning>,
    ) => void,
  ) =>
    fc.assert(
      fc.property(savedPlace, anyPolicies, (place, policies) =>
        check(place, policies, lockLightning(place, policies)),
      ),
      { numRuns: 3_000 },
    );

  test('the result keeps the rules of a location', () => {
    holds((_, __, result) => {
      const draft = { ...result, label: 'Field', locationName: '', latitude: 0, longitude: 0 };
      expect(checkLocation(draft, { fourthZone: true })).toEqual({});
    });
  });

  test('a locked zone has its policy, and a contradicted one is covered by a larger one', () => {
    holds((_, policies, result) => {
      const contradicted = zonesOutOfOrder(policies).length > 0;
      for (const zone of result.lockedZones) {
        const wanted = Math.max(
          ...policies.filter((each) => each.zone === zone).map((each) => each.radiusMiles),
        );
        if (!contradicted) expect(radiusOf(result, zone)).toBe(wanted);
        expect(
          Math.max(...zoneNumbers.filter((each) => each <= zone).map((each) => radiusOf(result, each))),
        ).toBeGreaterThanOrEqual(wanted);
      }
    });
  });

  test('doing it again changes nothing', () => {
    holds((_, policies, result) => {
      expect(lockLightning(result, policies)).toEqual({ ...result, overwritten: false });
    });
  });

  test('the order of the policies does not matter', () => {
    holds((place, policies, result) => {
      expect(lockLightning(place, policies.toReversed())).toEqual(result);
    });
  });

  test('what is unlocked and in nobody’s way stays', () => {
    holds((place, policies, result) => {
      const locked = result.lockedZones.map((zone) => [zone, radiusOf(result, zone)] as const);
      if (zonesOutOfOrder(policies).length > 0) return;
      for (const zone of zoneNumbers) {
        const miles = radiusOf(place, zone);
        const isInNobodysWay = zoneNumbers.every(
          (other) =>
            result.lockedZones.includes(other) ||
            radiusOf(place, other) === 0 ||
            fits(other, radiusOf(place, other), locked),
        );
        if (!result.lockedZones.includes(zone) && isInNobodysWay) expect(radiusOf(result, zone)).toBe(miles);
      }
    });
  });
});

function fits(zone: number, miles: number, locked: readonly (readonly [number, number])[]): boolean {
  return locked.every(([other, radius]) => (other < zone ? radius < miles : miles < radius));
}
