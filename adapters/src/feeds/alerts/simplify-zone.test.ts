import { haversineMiles, type Ring, type ZonePolygons, zoneHolds } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simplifyRing, simplifyZone } from './simplify-zone.ts';

const boxOf = (corners: Ring) => ({
  west: Math.min(...corners.map(([longitude]) => longitude)),
  east: Math.max(...corners.map(([longitude]) => longitude)),
  south: Math.min(...corners.map(([, latitude]) => latitude)),
  north: Math.max(...corners.map(([, latitude]) => latitude)),
});
const lies = (inner: ReturnType<typeof boxOf>, outer: ReturnType<typeof boxOf>) =>
  inner.west >= outer.west &&
  inner.east <= outer.east &&
  inner.south >= outer.south &&
  inner.north <= outer.north;

const corner = fc.tuple(
  fc.double({ min: -98, max: -96, noNaN: true }),
  fc.double({ min: 31, max: 33, noNaN: true }),
);
const near = fc.tuple(
  fc.double({ min: -98, max: -97.99, noNaN: true }),
  fc.double({ min: 31, max: 31.01, noNaN: true }),
);
const ring = fc
  .oneof(fc.array(corner, { minLength: 3, maxLength: 60 }), fc.array(near, { minLength: 3, maxLength: 60 }))
  .map((corners): Ring => [...corners, corners[0]!]);

/** A coast: `corners` around a circle, each a little in or out. */
function coast(corners: number, roughness: number, radius = 0.5): Ring {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    const out = radius + roughness * Math.sin(index * 12.9898) * Math.cos(index * 78.233);
    return [-97 + out * Math.cos(angle), 32 + out * Math.sin(angle)] as const;
  });
  return [...points, points[0]!];
}

describe('a simplified ring', () => {
  test('is closed, has at least four corners, all of them its own', () => {
    fc.assert(
      fc.property(ring, fc.constantFrom(0.002, 0.003, 0.05), (before, tolerance) => {
        const after = simplifyRing(before, tolerance);
        if (after === null) return;
        expect(after.length).toBeGreaterThanOrEqual(4);
        expect(after.length).toBeLessThanOrEqual(before.length);
        expect(after.at(-1)).toEqual(after[0]);
        for (const one of after) expect(before).toContainEqual(one);
      }),
    );
  });
});

describe('a simplified zone', () => {
  const polygons = fc.array(
    fc.tuple(ring, fc.array(ring, { maxLength: 2 })).map(([outer, holes]) => [outer, ...holes]),
    { minLength: 1, maxLength: 3 },
  );

  test('has closed rings of four corners and more, inside of the box around what it was, and every part of it that has an area', async () => {
    await fc.assert(
      fc.asyncProperty(polygons, async (before: ZonePolygons) => {
        const { polygons: after } = await simplifyZone(before);
        const box = boxOf(before.flat().flat());
        for (const one of after.flat()) {
          expect(one.length).toBeGreaterThanOrEqual(4);
          expect(one.at(-1)).toEqual(one[0]);
          expect(lies(boxOf(one), box)).toBe(true);
        }
        const withArea = before.filter(([outer]) => {
          const { west, east, south, north } = boxOf(outer!);
          return west < east && south < north;
        });
        expect(after).toHaveLength(withArea.length);
      }),
    );
  });

  test('keeps small islands as boxes and fills small holes', async () => {
    const tiny = coast(40, 0, 0.001);
    const { polygons: after, toleranceDegrees } = await simplifyZone([[coast(400, 0.001), tiny], [tiny]]);
    expect(toleranceDegrees).toBe(0.003);
    expect(after.map((rings) => rings.length)).toEqual([1, 1]);
    expect(after[1]![0]).toHaveLength(5);
    expect(boxOf(after[1]![0]!)).toEqual(boxOf(tiny));
  });

  test('is nowhere further from what it was than it says', async () => {
    for (const roughness of [0.001, 0.02]) {
      const before = coast(800, roughness);
      const { polygons: after, toleranceDegrees } = await simplifyZone([[before]]);
      for (const [longitude, latitude] of before) {
        // A hair more: a corner exactly so far away may be rounded out.
        const place = { longitude, latitude };
        const isNear =
          zoneHolds(after, place, toleranceDegrees + 1e-9) && !zoneHolds(shrunk(after), place, 0);
        expect(isNear, `${longitude} ${latitude}`).toBe(true);
      }
    }
    /** The same a little smaller: what lies in it lies further from the edge than the tolerance. */
    function shrunk(zone: ZonePolygons): ZonePolygons {
      return zone.map((rings) =>
        rings.map((one) => one.map(([x, y]) => [-97 + (x + 97) * 0.85, 32 + (y - 32) * 0.85] as const)),
      );
    }
  });

  test('of very many corners is simplified further, and says so', async () => {
    const islands = Array.from({ length: 2_000 }, (_, index): Ring[] => [
      coast(30, 0, 0.002 + (index % 7) / 1_000).map(([x, y]) => [x + index / 50, y] as const),
    ]);
    const { polygons: after, toleranceDegrees } = await simplifyZone(islands);
    expect(after).toHaveLength(2_000);
    expect(toleranceDegrees).toBeGreaterThan(0.003);
    expect(toleranceDegrees).toBeLessThanOrEqual(0.1);
  });

  test('of 100,000 corners becomes a few thousand and stays where it was', async () => {
    const { polygons: after } = await simplifyZone([[coast(100_000, 0.01)]]);
    expect(after[0]![0]!.length).toBeLessThan(6_000);
    const { west, east } = boxOf(after[0]![0]!);
    expect(haversineMiles(32, west, 32, -97.5)).toBeLessThan(1.5);
    expect(haversineMiles(32, east, 32, -96.5)).toBeLessThan(1.5);
  });
});
