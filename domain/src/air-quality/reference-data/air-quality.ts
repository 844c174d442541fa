// Source: EPA-454/B-24-002 (May 2024), table 6, and 40 CFR 58 appendix G: both ends of lines of the table,
// the document's worked examples (ozone 0.078 ppm is exactly 125.5 and becomes 126; 0.162 ppm over 1 h is
// 147.5−0.01) and values that only truncation gets right (aqstandards, aqi-calculator). Tolerance: none, the
// index is a whole number.

/** By pollutant: [concentration (µg/m³, ozone ppm), index or null]. */
export const AQI_REFERENCE = {
  'PM2.5': [
    [0, 0],
    [9, 50],
    [9.1, 51],
    [35.4, 100],
    [35.5, 101],
    [55.4, 150],
    [125.4, 200],
    [325.4, 500],
    [35.5, 101],
    [15, 62],
    [6.333333, 35],
    [9.09, 50],
  ],
  PM10: [
    [54, 50],
    [55, 51],
    [154, 100],
    [254, 150],
    [255, 151],
    [355, 201],
  ],
  'O3-8h': [
    [0, 0],
    [0.085, 150],
    [0.086, 151],
    [0.106, 201],
    [0.078, 126],
    [0.03, 28],
    [0.3, null],
    [0.089, 159],
    [0.070999, 100],
  ],
  'O3-1h': [
    [0.164, 150],
    [0.165, 151],
    [0.205, 201],
    [0.162, 147],
    [0.35, 273],
  ],
} satisfies Record<string, readonly (readonly [number, number | null])[]>;

/**
 * PM2.5 NowCast: [hours newest first, concentration]. Source: AirNowTech's worked example and
 * MazamaScience/air-monitor-algorithms.
 */
export const NOWCAST_PM25_REFERENCE: readonly (readonly [readonly (number | null)[], number | null])[] = [
  [[21, null, 35, 49.2, 48.6, 53.7, 66.2, 69.2, 64.9, 50, 43, 34.9], 28.4],
  [[null, null, 35, 49.2, 48.6, 53.7, 66.2, 69.2, 64.9, 50, 43, 34.9], null],
  [[20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20], 20],
];

/**
 * PM NowCast before truncation: [hours newest first, concentration]. Source: ThangLeQuoc/aqi-calculator and
 * other public tests; two decimals.
 */
export const NOWCAST_PM_REFERENCE: readonly (readonly [readonly (number | null)[], number | null])[] = [
  [[10, 20, 40, 80], 21.33],
  [[12, null, null, 12], null],
  [[10, null, 20], 12],
  [[10, null, null, 20], null],
  [[0, 0], 0],
  [[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5], 5],
  [[64, null, null, 77, 65, 61, 70, 71, 64, 57, 58, 64], null],
  [[30.5, null, null, 30, 32.4, 31.1, 28.2, 30.7, 32.8, 32.6, 33.1, 28.5], null],
];
