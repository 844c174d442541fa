import { expect, test } from 'vitest';
import { idOf, presentStrikePoints } from './present-strike-points.ts';
import type { StoredFlash } from './store.ts';

const strike: StoredFlash = {
  feed: 'satellite',
  key: 'a',
  at: 1_780_000_000_400,
  latitude: 28.1234567,
  longitude: -82.7654321,
  points: Float64Array.of(28, -82),
  energyJ: 4.123456e-14,
  amplitudeKa: null,
  quality: 0,
  type: 0,
};

test('strikes become columns, to the second and to the meter', () => {
  expect(
    presentStrikePoints([strike, { ...strike, key: 'b', energyJ: null, amplitudeKa: -34.5, type: 3 }]),
  ).toEqual({
    ids: [idOf(strike), idOf({ feed: 'satellite', key: 'b' })],
    at: [1_780_000_000, 1_780_000_000],
    longitude: [-82.76543, -82.76543],
    latitude: [28.12346, 28.12346],
    ampKa: [null, -34.5],
    energyJ: [4.12e-14, null],
    type: [0, 3],
  });
});

test('strikes have numbers of their own, which JSON carries exactly', () => {
  const ids = Array.from({ length: 100_000 }, (_, i) => [
    idOf({ feed: 'satellite', key: `G19-s2026157200${i % 1_000}-${Math.floor(i / 1_000)}` }),
    idOf({ feed: 'ingest:net', key: String(i) }),
  ]).flat();
  expect(new Set(ids).size).toBe(200_000);
  expect(ids.every((id) => Number.isSafeInteger(id) && id >= 0)).toBe(true);
});
