import type { Readable } from 'node:stream';
import { HOUR_MS, type LocalDay, MPH_PER_MPS, offsetMinutes } from '@allclear/domain';
import type { CopyOut } from '../../platform/database/copy-out.store.ts';

/** The stretches of which a file has a row each. */
export type RecordStretches =
  | { readonly kind: 'days'; readonly days: readonly LocalDay[] }
  /** From an instant until another (not included, epoch ms); hours are those of the station's clock. */
  | { readonly kind: 'hours' | 'quarters'; readonly from: number; readonly until: number };

export interface RecordOf {
  readonly stationId: string;
  readonly timeZone: string;
  /** The calibration of its gauge. */
  readonly rainFactor: number;
}

/**
 * What a station measured, as a CSV file with a row for each stretch: one without a report is there with empty values
 * and a coverage of 0.
 */
export function recordCsv(copies: CopyOut, of: RecordOf, stretches: RecordStretches): Promise<Readable> {
  return copies.csv(recordSelect(copies, of, stretches), of.timeZone);
}

function recordSelect(copies: CopyOut, of: RecordOf, stretches: RecordStretches): string {
  const columns = columnsOf(of.rainFactor).map(([name, value]) => `${value} as "${name}"`);
  return `select ${columns.join(', ')} from ${source(copies, of, stretches)} order by frame.at`;
}

const time = (at: number) => `timestamptz '${new Date(at).toISOString()}'`;

/** `frame` has the stretches and how many quarter hours each holds, `d` what was measured in them. */
function source(copies: CopyOut, { stationId, timeZone }: RecordOf, stretches: RecordStretches): string {
  const station = copies.literal(stationId);
  if (stretches.kind === 'days') {
    const rows = stretches.days.map(
      ({ from, until }) => `(${time(from)}, ${(until - from) / (HOUR_MS / 4)}::float8)`,
    );
    const frame = rows.length === 0 ? `select now(), 1::float8 where false` : `values ${rows.join(', ')}`;
    return `(${frame}) frame (at, quarters) left join station_days d on d.station_id = ${station} and d.at = frame.at`;
  }
  const { from, until, kind } = stretches;
  const inRange = `station_id = ${station} and at >= ${time(from)} and at < ${time(until)}`;
  const series = (step: string) =>
    `select generate_series(${time(from)}, ${time(until)} - interval '1 second', interval '${step}') as at`;
  if (kind === 'quarters')
    return `(select at, 1::float8 as quarters from (${series('15 minutes')}) quarters) frame
      left join (select * from station_quarters where ${inRange}) d on d.at = frame.at`;
  if (hasWholeHours(from, until, timeZone))
    return `(select at, 4::float8 as quarters from (${series('1 hour')}) hours) frame
      left join (select * from station_hours where ${inRange}) d on d.at = frame.at`;
  const hour = `date_trunc('hour', at, ${copies.literal(timeZone)})`;
  const sums = sourceColumns.map(([name, sum]) => `${sum}(${name}) as ${name}`).join(', ');
  return `(select ${hour} as at, count(*)::float8 as quarters from (${series('15 minutes')}) quarters group by 1) frame
    left join (select ${hour} as hour_at, ${sums} from station_quarters where ${inRange} group by 1) d
      on d.hour_at = frame.at`;
}

/** Whether the hours of the clock are those of UTC; else they begin at a half or a quarter. */
function hasWholeHours(from: number, until: number, timeZone: string): boolean {
  return offsetMinutes(from, timeZone) % 60 === 0 && offsetMinutes(until, timeZone) % 60 === 0;
}

const measures = [
  ...[
    'temperature_c',
    'feels_like_c',
    'heat_index_c',
    'wind_chill_c',
    'wbgt_c',
    'humidity_pct',
    'dew_point_c',
  ],
  ...['wind_mps', 'gust_mps', 'pm25_aqi', 'pm10_aqi'],
] as const;
type Measure = (typeof measures)[number];

/** What the columns read, and how quarter hours are summed up to a longer stretch. */
const sourceColumns: readonly (readonly [name: string, sum: 'min' | 'max' | 'sum'])[] = [
  ['quarters', 'sum'],
  ...measures.flatMap((name) => [
    [`${name}_least`, 'min'] as const,
    [`${name}_greatest`, 'max'] as const,
    [`${name}_sum`, 'sum'] as const,
    [`${name}_count`, 'sum'] as const,
  ]),
  ['wind_east_sum', 'sum'],
  ['wind_north_sum', 'sum'],
  ['wind_vectors', 'sum'],
  ['rain_mm', 'sum'],
  ['max_rain_hour_mm', 'max'],
];

const least = (measure: Measure) => `d.${measure}_least`;
const mean = (measure: Measure) => `d.${measure}_sum / d.${measure}_count`;
const greatest = (measure: Measure) => `d.${measure}_greatest`;

/** Half up, as `roundTo` of the domain. */
const rounded = (value: string, decimals: number) =>
  `floor((${value}) * 1e${decimals}::float8 + 0.5) / 1e${decimals}::float8`;
// The constants are those of domain/src/core/units.ts; a test compares the results.
const fahrenheit = (celsius: string) => rounded(`(${celsius}) * 9 / 5 + 32`, 1);
const mph = (mps: string) => rounded(`(${mps}) * ${MPH_PER_MPS}::float8`, 1);
const inches = (mm: string, factor: number) => rounded(`(${mm}) * ${factor}::float8 / 25.4::float8`, 3);

/** Names with units, and SQL. */
function columnsOf(rainFactor: number): readonly (readonly [name: string, sql: string])[] {
  const degrees = 'floor(degrees(atan2(-d.wind_east_sum, -d.wind_north_sum)) + 360.5)::int % 360';
  return [
    ['Local time', localTimeSql('frame.at')],
    ['UTC', utcSql('frame.at')],
    ['Temperature minimum (°F)', fahrenheit(least('temperature_c'))],
    ['Temperature average (°F)', fahrenheit(mean('temperature_c'))],
    ['Temperature maximum (°F)', fahrenheit(greatest('temperature_c'))],
    ['Feels-like minimum (°F)', fahrenheit(least('feels_like_c'))],
    ['Feels-like average (°F)', fahrenheit(mean('feels_like_c'))],
    ['Feels-like maximum (°F)', fahrenheit(greatest('feels_like_c'))],
    ['Heat index average (°F)', fahrenheit(mean('heat_index_c'))],
    ['Heat index maximum (°F)', fahrenheit(greatest('heat_index_c'))],
    ['Wind chill minimum (°F)', fahrenheit(least('wind_chill_c'))],
    ['Wind chill average (°F)', fahrenheit(mean('wind_chill_c'))],
    ['WBGT average (°F)', fahrenheit(mean('wbgt_c'))],
    ['WBGT maximum (°F)', fahrenheit(greatest('wbgt_c'))],
    ['Relative humidity average (%)', rounded(mean('humidity_pct'), 1)],
    ['Dew point average (°F)', fahrenheit(mean('dew_point_c'))],
    ['Wind speed average (mph)', mph(mean('wind_mps'))],
    ['Wind speed maximum (mph)', mph(greatest('wind_mps'))],
    ['Wind gust maximum (mph)', mph(greatest('gust_mps'))],
    [
      'Wind direction (degrees)',
      `case when d.wind_vectors > 0 and abs(d.wind_east_sum) + abs(d.wind_north_sum) > 1e-6 then ${degrees} end`,
    ],
    ['Precipitation total (in)', inches('d.rain_mm', rainFactor)],
    ['Precipitation maximum in an hour (in)', inches('d.max_rain_hour_mm', rainFactor)],
    ['PM2.5 AQI average', rounded(mean('pm25_aqi'), 0)],
    ['PM2.5 AQI maximum', greatest('pm25_aqi')],
    ['PM10 AQI average', rounded(mean('pm10_aqi'), 0)],
    ['PM10 AQI maximum', greatest('pm10_aqi')],
    ['Coverage (0-1)', rounded('coalesce(d.quarters, 0) / frame.quarters', 3)],
  ];
}

/** '2026-06-06T14:00:00-04:00' in the time zone of the copy. */
export function localTimeSql(at: string): string {
  return `to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM')`;
}

/** '2026-06-06T18:00:00Z'. */
export function utcSql(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
