import { isFiniteReading, type Reading } from '../core/index.ts';

/** What the index is computed from: 24-hour PM2.5 and PM10 in µg/m³, 8-hour and 1-hour ozone in ppm. */
export type AqiPollutant = 'PM2.5' | 'PM10' | 'O3-8h' | 'O3-1h';

/**
 * One line of the table: concentrations (in units of the pollutant's step) and the indices they stand for.
 */
type Breakpoint = readonly [fromStep: number, toStep: number, fromIndex: number, toIndex: number];

type Scale = { stepsPerUnit: number; breakpoints: readonly Breakpoint[]; extends: boolean };

// EPA, "Technical Assistance Document for the Reporting of Daily Air Quality", EPA-454/B-24-002 (May 2024),
// table 6, and 40 CFR 58 appendix G as revised on 6 May 2024. Whole steps instead of decimals, so that no
// binary fraction can tip a value over.
const SCALES: Record<AqiPollutant, Scale> = {
  'PM2.5': {
    stepsPerUnit: 10,
    extends: true,
    breakpoints: [
      [0, 90, 0, 50],
      [91, 354, 51, 100],
      [355, 554, 101, 150],
      [555, 1254, 151, 200],
      [1255, 2254, 201, 300],
      [2255, 3254, 301, 500],
    ],
  },
  PM10: {
    stepsPerUnit: 1,
    extends: true,
    breakpoints: [
      [0, 54, 0, 50],
      [55, 154, 51, 100],
      [155, 254, 101, 150],
      [255, 354, 151, 200],
      [355, 424, 201, 300],
      [425, 604, 301, 500],
    ],
  },
  'O3-8h': {
    stepsPerUnit: 1000,
    extends: false,
    breakpoints: [
      [0, 54, 0, 50],
      [55, 70, 51, 100],
      [71, 85, 101, 150],
      [86, 105, 151, 200],
      [106, 200, 201, 300],
    ],
  },
  'O3-1h': {
    stepsPerUnit: 1000,
    extends: true,
    breakpoints: [
      [125, 164, 101, 150],
      [165, 204, 151, 200],
      [205, 404, 201, 300],
      [405, 604, 301, 500],
    ],
  },
};

/**
 * The largest amount by which binary fractions alone can put a product below the whole step it means (for
 * example 1.1 × 3 / 0.1).
 */
const FRACTION_NOISE = 1e-9;

/**
 * Whole steps of a pollutant's reporting precision (0.1 µg/m³ of PM2.5, 1 µg/m³ of PM10, 0.001 ppm of ozone)
 * in a concentration, truncated as EPA does it.
 */
function truncatedSteps(pollutant: AqiPollutant, concentration: number): number {
  return Math.floor(concentration * SCALES[pollutant].stepsPerUnit + FRACTION_NOISE);
}

/**
 * A concentration truncated to the precision in which EPA reports it; null when missing or negative. Units as
 * `AqiPollutant`.
 */
export function truncatedConcentration(pollutant: AqiPollutant, concentration: Reading): number | null {
  if (!isFiniteReading(concentration) || concentration < 0) return null;
  return truncatedSteps(pollutant, concentration) / SCALES[pollutant].stepsPerUnit;
}

/**
 * Air quality index (a whole number, 0 and up) of a concentration: truncated to the pollutant's precision,
 * interpolated between the breakpoints, rounded half up. Above 500 the last line is extrapolated. Null when
 * missing or negative, for 8-hour ozone above 0.200 ppm (the 1-hour value applies) and for 1-hour ozone below
 * 0.125 ppm (the 8-hour value applies). Source: beside the table.
 */
export function aqi(pollutant: AqiPollutant, concentration: Reading): number | null {
  if (!isFiniteReading(concentration) || concentration < 0) return null;
  const scale = SCALES[pollutant];
  const steps = truncatedSteps(pollutant, concentration);
  const last = scale.breakpoints[scale.breakpoints.length - 1];
  const line = scale.breakpoints.find(([, to]) => steps <= to) ?? (scale.extends ? last : undefined);
  if (!line || steps < line[0]) return null;
  const [fromStep, toStep, fromIndex, toIndex] = line;
  const span = toStep - fromStep;
  // Rounds half up in whole numbers: floor(x + 1/2) of a fraction with the denominator `span`.
  return fromIndex + Math.floor((2 * (toIndex - fromIndex) * (steps - fromStep) + span) / (2 * span));
}

/** A pollutant with either its concentration or an index that a service has already computed. */
export type AqiEntry = { pollutant: AqiPollutant; concentration?: Reading; index?: Reading };

/**
 * The index of a place: the largest of its pollutants' indices, with that pollutant (the first of equals).
 * Null when no entry gives an index. Source: EPA-454/B-24-002, section II.
 */
export function overallAqi(entries: readonly AqiEntry[]): { index: number; pollutant: AqiPollutant } | null {
  let overall: { index: number; pollutant: AqiPollutant } | null = null;
  for (const { pollutant, concentration, index: given } of entries) {
    const index = isFiniteReading(given) ? given : aqi(pollutant, concentration);
    if (index !== null && (overall === null || index > overall.index)) overall = { index, pollutant };
  }
  return overall;
}

export type AqiCategory = { name: string; color: string; max: number | null };

/**
 * The six categories of the index with EPA's colors, by the largest index of each (null: no end). Source:
 * EPA-454/B-24-002, table 2.
 */
export const AQI_CATEGORIES: readonly AqiCategory[] = [
  { name: 'Good', color: '#00E400', max: 50 },
  { name: 'Moderate', color: '#FFFF00', max: 100 },
  { name: 'Unhealthy for Sensitive Groups', color: '#FF7E00', max: 150 },
  { name: 'Unhealthy', color: '#FF0000', max: 200 },
  { name: 'Very Unhealthy', color: '#8F3F97', max: 300 },
  { name: 'Hazardous', color: '#7E0023', max: null },
];

/** Category of an index (0 and up; a fraction is rounded half up first). Null when missing or negative. */
export function aqiCategory(index: Reading): AqiCategory | null {
  if (!isFiniteReading(index) || index < 0) return null;
  const whole = Math.floor(index + 0.5);
  return AQI_CATEGORIES.find(({ max }) => max === null || whole <= max) ?? null;
}
