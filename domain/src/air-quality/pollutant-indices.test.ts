import { expect, test } from 'vitest';
import { pollutantIndices } from './pollutant-indices.ts';

const steady = (value: number | null, count = 24) => Array.from({ length: count }, () => value);

test.each([
  [
    'particles of a steady day',
    'PM2.5',
    null,
    steady(9),
    { nowCast: 50, oneHour: 50, eightHour: null, twentyFourHour: 50 },
  ],
  [
    'the source’s own NowCast goes first',
    'PM10',
    77,
    steady(54),
    { nowCast: 77, oneHour: 50, eightHour: null, twentyFourHour: 50 },
  ],
  [
    'ozone over eight hours; no one-hour index below 0.125 ppm',
    'O3',
    null,
    steady(0.054),
    { oneHour: null, eightHour: 50, twentyFourHour: null },
  ],
  ['ozone above', 'O3', null, steady(0.164), { oneHour: 150 }],
  [
    'nothing but the index',
    'PM2.5',
    37,
    null,
    { nowCast: 37, oneHour: null, eightHour: null, twentyFourHour: null },
  ],
  [
    'too few hours for a day',
    'PM2.5',
    null,
    [...steady(9, 17), ...steady(null, 7)],
    { nowCast: 50, twentyFourHour: null },
  ],
  ['18 hours do', 'PM2.5', null, [...steady(9, 18), ...steady(null, 6)], { twentyFourHour: 50 }],
  ['nothing', 'O3', null, [], { nowCast: null, oneHour: null, eightHour: null, twentyFourHour: null }],
] as const)('%s', (_name, pollutant, given, hours, expected) => {
  expect(pollutantIndices(pollutant, given, hours)).toMatchObject(expected);
});
