/**
 * Quality checks of a weather station's report. A value that fails a check is excluded from all decisions and
 * displayed as flagged.
 *
 * Range, step and persistence after I. Zahumenský, "Guidelines on Quality Control Procedures for Data from
 * Automatic Weather Stations" (WMO/CBS ET-AWS, 2004): its limits of instruments, of the change from one
 * minute to the next, and of the least change in an hour. An organization's own stations have a coarser
 * resolution than the instruments of that guideline (0.1 °F, whole percents), so a value must be constant for
 * longer here. Wind constant at zero is calm, solar radiation at zero is night and humidity of 98 % or more
 * is fog: these may last.
 */

export const stationMeasures = [
  'temperatureC',
  'relativeHumidityPct',
  'windMps',
  'windGustMps',
  'windDirectionDeg',
  'seaLevelPressureHpa',
  'solarWm2',
  'rainRateMmPerHour',
  'rainLastHourMm',
  'rainTodayMm',
  'pm25Ugm3',
  'pm10Ugm3',
  'wbgtC',
] as const;
export type StationMeasure = (typeof stationMeasures)[number];

/** Null is a value that the station does not report. */
export type StationValues = { readonly [measure in StationMeasure]: number | null };

export type FlagReason = 'range' | 'step' | 'stuck';
export interface FlaggedValue {
  readonly value: number;
  readonly reason: FlagReason;
}
export type StationFlags = { readonly [measure in StationMeasure]?: FlaggedValue };

/**
 * A report that was checked before: `values` without the flagged ones, which are in `flagged`. `at` is epoch
 * ms.
 */
export interface CheckedReport {
  readonly at: number;
  readonly values: StationValues;
  readonly flagged: StationFlags;
}

interface Limits {
  readonly low: number;
  readonly high: number;
  /** Largest plausible change in a minute. */
  readonly stepPerMinute?: number;
  /** A value that is constant for this long is flagged. */
  readonly stuckMinutes?: number;
  /** A constant value that is plausible. */
  readonly mayLast?: (value: number) => boolean;
}

const limits: { readonly [measure in StationMeasure]: Limits } = {
  temperatureC: { low: -80, high: 60, stepPerMinute: 3, stuckMinutes: 180 },
  relativeHumidityPct: {
    low: 0,
    high: 100,
    stepPerMinute: 15,
    stuckMinutes: 180,
    mayLast: (pct) => pct >= 98,
  },
  windMps: { low: 0, high: 75, stepPerMinute: 20, stuckMinutes: 60, mayLast: (mps) => mps === 0 },
  windGustMps: { low: 0, high: 113, stuckMinutes: 60, mayLast: (mps) => mps === 0 },
  windDirectionDeg: { low: 0, high: 360 },
  seaLevelPressureHpa: { low: 850, high: 1_100, stepPerMinute: 2, stuckMinutes: 360 },
  solarWm2: { low: 0, high: 1_600, stepPerMinute: 1_000, stuckMinutes: 60, mayLast: (wm2) => wm2 === 0 },
  // 40 mm in a minute; an hour of rain: the world record (305 mm in 42 minutes, Holt, Missouri, 1947) rounded
  // up.
  rainRateMmPerHour: { low: 0, high: 2_400 },
  rainLastHourMm: { low: 0, high: 450 },
  // A day of rain: the world record (1,825 mm, La Réunion, 1966).
  rainTodayMm: { low: 0, high: 1_900 },
  pm25Ugm3: { low: 0, high: 1_000, stuckMinutes: 360 },
  pm10Ugm3: { low: 0, high: 2_000, stuckMinutes: 360 },
  wbgtC: { low: -40, high: 50, stepPerMinute: 3, stuckMinutes: 180 },
};

/** A step is compared with a report that is no older than this. */
const stepReachMs = 10 * 60_000;
/** How far back `recent` must reach. */
export const stationHistoryMs = 6 * 3_600_000;

/**
 * Checks a report against the instrument's range and against the station's earlier reports.
 *
 * @param report its values (units are in their names) at an instant, epoch ms
 * @param recent reports of the last `stationHistoryMs`, in any order; reports later than this one are ignored
 * @returns the values that passed (null for those that failed or were missing), and the flagged values
 */
export function checkStationReport(
  report: { readonly at: number; readonly values: StationValues },
  recent: readonly CheckedReport[],
): { values: StationValues; flagged: StationFlags } {
  const before = recent
    .filter(({ at }) => at < report.at && report.at - at <= stationHistoryMs)
    .sort((a, b) => b.at - a.at);
  const values: Record<StationMeasure, number | null> = { ...report.values };
  const flagged: { [measure in StationMeasure]?: FlaggedValue } = {};
  for (const measure of stationMeasures) {
    const value = values[measure];
    if (value === null) continue;
    const reason = faultOf(measure, value, report.at, before);
    if (reason === null) continue;
    values[measure] = null;
    flagged[measure] = { value, reason };
  }
  return { values, flagged };
}

function faultOf(
  measure: StationMeasure,
  value: number,
  at: number,
  before: readonly CheckedReport[],
): FlagReason | null {
  const { low, high, stepPerMinute, stuckMinutes, mayLast } = limits[measure];
  if (!(value >= low && value <= high)) return 'range';
  if (stepPerMinute !== undefined) {
    const last = before.find(({ values }) => values[measure] !== null);
    const lastValue = last?.values[measure] ?? null;
    // A value that jumped and stays is accepted once the elapsed time allows for the change.
    if (
      last &&
      lastValue !== null &&
      at - last.at <= stepReachMs &&
      Math.abs(value - lastValue) > stepPerMinute * Math.max(1, (at - last.at) / 60_000)
    )
      return 'step';
  }
  if (
    stuckMinutes !== undefined &&
    !mayLast?.(value) &&
    standsSince(measure, value, at, before) <= at - stuckMinutes * 60_000
  )
    return 'stuck';
  return null;
}

/** Since when a value has been constant, epoch ms; a report without it does not interrupt. */
function standsSince(
  measure: StationMeasure,
  value: number,
  at: number,
  before: readonly CheckedReport[],
): number {
  let since = at;
  for (const report of before) {
    const earlier = report.values[measure] ?? report.flagged[measure]?.value ?? null;
    if (earlier === null) continue;
    if (earlier !== value) break;
    since = report.at;
  }
  return since;
}
