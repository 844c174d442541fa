import type { Table } from './table.ts';

/** [UTC, latitude, longitude, pressure hPa, temperature °C, apparent elevation °, azimuth °]. Source: the worked example of NREL/TP-560-34302. */
export const SPA_EXAMPLE = ['2003-10-17T19:30:30Z', 39.742476, -105.1786, 820, 11, 90 - 50.11162, 194.34024] as const;

/** [UTC, latitude, longitude, cosine of the apparent zenith distance] */
export const COS_ZENITH_TRUTH: Table<[string, number, number, number]> = [
  {
    source: 'NREL SPA by pvlib, in kwodzicki/pywbgt, tests/test_liljegren.py',
    tolerance: 0.001,
    reason: 'the source stands for the middle of a minute, half a minute off: up to 0.0008',
    rows: [
      ['2000-03-01T16:00:00Z', 33.73305555555555, -83.61694444444444, 0.6659659],
      ['2000-06-01T16:00:00Z', 33.73305555555555, -83.61694444444444, 0.9173484],
      ['2000-08-01T16:00:00Z', 33.73305555555555, -83.61694444444444, 0.8857645],
      ['2000-10-01T16:00:00Z', 33.73305555555555, -83.61694444444444, 0.7408516],
      ['2000-11-01T16:00:00Z', 33.73305555555555, -83.61694444444444, 0.6174007],
    ],
  },
];

/** [UTC, latitude, longitude, apparent elevation °] */
export const APPARENT_ELEVATION_TRUTH: Table<[string, number, number, number]> = [
  {
    source: 'The almanac sun (Larson, PNNL 1992, after the Astronomical Almanac) of Liljegren’s program, year 2023',
    tolerance: 0.02,
    reason: 'the almanac promises 0.01°, and bends the light by another formula',
    rows: [
      ['2023-09-22T13:00:00Z', 11.359619, 11.99707, 59.339143],
      ['2023-07-18T15:00:00Z', 51.5074, -0.1278, 44.703589],
      ['2023-06-21T12:30:00Z', 35, -80, 26.685719],
      ['2023-06-21T17:30:00Z', 35, -80, 78.302448],
      ['2023-07-15T20:00:00Z', 39.74, -104.99, 68.402035],
    ],
  },
];

/** [UTC, latitude, longitude, azimuth °] */
export const AZIMUTH_TRUTH: Table<[string, number, number, number]> = [
  {
    source: 'The almanac sun of Liljegren’s program, year 2023',
    tolerance: 0.05,
    reason: 'the almanac promises 0.01° on the sky, which is more in azimuth near the zenith',
    rows: [
      ['2023-09-22T13:00:00Z', 11.359619, 11.99707, 250.812666],
      ['2023-01-18T03:00:00Z', 51.5074, -0.1278, 62.893487],
      ['2023-06-21T20:30:00Z', 35, -80, 267.199544],
      ['2023-08-05T14:00:00Z', 33.75, -84.39, 94.027337],
      ['2023-07-15T20:00:00Z', 39.74, -104.99, 216.18126],
      ['2023-09-10T17:00:00Z', 25.76, -80.19, 167.768609],
      ['2023-10-15T20:00:00Z', 40.71, -74.01, 234.721761],
      ['2023-01-10T18:00:00Z', 41.88, -87.63, 180.506833],
      ['2023-07-05T03:00:00Z', 42.36, -71.06, 333.341474],
    ],
  },
];
