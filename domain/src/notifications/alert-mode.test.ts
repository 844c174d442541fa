import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haversineMiles, milesFromMetres } from '../core/index.ts';
import {
  alertModeOf,
  alertModes,
  isCertainlyOutside,
  type OuterZone,
  positionLimitMs,
  type SharedPosition,
  settingsOfAlertMode,
} from './alert-mode.ts';

const stadium: OuterZone = { latitude: 28, longitude: -82, radiusMiles: 10 };
const degreesOfMile = 180 / Math.PI / 3959;
const north = (miles: number, changes: Partial<SharedPosition> = {}): SharedPosition => ({
  latitude: 28 + miles * degreesOfMile,
  longitude: -82,
  accuracyMeters: 0,
  ageMs: 60_000,
  ...changes,
});

describe('the modes', () => {
  test.each([
    ['AlertTimes', true, false],
    ['Geofence', false, true],
    ['AlertTimesAndGeofence', true, true],
    [null, false, false],
  ] as const)('%s', (mode, alertTimesEnabled, geofenceAlertsEnabled) => {
    const settings = { alertTimesEnabled, geofenceAlertsEnabled };
    expect(alertModeOf(settings)).toBe(mode);
    expect(settingsOfAlertMode(mode)).toEqual(settings);
    if (mode !== null) expect(alertModes).toContain(mode);
  });
});

describe('outside for certain', () => {
  test.each<[string, SharedPosition | null, readonly OuterZone[], boolean]>([
    ['beyond the zone', north(10.01), [stadium], true],
    ['within it', north(9.99), [stadium], false],
    ['exactly at its edge', north(0), [{ ...stadium, radiusMiles: 0 }], false],
    ['beyond it, but not the whole circle', north(12, { accuracyMeters: 4_000 }), [stadium], false],
    ['beyond it with the whole circle', north(12, { accuracyMeters: 3_000 }), [stadium], true],
    ['beyond one zone, within another', north(12), [stadium, { ...stadium, radiusMiles: 20 }], false],
    ['no position', null, [stadium], false],
    ['a place without zones', north(500), [], false],
    ['as old as it may be', north(50, { ageMs: positionLimitMs }), [stadium], true],
    ['too old by a moment', north(50, { ageMs: positionLimitMs + 1 }), [stadium], false],
    ['of this moment', north(50, { ageMs: 0 }), [stadium], true],
    ['of the future', north(50, { ageMs: -1 }), [stadium], false],
    ['of an unknown age', north(50, { ageMs: Number.NaN }), [stadium], false],
    ['of an unknown accuracy', north(50, { accuracyMeters: Number.NaN }), [stadium], false],
    ['of a negative accuracy', north(50, { accuracyMeters: -1 }), [stadium], false],
    ['of no accuracy at all', north(50, { accuracyMeters: Number.POSITIVE_INFINITY }), [stadium], false],
    ['no number', north(50, { latitude: Number.NaN }), [stadium], false],
    ['off the earth', north(50, { longitude: 361 }), [stadium], false],
    ['a zone without a center', north(50), [{ ...stadium, latitude: Number.NaN }], false],
    ['a zone without a radius', north(50), [{ ...stadium, radiusMiles: Number.NaN }], false],
    [
      'near, on the other side of the date line',
      { latitude: 0, longitude: 179.99, accuracyMeters: 0, ageMs: 0 },
      [{ latitude: 0, longitude: -179.99, radiusMiles: 10 }],
      false,
    ],
  ])('%s', (_, position, zones, expected) => {
    expect(isCertainlyOutside(position, zones)).toBe(expected);
  });

  const anyNumber = fc.oneof(
    fc.double({ min: -400, max: 400 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  );
  const anyPosition = fc.record({
    latitude: anyNumber,
    longitude: anyNumber,
    accuracyMeters: fc.oneof(anyNumber, fc.double({ min: 0, max: 200_000, noNaN: true })),
    ageMs: fc.oneof(anyNumber, fc.integer({ min: -positionLimitMs, max: 2 * positionLimitMs })),
  });
  const zone = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radiusMiles: fc.double({ min: 0.1, max: 50, noNaN: true }),
  });
  const goodPosition = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    accuracyMeters: fc.double({ min: 0, max: 200_000, noNaN: true }),
    ageMs: fc.integer({ min: 0, max: positionLimitMs }),
  });

  test('needs a position that is finite, on the earth, accurate to something and of the last fifteen minutes', () => {
    fc.assert(
      fc.property(anyPosition, fc.array(zone, { maxLength: 3 }), (position, zones) => {
        if (!isCertainlyOutside(position, zones)) return;
        expect(zones.length).toBeGreaterThan(0);
        expect(Object.values(position).every(Number.isFinite)).toBe(true);
        expect(position.ageMs).toBeGreaterThanOrEqual(0);
        expect(position.ageMs).toBeLessThanOrEqual(positionLimitMs);
        expect(position.accuracyMeters).toBeGreaterThanOrEqual(0);
        expect(Math.abs(position.latitude)).toBeLessThanOrEqual(90);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is exactly that the circle of the position touches no zone', () => {
    fc.assert(
      fc.property(goodPosition, fc.array(zone, { minLength: 1, maxLength: 3 }), (position, zones) => {
        const touches = zones.some(
          ({ latitude, longitude, radiusMiles }) =>
            haversineMiles(position.latitude, position.longitude, latitude, longitude) <=
            radiusMiles + (milesFromMetres(position.accuracyMeters) ?? 0) + 1e-9,
        );
        if (touches) expect(isCertainlyOutside(position, zones)).toBe(false);
        else expect(isCertainlyOutside(position, zones)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('never becomes certain by a larger zone, one zone more, less accuracy or more time', () => {
    fc.assert(
      fc.property(
        goodPosition,
        fc.array(zone, { minLength: 1, maxLength: 3 }),
        zone,
        fc.double({ min: 0, max: 100, noNaN: true }),
        (position, zones, more, extra) => {
          if (isCertainlyOutside(position, zones)) return;
          const wider = zones.map((one) => ({ ...one, radiusMiles: one.radiusMiles + extra }));
          const blurred = { ...position, accuracyMeters: position.accuracyMeters + extra * 1_000 };
          expect(isCertainlyOutside(position, wider)).toBe(false);
          expect(isCertainlyOutside(position, [...zones, more])).toBe(false);
          expect(isCertainlyOutside(blurred, zones)).toBe(false);
          expect(isCertainlyOutside({ ...position, ageMs: position.ageMs + extra }, zones)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
