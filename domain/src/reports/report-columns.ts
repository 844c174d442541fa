import { fahrenheitFromCelsius, inchesFromMm, mphFromMps, type Reading } from '../core/index.ts';
import type { SummaryMeasure } from '../stations/index.ts';

/** How the values of a stretch of time are put in one number. */
export const reportMetricNames = {
  max: 'Maximum',
  min: 'Minimum',
  avg: 'Average',
  sum: 'Accumulation',
} as const;
export type WeatherMetric = keyof typeof reportMetricNames;

type Quantity = 'temperature' | 'speed' | 'depth' | 'share' | 'index';

interface WeatherType {
  readonly label: string;
  /** What it is of a station's summaries; rain and evapotranspiration are no measures of theirs. */
  readonly source: SummaryMeasure | 'rain' | 'evapotranspiration';
  readonly quantity: Quantity;
  readonly metrics: readonly WeatherMetric[];
  /** The shortest data interval that has it, minutes. */
  readonly leastInterval: 15 | 1440;
}

const measured = (label: string, source: SummaryMeasure, quantity: Quantity): WeatherType => ({
  ...{ label, source, quantity },
  metrics: ['max', 'min', 'avg'],
  leastInterval: 15,
});

/** What a report may tell of stations, by its name on the wire (spec 3 section 2.4). */
export const weatherTypes = {
  AmbientTemperature: measured('Ambient Temperature', 'temperatureC', 'temperature'),
  FeelsLike: measured('Feels Like', 'feelsLikeC', 'temperature'),
  HeatIndex: measured('Heat Index', 'heatIndexC', 'temperature'),
  WindChill: measured('Wind Chill', 'windChillC', 'temperature'),
  WBGT: measured('WBGT', 'wbgtC', 'temperature'),
  Precipitation: {
    ...{ label: 'Precipitation', source: 'rain', quantity: 'depth' },
    ...{ metrics: ['sum'], leastInterval: 15 },
  },
  RelativeHumidity: measured('Relative Humidity', 'humidityPct', 'share'),
  DewPoint: measured('Dew Point', 'dewPointC', 'temperature'),
  Evapotranspiration: {
    ...{ label: 'Evapotranspiration', source: 'evapotranspiration', quantity: 'depth' },
    ...{ metrics: ['sum'], leastInterval: 1440 },
  },
  WindGust: measured('Wind Gust', 'gustMps', 'speed'),
  WindSpeed: measured('Wind Speed', 'windMps', 'speed'),
  PM2_5_AQI: measured('PM2.5 AQI', 'pm25Aqi', 'index'),
  PM10_AQI: measured('PM10 AQI', 'pm10Aqi', 'index'),
} as const satisfies Record<string, WeatherType>;
export type WeatherTypeName = keyof typeof weatherTypes;

/** All of them, in the order in which they are offered. */
export const weatherTypeNames = Object.keys(weatherTypes).filter(isWeatherType);

export function isWeatherType(name: string): name is WeatherTypeName {
  return Object.hasOwn(weatherTypes, name);
}

export function isWeatherMetric(name: string): name is WeatherMetric {
  return Object.hasOwn(reportMetricNames, name);
}

/** °F, mph and inches, or °C, m/s and mm. */
export type ReportUnits = 'us' | 'metric';

interface Unit {
  readonly name: string;
  readonly digits: number;
  readonly of: (value: Reading) => number | null;
}

const asIs = (value: Reading) => value ?? null;

const units: Readonly<Record<Quantity, Readonly<Record<ReportUnits, Unit>>>> = {
  temperature: {
    us: { name: '°F', digits: 1, of: fahrenheitFromCelsius },
    metric: { name: '°C', digits: 1, of: asIs },
  },
  speed: {
    us: { name: 'mph', digits: 1, of: mphFromMps },
    metric: { name: 'm/s', digits: 1, of: asIs },
  },
  depth: {
    us: { name: 'in', digits: 3, of: inchesFromMm },
    metric: { name: 'mm', digits: 2, of: asIs },
  },
  share: { us: { name: '%', digits: 1, of: asIs }, metric: { name: '%', digits: 1, of: asIs } },
  index: { us: { name: '', digits: 0, of: asIs }, metric: { name: '', digits: 0, of: asIs } },
};

/** A column of a weather report. */
export interface WeatherColumn {
  readonly source: WeatherType['source'];
  readonly metric: WeatherMetric;
  /** 'Wind Speed Maximum (mph)'. */
  readonly header: string;
  /** A value in the units of summaries (°C, m/s, mm, %) as text in those of the report. */
  text(value: number): string;
}

/** The columns of what was chosen, in the order of `weatherTypes` whatever the order of the choice. */
export function weatherColumns(
  chosen: Readonly<Partial<Record<WeatherTypeName, readonly WeatherMetric[]>>>,
  unitsOfReport: ReportUnits,
): WeatherColumn[] {
  const names = Object.keys(weatherTypes).filter(isWeatherType);
  return names.flatMap((name) => {
    const { label, source, quantity, metrics } = weatherTypes[name];
    const unit = units[quantity][unitsOfReport];
    return metrics
      .filter((metric) => chosen[name]?.includes(metric))
      .map((metric) => ({
        source,
        metric,
        header: `${label} ${reportMetricNames[metric]}${unit.name === '' ? '' : ` (${unit.name})`}`,
        text: (value) => fixed(unit.of(value), unit.digits),
      }));
  });
}

/** Texts of numbers that were written before, by their digits after the point and their whole number of last digits. */
const texts: string[][] = [];
const textsOfDigits = 20_000;

/**
 * With a fixed number of digits, and no minus before a zero. It is `toFixed`, some ten times as fast for the numbers
 * that reports have, each of which recurs.
 */
function fixed(value: number | null, digits: number): string {
  if (value === null || !Number.isFinite(value)) return '';
  const exact = Math.abs(value) * 10 ** digits;
  const whole = Math.floor(exact + 0.5);
  // The product is not exact: near a half only the decimals of the value itself say where it is rounded to.
  if (whole >= textsOfDigits || Math.abs(exact - Math.floor(exact) - 0.5) < 1e-6)
    return withoutMinusZero(value.toFixed(digits));
  texts[digits] ??= [];
  texts[digits][whole] ??= (whole / 10 ** digits).toFixed(digits);
  const text = texts[digits][whole];
  return value < 0 && whole > 0 ? `-${text}` : text;
}

function withoutMinusZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
