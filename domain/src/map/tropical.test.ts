import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceMiles } from '../core/index.ts';
import {
  coneRadiusMiles,
  forecastCone,
  type TropicalPoint,
  tropicalSpeedMph,
  tropicalTypeName,
} from './tropical.ts';

const point = (leadHours: number, latitude: number, longitude: number): TropicalPoint => ({
  leadHours,
  at: leadHours * 3_600_000,
  latitude,
  longitude,
  maxWindMph: null,
  gustMph: null,
  pressureMb: null,
});

/** Even-odd rule. */
function holds(ring: readonly (readonly [number, number])[], longitude: number, latitude: number): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index++) {
    const [[x1, y1], [x2, y2]] = [ring[index - 1]!, ring[index]!];
    if (y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1)
      inside = !inside;
  }
  return inside;
}

test.each([
  ['HU', 'Hurricane'],
  ['ts', 'Tropical Storm'],
  ['PTC', 'Potential Tropical Cyclone'],
  ['XX', 'Tropical System'],
])('%s is a %s', (code, name) => {
  expect(tropicalTypeName(code)).toBe(name);
});

test.each([
  [15, 13, 15],
  [13, 13, 14.96],
  [15, 15, 17.26],
  [0, 0, 0],
  [15, null, null],
  [null, 13, null],
  [-5, 13, null],
])('%s of an unknown unit beside %s kt of the track', (reported, trackKnots, mph) => {
  const speed = tropicalSpeedMph(reported, trackKnots);
  if (mph === null) expect(speed).toBeNull();
  else expect(speed).toBeCloseTo(mph, 2);
});

describe('the cone', () => {
  test.each([
    ['al', 12, 26],
    ['AL', 120, 220],
    ['al', 84, 126.5],
    ['ep', 24, 38],
    ['cp', 72, 120],
    ['al', 0, 0],
    ['al', 200, 220],
    ['zz', 120, 220],
  ])('%s at %i h: %i nautical miles', (basin, hours, nautical) => {
    expect(coneRadiusMiles(basin, hours)).toBeCloseTo(nautical * 1.150779, 6);
  });
  const straight = [point(0, 15, -60), point(24, 16, -63), point(72, 19, -69), point(120, 23, -74)];
  const bend = [
    point(0, 22, -70),
    point(24, 25, -73),
    point(48, 28, -74),
    point(72, 32, -72),
    point(96, 36, -65),
    point(120, 38, -55),
  ];
  const over = [point(0, 15, 179), point(24, 16, -179), point(72, 18, -174)];
  test.each([
    ['a straight track', straight],
    ['a track that turns back', bend],
  ])('of %s holds it and ends where its circle does', (_name, track) => {
    const ring = forecastCone('al', track)!;
    expect(ring[0]).toEqual(ring.at(-1));
    for (const { latitude, longitude } of track.slice(1)) expect(holds(ring, longitude, latitude)).toBe(true);
    const last = track.at(-1)!;
    const reach = Math.max(
      ...ring
        .map(([longitude, latitude]) => distanceMiles(last, { latitude, longitude })!)
        .filter((miles) => miles < 300),
    );
    expect(reach).toBeGreaterThan(coneRadiusMiles('al', 120) * 0.99);
    for (const { latitude, longitude, leadHours } of track) {
      for (const [x, y] of ring)
        expect(distanceMiles({ latitude, longitude }, { latitude: y, longitude: x })!).toBeGreaterThan(
          coneRadiusMiles('al', leadHours) * 0.99,
        );
    }
  });
  test('over the antimeridian it runs on', () => {
    const ring = forecastCone('cp', over)!;
    const longitudes = ring.map(([longitude]) => longitude);
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(20);
  });
  test('needs a track', () => {
    expect(forecastCone('al', [])).toBeNull();
    expect(forecastCone('al', [point(0, 15, -60)])).toBeNull();
  });
  test('is never anything but numbers', () => {
    const tracks = fc.array(
      fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -180, max: 180 })),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(tracks, (places) => {
        const ring = forecastCone(
          'al',
          places.map(([latitude, longitude], index) => point(index * 12, latitude, longitude)),
        );
        return ring === null || ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
      }),
    );
  });
});
