import { describe, expect, it } from 'vitest';
import {
  distanceText,
  intensityText,
  lightningObservation,
  strikeAges,
  strikeData,
  strikePaint,
  strikeType,
} from './strikes.ts';

const now = Date.parse('2026-06-06T20:00:00Z');

describe('strikes on the map', () => {
  it('count their age on from the answer, whether one or many, and the newest is drawn last', () => {
    const point = { type: 'Point' as const, coordinates: [-82, 28] };
    const answer = {
      type: 'FeatureCollection' as const,
      observedThrough: null,
      coverage: 'all' as const,
      completeFrom: null,
      features: [
        { type: 'Feature' as const, geometry: point, properties: { Count: 7, Age: 40 } },
        { type: 'Feature' as const, geometry: point, properties: { TimeStamp: now / 1000 - 90, Age: 90 } },
      ],
    };
    expect(
      strikeData(answer, now).features.map(({ properties }) => [properties!.Count, properties!.At]),
    ).toEqual([
      [1, now / 1000 - 90],
      [7, now / 1000 - 40],
    ]);
  });

  it('are red under five minutes, yellow under fifteen, then green, and gone at thirty', () => {
    const { color, opacity } = strikePaint(now, { red: 'r', yellow: 'y', green: 'g' });
    const age = ['-', now / 1000, ['get', 'At']];
    expect(color).toEqual(['step', age, 'r', 300, 'y', 900, 'g']);
    expect(opacity.slice(-2)).toEqual([1_800, 0]);
    expect(strikeAges.map(({ label: words }) => words)).toEqual(['0-5 min', '5-15 min', '15-30 min']);
  });

  it.each([
    [{ Amp: -34.4, EnergyJ: null }, '-34 kA'],
    [{ Amp: 5.25 }, '5.3 kA'],
    [{ Amp: null, EnergyJ: 4e-14 }, '40 fJ of light (current not measured)'],
    [{ Amp: null, EnergyJ: null }, '--'],
  ])('%j has the intensity %s', (properties, expected) => {
    expect(intensityText(properties)).toBe(expected);
  });

  it('say their kind and how far they are', () => {
    expect([3, 0].map(strikeType)).toEqual(['Cloud to Ground', 'Not told apart (seen from space)']);
    expect(distanceText({ latitude: 28, longitude: -82 }, { latitude: 28.1, longitude: -82 })).toBe('6.9 mi');
    expect(distanceText(null, { latitude: 28, longitude: -82 })).toBe('--');
  });

  it.each([
    ['2026-06-06T19:58:00Z', 'all', 'known'],
    ['2026-06-06T19:58:00Z', 'some', 'partly-covered'],
    ['2026-06-06T19:56:59Z', 'all', 'unknown'],
    [null, 'some', 'unknown'],
    [null, 'none', 'not-covered'],
  ] as const)('looked through %s over %s of the view: %s', (observedThrough, coverage, kind) => {
    expect(lightningObservation({ observedThrough, coverage }, now).kind).toBe(kind);
  });
});
