import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceMiles } from '../core/index.ts';
import {
  CELL_SHOWN_MS,
  cellMotion,
  cellPositionAfter,
  cellType,
  newestCells,
  pointFrom,
  type TrackedCell,
} from './storm-cell.ts';

const now = Date.UTC(2013, 4, 20, 20);
const cell: TrackedCell = {
  id: 'TLX V1',
  radar: 'TLX',
  observedAt: now,
  latitude: 35.3,
  longitude: -97.5,
  hasTvs: false,
  mesoRank: null,
  hailPct: null,
  severeHailPct: null,
  hailInches: null,
  vilKgM2: null,
  maxDbz: 60,
  maxDbzKft: null,
  topKft: null,
  headingDegrees: 90,
  speedMph: 30,
};

describe('motion', () => {
  test.each([
    [248, 29, { headingDegrees: 68, knots: 29 }],
    [0, 12, { headingDegrees: 180, knots: 12 }],
    [180, 0, { headingDegrees: 0, knots: 0 }],
    [360, 5, { headingDegrees: 180, knots: 5 }],
    [0, 0, null],
    [null, 20, null],
    [200, null, null],
    [200, -1, null],
  ])('from %s° at %s kt', (from, knots, motion) => {
    expect(cellMotion(from, knots)).toEqual(motion);
  });
  test('an hour of it', () => {
    const after = cellPositionAfter(cell, 60)!;
    expect(distanceMiles(cell, after)).toBeCloseTo(30, 6);
    expect(after.longitude).toBeGreaterThan(cell.longitude);
    expect(cellPositionAfter({ ...cell, headingDegrees: null }, 60)).toBeNull();
  });
  test('a point lies as far off as was asked', () => {
    const args = [
      fc.integer({ min: -80, max: 80 }),
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: 0, max: 359 }),
      fc.integer({ min: 0, max: 3000 }),
    ] as const;
    fc.assert(
      fc.property(...args, (latitude, longitude, bearing, miles) => {
        const point = pointFrom({ latitude, longitude }, bearing, miles);
        return (
          Math.abs(distanceMiles({ latitude, longitude }, point)! - miles) < 1e-3 &&
          Math.abs(point.longitude) <= 180
        );
      }),
    );
  });
});

test('the newest row of each cell, in whatever order they come', () => {
  const rows = [0, 4, 8, 12].map((minutes) => ({
    ...cell,
    observedAt: now - minutes * 60_000,
    maxDbz: minutes,
  }));
  const others = [
    { ...cell, id: 'TLX M0', observedAt: now - CELL_SHOWN_MS - 1 },
    { ...cell, id: 'TLX M1', observedAt: now + 3_600_000 },
    { ...cell, id: 'FWS V1' },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...rows, ...others], { minLength: 7 }), (list) => {
      const found = newestCells(list, now);
      expect(found.map(({ id }) => id).sort()).toEqual(['FWS V1', 'TLX V1']);
      expect(found.find(({ id }) => id === 'TLX V1')!.maxDbz).toBe(0);
    }),
  );
});

test.each<[Partial<TrackedCell>, string]>([
  [{}, 'Storm'],
  [{ hailPct: 50 }, 'Hail'],
  [{ hailPct: 90, severeHailPct: 60 }, 'Severe Hail'],
  [{ severeHailPct: 60, mesoRank: 7 }, 'Mesocyclone'],
  [{ mesoRank: 7, hasTvs: true }, 'Tornado Vortex'],
])('%o is a %s', (part, type) => {
  expect(cellType({ ...cell, ...part })).toBe(type);
});
