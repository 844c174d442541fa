import { aqi } from '../air-quality/index.ts';
import { feelsLikeF, heatIndexF, relativeHumidityPct, windChillF } from '../atmosphere/index.ts';
import { celsiusFromFahrenheit, fahrenheitFromCelsius, mphFromMps } from '../core/index.ts';
import { type RainBefore, type RainReport, rainOfQuarter } from './station-rain.ts';

/**
 * What a station measured in a stretch of time (a quarter of an hour, an hour, a local day), so that long ranges
 * are read without the reports themselves. Derived values (feels-like, heat index, wind chill, humidity) are those
 * of each report, summed up like measured ones; they never come from other summaries.
 */
export const summaryMeasures = [
  'temperatureC',
  'feelsLikeC',
  'heatIndexC',
  'windChillC',
  'wbgtC',
  'humidityPct',
  'dewPointC',
  'windMps',
  'gustMps',
  'solarWm2',
  'cloudCover',
  'pm25Ugm3',
  'pm10Ugm3',
  'pm25Aqi',
  'pm10Aqi',
] as const;
export type SummaryMeasure = (typeof summaryMeasures)[number];

/** The values of one measure. The mean is `sum / count`; `count` is at least 1. */
export interface MeasureSummary {
  readonly least: number;
  readonly greatest: number;
  readonly sum: number;
  readonly count: number;
}

export type MeasureSummaries = { readonly [measure in SummaryMeasure]: MeasureSummary | null };

export interface StationSummary {
  /** How many reports there were. */
  readonly reports: number;
  /** In how many quarter hours there was a report: of 4 in an hour, 92 to 100 in a day. */
  readonly quarters: number;
  /**
   * Null without a value. WBGT is the one that was measured in each report, else one estimate for each quarter hour.
   * The index of particles is that of the mean concentration of each quarter hour.
   */
  readonly measures: MeasureSummaries;
  /** Sums of the parts of the wind that blow towards the east and the north, m/s, and how many reports had them. */
  readonly windEastSum: number;
  readonly windNorthSum: number;
  readonly windVectors: number;
  /** Rain before calibration, mm; null where no report tells how much. */
  readonly rainMm: number | null;
  /** The most rain of an hour in a report, before calibration, mm; null where none did. */
  readonly maxRainHourMm: number | null;
}

/** A report as it is summed up: what passed the checks, null where nothing did. */
export interface SummedReport extends RainReport {
  readonly temperatureC: number | null;
  readonly dewPointC: number | null;
  readonly windMps: number | null;
  readonly gustMps: number | null;
  readonly windDirectionDeg: number | null;
  readonly solarWm2: number | null;
  readonly cloudCover: number | null;
  readonly wbgtC: number | null;
  readonly pm25Ugm3: number | null;
  readonly pm10Ugm3: number | null;
}

/** The means of a quarter hour, from which its WBGT is estimated where none was measured. */
export interface QuarterMeans {
  /** The mean instant of its reports, epoch ms. */
  readonly observedAt: number;
  readonly temperatureC: number | null;
  readonly dewPointC: number | null;
  readonly windMps: number | null;
  readonly solarWm2: number | null;
  readonly cloudCover: number | null;
}

/**
 * Sums up the reports of one quarter hour.
 *
 * @param reports in order of time, at least one
 * @param rain what was said of rain before, and the IANA zone in which the station stands
 * @param estimateWbgtC the WBGT (°C) for the means of the quarter hour; called only where no report measured it
 */
export function summarizeQuarter(
  reports: readonly SummedReport[],
  rain: { readonly before: RainBefore; readonly timeZone: string },
  estimateWbgtC: (means: QuarterMeans) => number | null,
): StationSummary {
  const of = (read: (report: SummedReport) => number | null) => summaryOf(reports.map(read));
  const temperatureC = of((report) => report.temperatureC);
  const dewPointC = of((report) => report.dewPointC);
  const windMps = of((report) => report.windMps);
  const solarWm2 = of((report) => report.solarWm2);
  const cloudCover = of((report) => report.cloudCover);
  const pm25Ugm3 = of((report) => report.pm25Ugm3);
  const pm10Ugm3 = of((report) => report.pm10Ugm3);
  const means = {
    observedAt: reports.reduce((sum, report) => sum + report.observedAt, 0) / reports.length,
    temperatureC: meanOf(temperatureC),
    dewPointC: meanOf(dewPointC),
    windMps: meanOf(windMps),
    solarWm2: meanOf(solarWm2),
    cloudCover: meanOf(cloudCover),
  };
  const felts = reports.map(felt);
  const vectors = reports.flatMap(({ windMps: mps, windDirectionDeg: degrees }) =>
    mps === null || degrees === null ? [] : [{ mps, radians: (degrees * Math.PI) / 180 }],
  );
  return {
    reports: reports.length,
    quarters: 1,
    measures: {
      temperatureC,
      feelsLikeC: summaryOf(felts.map((one) => celsiusFromFahrenheit(feelsLikeF(one, 'from-5-mph')))),
      heatIndexC: summaryOf(
        felts.map((one) => celsiusFromFahrenheit(heatIndexF(one.temperatureF, one.relativeHumidityPct))),
      ),
      windChillC: summaryOf(
        felts.map((one) => celsiusFromFahrenheit(windChillF(one.temperatureF, one.windMph, 'from-5-mph'))),
      ),
      wbgtC: of((report) => report.wbgtC) ?? summaryOf([estimateWbgtC(means)]),
      humidityPct: summaryOf(felts.map((one) => one.relativeHumidityPct)),
      dewPointC,
      windMps,
      gustMps: of((report) => report.gustMps),
      solarWm2,
      cloudCover,
      pm25Ugm3,
      pm10Ugm3,
      pm25Aqi: summaryOf([aqi('PM2.5', meanOf(pm25Ugm3))]),
      pm10Aqi: summaryOf([aqi('PM10', meanOf(pm10Ugm3))]),
    },
    // A wind is named for where it comes from.
    windEastSum: vectors.reduce((sum, { mps, radians }) => sum - mps * Math.sin(radians), 0),
    windNorthSum: vectors.reduce((sum, { mps, radians }) => sum - mps * Math.cos(radians), 0),
    windVectors: vectors.length,
    rainMm: rainOfQuarter(reports, rain.before, rain.timeZone),
    maxRainHourMm: of((report) => report.rainLastHourMm)?.greatest ?? null,
  };
}

/** The summary of all values that are there; null without one. */
export function summaryOf(values: readonly (number | null)[]): MeasureSummary | null {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    sum += value;
    count += 1;
  }
  return count === 0 ? null : { least, greatest, sum, count };
}

export function meanOf(summary: MeasureSummary | null): number | null {
  return summary === null ? null : summary.sum / summary.count;
}

function felt({ temperatureC, dewPointC, windMps }: SummedReport) {
  return {
    temperatureF: fahrenheitFromCelsius(temperatureC),
    relativeHumidityPct: relativeHumidityPct(temperatureC, dewPointC),
    windMph: mphFromMps(windMps),
  };
}
