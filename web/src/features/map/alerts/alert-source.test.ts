import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AlertArea } from './alert-shapes.ts';
import { nextChange } from './alert-source.ts';

/** A few geometries that areas share, as alerts share zones. */
const geometries = [3, 10, 50].map((corners) => ({
  type: 'Polygon' as const,
  coordinates: [Array.from({ length: corners }, () => [-97, 32])],
}));
const area = (id: string, geometry: number, Rank: number): AlertArea => ({
  type: 'Feature',
  id,
  properties: { Identifier: id, Event: 'Heat Advisory', Color: '#ff7f50', Rank },
  geometry: geometries[geometry]!,
});
const areas = fc
  .uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 })),
    {
      selector: ([id]) => id,
      maxLength: 30,
    },
  )
  .map((list) => new Map(list.map(([id, geometry, rank]) => [`${id}`, area(`${id}`, geometry, rank)])));

it('whatever is drawn, small steps lead to what is wanted, and then there is none', () => {
  fc.assert(
    fc.property(areas, areas, (before, wanted) => {
      const drawn = new Map(before);
      for (let steps = 0; ; steps++) {
        const change = nextChange(drawn, wanted, 60);
        if (change === null) break;
        expect(steps).toBeLessThan(31);
        const corners = change.add.map(({ geometry }) => geometry.coordinates.flat().length);
        expect(corners.length === 1 || corners.reduce((sum, one) => sum + one, 0) <= 60).toBe(true);
        // In the order of MapLibre: removals first, then additions, each id once.
        for (const id of change.remove) expect(drawn.delete(id)).toBe(true);
        for (const one of change.add) {
          expect(drawn.has(one.id)).toBe(false);
          drawn.set(one.id, one);
        }
      }
      expect(new Map([...drawn].sort())).toEqual(new Map([...wanted].sort()));
    }),
  );
});

it('what has not changed is not handed over again', () => {
  const drawn = new Map([['a', area('a', 0, 1)]]);
  expect(nextChange(drawn, new Map([['a', area('a', 0, 1)]]))).toBeNull();
  expect(nextChange(drawn, new Map([['a', area('a', 0, 2)]]))).toMatchObject({
    remove: ['a'],
    add: [{ id: 'a' }],
  });
  expect(nextChange(drawn, new Map())).toEqual({ remove: ['a'], add: [] });
});
