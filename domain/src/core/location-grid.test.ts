import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceMiles } from './distance.ts';
import { emptyMatches, milesFromCosine, packLocations } from './location-grid.ts';

const place = (latitudes: [number, number], longitudes: [number, number]) =>
  fc.record({
    latitude: fc.double({ min: latitudes[0], max: latitudes[1], noNaN: true }),
    longitude: fc.double({ min: longitudes[0], max: longitudes[1], noNaN: true }),
  });
const regions: [string, [number, number], [number, number]][] = [
  ['a few counties', [28, 29.5], [-83.5, -82]],
  ['the antimeridian', [-20, -18], [-180, 180]],
  ['near the pole', [88.5, 90], [-180, 180]],
  ['the whole world', [-90, 90], [-180, 180]],
];

test.each(regions)('matches what a naive great-circle search matches: %s', (_name, latitudes, longitudes) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place(latitudes, longitudes), fc.double({ min: 0.1, max: 50, noNaN: true })), {
        maxLength: 120,
      }),
      fc.array(place(latitudes, longitudes), { minLength: 1, maxLength: 20 }),
      (places, strikes) => {
        const locations = places.map(([place, outerRadiusMiles]) => ({ ...place, outerRadiusMiles }));
        const grid = packLocations(locations);
        const matches = emptyMatches();
        // The location itself and a point on its circle's edge are the hard cases, so strike every location
        // too.
        for (const strike of [...strikes, ...locations]) {
          grid.match(strike.latitude, strike.longitude, matches);
          const found = new Map(
            Array.from({ length: matches.count }, (_, i) => [
              matches.ids[i]!,
              milesFromCosine(matches.cosines[i]!),
            ]),
          );
          expect(found.size).toBe(matches.count);
          locations.forEach((location, id) => {
            const miles = distanceMiles(location, strike) ?? Number.NaN;
            if (Math.abs(miles - location.outerRadiusMiles) < 1e-4) return;
            expect(found.has(id)).toBe(miles < location.outerRadiusMiles);
            if (found.has(id)) expect(Math.abs(found.get(id)! - miles)).toBeLessThan(2e-3);
          });
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('holds a million locations in at most 130 bytes each', () => {
  const locations = Array.from({ length: 1_000_000 }, (_, i) => ({
    latitude: 25 + ((i * 0.618034) % 1) * 24,
    longitude: -125 + ((i * 0.414214) % 1) * 58,
    outerRadiusMiles: 5 + ((i * 0.732051) % 1) * 45,
  }));
  const grid = packLocations(locations);
  expect(grid.bytes / grid.size).toBeLessThanOrEqual(130);
});

test('an empty grid matches nothing', () => {
  const matches = emptyMatches();
  packLocations([]).match(28, -82, matches);
  expect(matches.count).toBe(0);
});
