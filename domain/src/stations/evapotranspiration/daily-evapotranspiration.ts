import { QUARTER_MS } from '../../air-quality/index.ts';
import { dailyReferenceEvapotranspirationMm, estimatedSolarWm2 } from '../../atmosphere/index.ts';
import { DAY_MS, inchesFromMm, type LocalDay, roundTo } from '../../core/index.ts';
import { meanOf, type StationSummary, type SummaryMeasure } from '../station-summary.ts';
import { clearSkyOfQuarters, type PyranometerFault, pyranometerFault } from './pyranometer.ts';
import { filledQuarters, quartersOfDay } from './quarters-of-day.ts';

export const evapotranspirationStandard = 'ASCE-EWRI 2005, short crop (clipped grass)';

/** What a day can lack. 'reports': everything. 'range': its values are outside those of the standard. */
export const evapotranspirationGaps = [
  'reports',
  'temperature',
  'humidity',
  'wind',
  'radiation',
  'elevation',
  'range',
] as const;
export type EvapotranspirationGap = (typeof evapotranspirationGaps)[number];

/** A quarter hour of a station, by its beginning (epoch ms). */
export interface StationQuarter extends Pick<StationSummary, 'measures'> {
  readonly at: number;
}

/** Where a station stands: degrees, m above sea level, and its anemometer in m above the ground. */
export interface EvapotranspirationPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly elevationM: number | null;
  readonly windHeightM: number;
}

/** The measurements of a day. All may hold other days too, which are left out. */
export interface EvapotranspirationDay {
  readonly day: LocalDay;
  readonly quarters: readonly StationQuarter[];
  /** Those of a station that reports clouds: itself, or one nearby. */
  readonly clouds: readonly StationQuarter[];
  /** The quarter hours (epoch ms) in which values of the pyranometer were rejected because they did not change. */
  readonly stuckQuarters: ReadonlySet<number>;
}

export interface EvapotranspirationInputs {
  readonly tMaxC: number;
  readonly tMinC: number;
  readonly dewPointC: number;
  readonly windMps: number;
  readonly solarMjM2: number;
}

export interface DailyEvapotranspiration {
  /** 'YYYY-MM-DD'. */
  readonly day: string;
  /** To three decimals, as it is shown; null where something is missing. Slightly negative when dew falls. */
  readonly inches: number | null;
  readonly inputs: EvapotranspirationInputs | null;
  /** Empty exactly where there is a value. */
  readonly missing: readonly EvapotranspirationGap[];
  /** Where the sun's part comes from: a pyranometer, or an estimate from clouds; null where it is missing. */
  readonly radiation: 'measured' | 'estimated' | null;
  /** Why the measured radiation of the day was not used. */
  readonly pyranometerFault: PyranometerFault | null;
}

/**
 * Reference evapotranspiration of a whole local day (ASCE-EWRI 2005, short crop) from the quarter hours of a station.
 * Temperatures are the lowest and highest reported, humidity and wind the means of the quarter hours, radiation their
 * sum. What must be covered is in `filledQuarters`; for the sun it is the quarter hours of daylight. Radiation that is
 * missing or cannot be believed is estimated from clouds.
 */
export function dailyEvapotranspiration(
  { day, quarters, clouds, stuckQuarters }: EvapotranspirationDay,
  place: EvapotranspirationPlace,
): DailyEvapotranspiration {
  const instants = quartersOfDay(day);
  const own = seriesOf(instants, quarters);
  const nothing = { day: day.day, inches: null, inputs: null, radiation: null, pyranometerFault: null };
  if (own.every((quarter) => quarter === undefined)) return { ...nothing, missing: ['reports'] };
  const means = (measure: SummaryMeasure) => filledQuarters(meansOf(own, measure));
  const temperature = means('temperatureC') && extremesOf(own);
  const dewPointC = meanOfAll(means('dewPointC'));
  const windMps = meanOfAll(means('windMps'));
  const dayOfYear = dayOfYearOf(day.day);
  const elevationM = place.elevationM ?? 0;
  const clearWm2 = clearSkyOfQuarters(instants, { ...place, elevationM });
  const sun = radiationOf(
    { own, sky: seriesOf(instants, clouds), instants, clearWm2, stuckQuarters },
    { ...place, elevationM, dayOfYear },
  );
  const missing: EvapotranspirationGap[] = [];
  if (temperature === null) missing.push('temperature');
  if (dewPointC === null) missing.push('humidity');
  if (windMps === null) missing.push('wind');
  if (sun.solarMjM2 === null) missing.push('radiation');
  if (place.elevationM === null) missing.push('elevation');
  const { radiation, fault, solarMjM2 } = sun;
  const found = { day: day.day, radiation, pyranometerFault: fault };
  if (
    temperature === null ||
    dewPointC === null ||
    windMps === null ||
    solarMjM2 === null ||
    missing.length > 0
  )
    return { ...found, inches: null, inputs: null, missing };
  const inputs = { ...temperature, dewPointC, windMps, solarMjM2 };
  const mm = dailyReferenceEvapotranspirationMm({ ...place, ...inputs, dayOfYear });
  if (mm === null) return { ...found, inches: null, inputs, missing: ['range'] };
  return { ...found, inches: roundTo(inchesFromMm(mm), 3), inputs, missing };
}

type Series = readonly (StationQuarter | undefined)[];

interface SunOfDay {
  readonly own: Series;
  readonly sky: Series;
  readonly instants: readonly number[];
  readonly clearWm2: readonly number[];
  readonly stuckQuarters: ReadonlySet<number>;
}

function radiationOf(
  { own, sky, instants, clearWm2, stuckQuarters }: SunOfDay,
  place: { latitude: number; longitude: number; elevationM: number; dayOfYear: number },
) {
  const isLight = (index: number) => (clearWm2[index] ?? 0) > 0;
  const measured = own.map((quarter) => meanOf(quarter?.measures.solarWm2 ?? null));
  const filled = filledQuarters(
    measured.map((wm2, index) => (isLight(index) ? wm2 : 0)),
    isLight,
  );
  const hasAny = measured.some((wm2) => wm2 !== null);
  const totalMj = hasAny && filled ? mjOf(filled) : null;
  const ofSun = own.map((quarter, index) => {
    const solar = quarter?.measures.solarWm2 ?? null;
    return {
      solar: solar && { mean: solar.sum / solar.count, least: solar.least, greatest: solar.greatest },
      isStuck: stuckQuarters.has(instants[index] ?? Number.NaN),
      clearWm2: clearWm2[index] ?? 0,
    };
  });
  const fault = pyranometerFault(ofSun, totalMj, place);
  if (totalMj !== null && fault === null)
    return { solarMjM2: totalMj, radiation: 'measured' as const, fault };
  const covers = filledQuarters(
    sky.map((quarter) => meanOf(quarter?.measures.cloudCover ?? null)),
    isLight,
  );
  if (!covers) return { solarMjM2: null, radiation: null, fault };
  const estimated = instants.map((at, index) => {
    const cloudCover = covers[index] ?? null;
    return estimatedSolarWm2({ ...place, at: at + QUARTER_MS / 2, cloudCover }) ?? 0;
  });
  return { solarMjM2: mjOf(estimated), radiation: 'estimated' as const, fault };
}

function seriesOf(instants: readonly number[], quarters: readonly StationQuarter[]): Series {
  const found = new Map(quarters.map((quarter) => [quarter.at, quarter]));
  return instants.map((at) => found.get(at));
}

function meansOf(series: Series, measure: SummaryMeasure): (number | null)[] {
  return series.map((quarter) => meanOf(quarter?.measures[measure] ?? null));
}

function extremesOf(series: Series): { tMaxC: number; tMinC: number } {
  const summaries = series.flatMap((quarter) => quarter?.measures.temperatureC ?? []);
  return {
    tMaxC: Math.max(...summaries.map(({ greatest }) => greatest)),
    tMinC: Math.min(...summaries.map(({ least }) => least)),
  };
}

function meanOfAll(values: readonly number[] | null): number | null {
  return values && values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The energy of quarter hours, from W/m². */
function mjOf(quarters: readonly number[]): number {
  return quarters.reduce((sum, wm2) => sum + Math.max(0, wm2), 0) * (QUARTER_MS / 1_000) * 1e-6;
}

function dayOfYearOf(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1;
}
