import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import {
  AQI_CATEGORIES,
  type AqiPollutant,
  aqi,
  aqiCategory,
  overallAqi,
  truncatedConcentration,
} from './air-quality.ts';
import { AQI_REFERENCE } from './reference-data/air-quality.ts';

const POLLUTANTS: AqiPollutant[] = ['PM2.5', 'PM10', 'O3-8h', 'O3-1h'];

describe('aqi', () => {
  test.each(POLLUTANTS)('%s agrees with the reference table', (pollutant) => {
    for (const [concentration, index] of AQI_REFERENCE[pollutant])
      expect(aqi(pollutant, concentration), `${concentration}`).toBe(index);
  });

  // EPA-454/B-24-002, table 6: both ends of every line.
  test.each<[AqiPollutant, number[], number[]]>([
    [
      'PM2.5',
      [0, 9, 9.1, 35.4, 35.5, 55.4, 55.5, 125.4, 125.5, 225.4, 225.5, 325.4],
      [0, 50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 500],
    ],
    [
      'PM10',
      [0, 54, 55, 154, 155, 254, 255, 354, 355, 424, 425, 604],
      [0, 50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 500],
    ],
    [
      'O3-8h',
      [0, 0.054, 0.055, 0.07, 0.071, 0.085, 0.086, 0.105, 0.106, 0.2],
      [0, 50, 51, 100, 101, 150, 151, 200, 201, 300],
    ],
    [
      'O3-1h',
      [0.125, 0.164, 0.165, 0.204, 0.205, 0.404, 0.405, 0.604],
      [101, 150, 151, 200, 201, 300, 301, 500],
    ],
  ])('%s at the ends of each line', (pollutant, concentrations, indices) => {
    expect(concentrations.map((concentration) => aqi(pollutant, concentration))).toEqual(indices);
  });

  test('what lies between two lines is truncated into the lower one', () => {
    expect(aqi('PM2.5', 9.0999)).toBe(50);
    expect(aqi('PM10', 54.9)).toBe(50);
    expect(aqi('O3-8h', 0.0549)).toBe(50);
  });

  test('a step that binary fractions fall short of still counts', () => {
    expect(truncatedConcentration('O3-8h', 0.3 - 0.23)).toBe(0.07);
    expect(truncatedConcentration('PM2.5', 35.4 + 0.1 - 1e-13)).toBe(35.5);
  });

  test('an exact half is rounded up, less is not', () => {
    expect(aqi('O3-8h', 0.078)).toBe(126);
    expect(aqi('O3-1h', 0.162)).toBe(147);
  });

  test('above 500 the last line goes on; 8-h ozone ends, 1-h ozone begins', () => {
    expect(aqi('PM2.5', 425.4)).toBe(699);
    expect(aqi('PM10', 704)).toBe(611);
    expect(aqi('O3-1h', 0.704)).toBe(600);
    expect(aqi('O3-8h', 0.201)).toBeNull();
    expect(aqi('O3-1h', 0.1249)).toBeNull();
  });

  test('is null when missing or negative', () => {
    for (const value of [...MISSING, -0.1]) {
      for (const pollutant of POLLUTANTS) {
        expect(aqi(pollutant, value)).toBeNull();
        expect(truncatedConcentration(pollutant, value)).toBeNull();
      }
    }
  });

  test('is a whole number that never falls as the air gets worse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...POLLUTANTS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pollutant, a, b) => {
          const scale = pollutant.startsWith('O3') ? 0.7 : 700;
          const [low, high] = [
            aqi(pollutant, Math.min(a, b) * scale),
            aqi(pollutant, Math.max(a, b) * scale),
          ];
          if (low !== null) expect(Number.isInteger(low)).toBe(true);
          if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low);
        },
      ),
    );
  });
});

describe('overallAqi', () => {
  test('is the largest with its pollutant (EPA’s example: ozone 126 over PM2.5 at 35.9)', () => {
    const entries = [
      { pollutant: 'PM2.5', concentration: 35.9 },
      { pollutant: 'O3-8h', concentration: 0.078 },
      { pollutant: 'PM10', concentration: null },
    ] as const;
    expect(overallAqi(entries)).toEqual({ index: 126, pollutant: 'O3-8h' });
  });

  test('takes the first of equals, and an index as it is given', () => {
    expect(
      overallAqi([
        { pollutant: 'PM10', index: 50 },
        { pollutant: 'PM2.5', concentration: 9 },
      ]),
    ).toEqual({ index: 50, pollutant: 'PM10' });
    expect(overallAqi([{ pollutant: 'PM10', index: 0 }])).toEqual({ index: 0, pollutant: 'PM10' });
  });

  test('is null without any index', () => {
    expect(overallAqi([])).toBeNull();
    expect(overallAqi([{ pollutant: 'PM10' }, { pollutant: 'O3-8h', concentration: 0.3 }])).toBeNull();
  });
});

describe('aqiCategory', () => {
  test.each([
    [0, 'Good', '#00E400'],
    [50.49, 'Good', '#00E400'],
    [50.5, 'Moderate', '#FFFF00'],
    [100, 'Moderate', '#FFFF00'],
    [101, 'Unhealthy for Sensitive Groups', '#FF7E00'],
    [150, 'Unhealthy for Sensitive Groups', '#FF7E00'],
    [151, 'Unhealthy', '#FF0000'],
    [200, 'Unhealthy', '#FF0000'],
    [201, 'Very Unhealthy', '#8F3F97'],
    [300, 'Very Unhealthy', '#8F3F97'],
    [301, 'Hazardous', '#7E0023'],
    [900, 'Hazardous', '#7E0023'],
  ])('%d is %s, %s', (index, name, color) => {
    expect(aqiCategory(index)).toMatchObject({ name, color });
  });

  test('is null when missing or negative, and one of six', () => {
    for (const value of [...MISSING, -1]) expect(aqiCategory(value)).toBeNull();
    expect(AQI_CATEGORIES.map(({ max }) => max)).toEqual([50, 100, 150, 200, 300, null]);
  });
});
