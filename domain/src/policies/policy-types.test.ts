import { expect, test } from 'vitest';
import { roundTo } from '../core/index.ts';
import { policyTypeById, policyTypeOf, policyTypes } from './policy-types.ts';

test('every type of the specification is there, once', () => {
  const names = [
    'LR1',
    'LR2',
    'LR3',
    'LR4',
    'WBGT',
    'HEAT',
    'CHILL',
    'WIND',
    'GUST',
    'PRECIP',
    'AQI',
    'AQI-MAX',
    'AQI-PM2.5',
    'AQI-PM10',
    'AQI-O3',
    'NWS',
  ];
  expect(policyTypes.map((type) => type.shortName)).toEqual(names);
  expect(new Set(policyTypes.map((type) => type.id)).size).toBe(names.length);
  expect(new Set(policyTypes.map((type) => type.displayName)).size).toBe(names.length);
});

test.each(policyTypes)(
  '$shortName is found by its short name and its id, and its limits can be set',
  (type) => {
    expect(policyTypeOf(type.shortName)).toBe(type);
    expect(policyTypeById(type.id)).toBe(type);
    expect(type.minThreshold).toBeLessThanOrEqual(type.limit);
    expect(roundTo(type.limit, type.precision)).toBe(type.limit);
    expect(roundTo(type.minThreshold, type.precision)).toBe(type.minThreshold);
  },
);

test('what is none of them is not found', () => {
  for (const name of ['', 'lr1', 'aqi', 'constructor']) expect(policyTypeOf(name)).toBeUndefined();
  for (const id of [0, 17, Number.NaN]) expect(policyTypeById(id)).toBeUndefined();
});

test('chill and the distance of lightning are exceeded downwards', () => {
  expect(policyTypes.filter((type) => type.isDesc).map((type) => type.shortName)).toEqual([
    'LR1',
    'LR2',
    'LR3',
    'LR4',
    'CHILL',
  ]);
});
