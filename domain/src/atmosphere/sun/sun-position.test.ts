import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../../test/missing-readings.ts';
import { eachRow } from '../../../test/reference-table.ts';
import {
  APPARENT_ELEVATION_REFERENCE,
  AZIMUTH_REFERENCE,
  COS_ZENITH_REFERENCE,
  SPA_EXAMPLE,
  SPA_REFERENCE,
} from '../reference-data/sun-position.ts';
import { type SunPositionInput, sunPosition } from './sun-position.ts';

const NOON = Date.parse('2023-06-21T17:30:00Z');
const here: SunPositionInput = { at: NOON, latitude: 35, longitude: -80 };

/** Angle on the sky between two directions, degrees. */
function apart(elevationA: number, azimuthA: number, elevationB: number, azimuthB: number): number {
  const rad = Math.PI / 180;
  const up = Math.sin(((elevationA - elevationB) / 2) * rad);
  const round = Math.sin(((azimuthA - azimuthB) / 2) * rad);
  return (
    (2 *
      Math.asin(Math.hypot(up, round * Math.sqrt(Math.cos(elevationA * rad) * Math.cos(elevationB * rad))))) /
    rad
  );
}

describe('sunPosition', () => {
  test('is within 0.003° of NREL’s own example', () => {
    const [at, latitude, longitude, pressureHpa, temperatureC, elevation, azimuth] = SPA_EXAMPLE;
    const sun = sunPosition({ at: Date.parse(at), latitude, longitude, pressureHpa, temperatureC })!;
    expect(apart(sun.apparentElevationDeg, sun.azimuthDeg, elevation, azimuth)).toBeLessThan(0.003);
    expect(sun.azimuthDeg).toBeCloseTo(azimuth, 2);
    expect(sun.distanceAu).toBeCloseTo(0.9965422974, 5);
  });

  test('agrees with Meeus’ example 25.a: 1992-10-13 0h TD, declination −7.785°, right ascension 198.381°', () => {
    // The sun culminates where its hour angle is zero: over its own declination, in the south for 35 N.
    const at = Date.UTC(1992, 9, 13) - 59_000;
    const sidereal = 21.77; // about; the culmination is found by looking for it
    let best = { elevationDeg: -90, longitude: 0 };
    for (let longitude = 198.381 - sidereal - 3; longitude < 198.381 - sidereal + 3; longitude += 0.002) {
      const { elevationDeg } = sunPosition({ at, latitude: 35, longitude })!;
      if (elevationDeg > best.elevationDeg) best = { elevationDeg, longitude };
    }
    expect(best.elevationDeg).toBeCloseTo(90 - 35 - 7.785, 2);
    expect(sunPosition({ at, latitude: 0, longitude: 0 })!.distanceAu).toBeCloseTo(0.99766, 4);
  });

  test('agrees with the reference tables', () => {
    const at = (utc: string, latitude: number, longitude: number) =>
      sunPosition({ at: Date.parse(utc), latitude, longitude, pressureHpa: 1013.25, temperatureC: 15 })!;
    eachRow(COS_ZENITH_REFERENCE, ([utc, latitude, longitude, cosZenith], tolerance, name) => {
      expect(Math.abs(at(utc, latitude, longitude).cosZenith - cosZenith), name).toBeLessThanOrEqual(
        tolerance,
      );
    });
    eachRow(SPA_REFERENCE, ([utc, latitude, longitude, elevation, azimuth], tolerance, name) => {
      const sun = at(utc, latitude, longitude);
      const parallax = (8.794 / 3600) * Math.cos((elevation * Math.PI) / 180);
      expect(
        apart(sun.apparentElevationDeg - parallax, sun.azimuthDeg, elevation, azimuth),
        name,
      ).toBeLessThanOrEqual(tolerance);
    });
    eachRow(APPARENT_ELEVATION_REFERENCE, ([utc, latitude, longitude, elevation], tolerance, name) => {
      expect(
        Math.abs(at(utc, latitude, longitude).apparentElevationDeg - elevation),
        name,
      ).toBeLessThanOrEqual(tolerance);
    });
    eachRow(AZIMUTH_REFERENCE, ([utc, latitude, longitude, azimuth], tolerance, name) => {
      expect(Math.abs(at(utc, latitude, longitude).azimuthDeg - azimuth), name).toBeLessThanOrEqual(
        tolerance,
      );
    });
  });

  test('cosZenith belongs to the elevation that is seen', () => {
    const sun = sunPosition(here)!;
    expect(sun.cosZenith).toBeCloseTo(Math.sin((sun.apparentElevationDeg * Math.PI) / 180), 12);
    expect(sun.apparentElevationDeg).toBeGreaterThan(sun.elevationDeg);
  });

  test('the air lifts a sun on the horizon by half a degree, thinner and warmer air by less, and a set sun not at all', () => {
    const at = (elevation: number, input: Partial<SunPositionInput> = {}) => {
      // Sunset of 2023-03-21 on the equator, found by halving.
      let [up, down] = [Date.parse('2023-03-21T12:00Z'), Date.parse('2023-03-21T23:00Z')];
      while (down - up > 1) {
        const middle = (up + down) / 2;
        if (sunPosition({ at: middle, latitude: 0, longitude: 0 })!.elevationDeg > elevation) up = middle;
        else down = middle;
      }
      const sun = sunPosition({ at: up, latitude: 0, longitude: 0, ...input })!;
      return sun.apparentElevationDeg - sun.elevationDeg;
    };
    expect(at(0)).toBeCloseTo(0.476, 2);
    expect(at(0, { pressureHpa: 506.625 })).toBeCloseTo(at(0) / 2, 4);
    expect(at(0, { temperatureC: 40 })).toBeCloseTo((at(0) * 288) / 313, 4);
    expect(at(0, { pressureHpa: 0 })).toBe(0);
    for (const value of [...MISSING, -1]) expect(at(0, { pressureHpa: value })).toBe(at(0));
    for (const value of [...MISSING, -150]) expect(at(0, { temperatureC: value })).toBe(at(0));
    expect(at(10)).toBeCloseTo(0.09, 2);
    expect(at(-0.8)).toBeGreaterThan(0.5);
    expect(at(-0.85)).toBe(0);
    expect(at(-40)).toBe(0);
  });

  test('stands in the north at noon south of the sun, and never leaves the compass', () => {
    expect(sunPosition({ at: NOON, latitude: -35, longitude: -80 })!.azimuthDeg).toSatisfy(
      (azimuth: number) => azimuth > 350 || azimuth < 10,
    );
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2101, 0, 1) }),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -360, max: 360, noNaN: true }),
        (at, latitude, longitude) => {
          const sun = sunPosition({ at, latitude, longitude })!;
          expect(sun.azimuthDeg >= 0 && sun.azimuthDeg < 360).toBe(true);
          expect(Math.abs(sun.elevationDeg)).toBeLessThanOrEqual(90);
          expect(Math.abs(sun.cosZenith)).toBeLessThanOrEqual(1);
          expect(sun.distanceAu).toBeGreaterThan(0.983);
          expect(sun.distanceAu).toBeLessThan(1.0171);
        },
      ),
    );
  });

  test('is null without a time or a place, or outside its years', () => {
    for (const value of MISSING) {
      for (const key of ['at', 'latitude', 'longitude'] as const)
        expect(sunPosition({ ...here, [key]: value })).toBeNull();
    }
    expect(sunPosition({ ...here, latitude: 90.1 })).toBeNull();
    expect(sunPosition({ ...here, longitude: -360.1 })).toBeNull();
    expect(sunPosition({ ...here, at: Date.UTC(1900, 0, 1) - 1 })).toBeNull();
    expect(sunPosition({ ...here, at: Date.UTC(2101, 0, 1) + 1 })).toBeNull();
    for (const at of [Date.UTC(1900, 0, 1), Date.UTC(2101, 0, 1)])
      expect(sunPosition({ ...here, at, latitude: -90, longitude: 360 })).not.toBeNull();
  });
});
