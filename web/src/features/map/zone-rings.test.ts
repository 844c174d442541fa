import type { Location } from '@allclear/contract';
import { expect, it } from 'vitest';
import { type ZoneState, zoneRings } from './zone-rings.ts';

const place = {
  latitude: 32,
  longitude: -97,
  policy: { effective: { radius1: 10, radius2: 20, radius3: 0, radius4: 30 } },
} as Location;
const shown = (states: [number, ZoneState][] | null) => {
  const { rings, labels } = zoneRings(place, states && new Map(states));
  return {
    states: rings.features.map(({ properties }) => [properties?.radiusMiles, properties?.state]),
    labels: labels.features.map(({ properties }) => properties?.text),
  };
};

it('a ring has the state of its radius, outermost first, and its label says it', () => {
  expect(
    shown([
      [10, 'clear'],
      [20, 'observing'],
      [30, 'strike'],
    ]),
  ).toEqual({
    states: [
      [30, 'strike'],
      [20, 'observing'],
      [10, 'clear'],
    ],
    labels: ['10 mi', '20 mi: observing', '30 mi: lightning delay'],
  });
});

it('a radius without a state is not known, never clear', () => {
  expect(shown([[10, 'clear']])).toEqual({
    states: [
      [30, 'unknown'],
      [20, 'unknown'],
      [10, 'clear'],
    ],
    labels: ['10 mi', '20 mi: not known', '30 mi: not known'],
  });
  expect(shown([]).states.map(([, state]) => state)).toEqual(['unknown', 'unknown', 'unknown']);
});

it('before the first answer nothing is said', () => {
  expect(shown(null)).toEqual({
    states: [
      [30, 'checking'],
      [20, 'checking'],
      [10, 'checking'],
    ],
    labels: ['10 mi', '20 mi', '30 mi'],
  });
});
