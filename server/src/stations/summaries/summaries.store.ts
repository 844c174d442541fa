import {
  DAY_MS,
  HOUR_MS,
  type LocalDay,
  localDayOf,
  type MeasureSummary,
  type StationSummary,
  type SummaryMeasure,
  summaryMeasures,
} from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type NumberColumns, readNumberColumns } from '../../platform/database/number-columns.store.ts';
import { ensurePartitions } from '../../platform/database/partitions.store.ts';

/** The summary of a station's reports in a stretch of time. */
export interface StationStretch extends StationSummary {
  /** Its beginning, epoch ms. */
  readonly at: number;
}

/** The lengths of stretches that are stored; days are those of the time zone in which the station stands. */
export type StretchLength = 'quarter' | 'hour' | 'day';

const tables = { quarter: 'station_quarters', hour: 'station_hours', day: 'station_days' } as const;

/** 'temperatureC' is in the columns `temperature_c_least` and so on. */
const columnOf = (measure: SummaryMeasure) =>
  measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const measureColumns = summaryMeasures.map(columnOf);
/** Every column besides the key, with how stretches are summed up to a longer one. */
const columns: readonly (readonly [name: string, sum: 'min' | 'max' | 'sum'])[] = [
  ['reports', 'sum'],
  ['quarters', 'sum'],
  ...measureColumns.flatMap((name) => [
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
const isCount = (name: string) => /^(reports|quarters|wind_vectors|.*_count)$/.test(name);
const names = columns.map(([name]) => name);
const list = sql.raw(names.join(', '));
const summed = sql.raw(columns.map(([name, sum]) => `${sum}(q.${name})`).join(', '));
const replaced = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '));

/** The values of the columns of `columns`, in their order; null where a measure has none. */
function valuesOf(summary: StationSummary): (number | null)[] {
  const values: (number | null)[] = [summary.reports, summary.quarters];
  for (const measure of summaryMeasures) {
    const of = summary.measures[measure];
    values.push(of?.least ?? null, of?.greatest ?? null, of?.sum ?? null, of?.count ?? null);
  }
  const { windEastSum, windNorthSum, windVectors, rainMm, maxRainHourMm } = summary;
  values.push(windEastSum, windNorthSum, windVectors, rainMm, maxRainHourMm);
  return values;
}

/** An array as PostgreSQL reads it: much faster than what the driver makes of one. */
function arrayText(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

/** Makes a stretch from the columns that were read: `names` without those of measures that were not asked for. */
function stretchOf(
  { at, numbers }: NumberColumns,
  place: number,
  asked: ReadonlySet<SummaryMeasure>,
): StationStretch {
  let index = 0;
  const next = () => {
    const value = numbers[index++]?.[place] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  const [reports, quarters] = [next() ?? 0, next() ?? 0];
  const measures: Partial<Record<SummaryMeasure, MeasureSummary | null>> = {};
  for (const measure of summaryMeasures) {
    measures[measure] = null;
    if (!asked.has(measure)) continue;
    const [least, greatest, sum, count] = [next(), next(), next(), next()];
    if (least !== null && greatest !== null && sum !== null && count !== null)
      measures[measure] = { least, greatest, sum, count };
  }
  return {
    ...{ at: at[place] ?? 0, reports, quarters },
    measures: measures as StationSummary['measures'],
    ...{ windEastSum: next() ?? 0, windNorthSum: next() ?? 0, windVectors: next() ?? 0 },
    ...{ rainMm: next(), maxRainHourMm: next() },
  };
}

/** Which stretches of a station are read. */
export interface StretchRange {
  readonly length: StretchLength;
  /** They begin from this instant until the other, which is not included, epoch ms. */
  readonly from: number;
  readonly until: number;
  /** The measures to read, all unless given: the fewer the faster. The others are null. */
  readonly measures?: readonly SummaryMeasure[];
}

/** The stored stretches of a station in a range, in order. */
export async function storedStretches(
  db: Database,
  stationId: string,
  { length, from, until, measures = summaryMeasures }: StretchRange,
): Promise<StationStretch[]> {
  const asked = new Set(measures);
  const left = new Set(summaryMeasures.filter((measure) => !asked.has(measure)).flatMap(partsOf));
  const found = await readNumberColumns(
    db,
    sql`select * from ${sql.table(tables[length])}
      where station_id = ${stationId} and at >= ${new Date(from)} and at < ${new Date(until)} order by at`,
    names.filter((name) => !left.has(name)),
  );
  return Array.from(found.at, (_, place) => stretchOf(found, place, asked));
}

const partsOf = (measure: SummaryMeasure) =>
  ['least', 'greatest', 'sum', 'count'].map((part) => `${columnOf(measure)}_${part}`);

/** Creates the partitions that the summaries of reports at these instants (epoch ms) need, and of the reports after them. */
export async function ensureSummaryPartitions(db: Database, instants: readonly number[]): Promise<void> {
  const reached = instants.flatMap((at) => [at, at + DAY_MS]);
  await ensurePartitions(db, 'station_quarters', reached);
  await ensurePartitions(db, 'station_hours', reached);
}

/** Locks stations until the transaction ends, so that one process at a time sums up their reports. */
export async function lockStations(transaction: Database, ids: readonly string[]): Promise<void> {
  await sql`select from stations where id = any(${ids}::text[]) order by id for no key update`.execute(
    transaction,
  );
}

/** The summaries of quarter hours of a station, with the time zone in which it stands. */
export interface SummarizedStation {
  readonly stationId: string;
  readonly timeZone: string;
  readonly quarters: readonly StationStretch[];
}

/**
 * Replaces the summaries of quarter hours, and makes those of their hours and days anew from all their quarter hours.
 * The caller holds the lock of each station. No entry in the audit: they are measurements.
 */
export async function replaceQuarters(
  transaction: Database,
  stations: readonly SummarizedStation[],
): Promise<void> {
  const ids = stations.flatMap(({ stationId, quarters }) => quarters.map(() => stationId));
  const quarters = stations.flatMap((station) => station.quarters);
  if (quarters.length === 0) return;
  const values = quarters.map(valuesOf);
  const arrays = columns.map(
    ([name], column) =>
      sql`${arrayText(values.map((of) => of[column] ?? null))}::${isCount(name) ? sql`int[]` : sql`float8[]`}`,
  );
  await sql`
    insert into station_quarters (station_id, at, ${list})
    select * from unnest(
      ${ids}::text[], ${quarters.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${sql.join(arrays)}
    )
    on conflict (station_id, at) do update set ${replaced}`.execute(transaction);
  // Both rest on quarter hours alone: the second is sent while the first is worked on.
  await Promise.all([sumUpHours(transaction, stations), sumUpDays(transaction, stations)]);
}

async function sumUpHours(transaction: Database, stations: readonly SummarizedStation[]): Promise<void> {
  const hours = stations.flatMap(({ stationId, quarters }) =>
    [...new Set(quarters.map(({ at }) => at - (at % HOUR_MS)))].map((at) => ({
      stationId,
      from: at,
      until: at + HOUR_MS,
    })),
  );
  await sql`
    insert into station_hours (station_id, at, ${list})
    select hours.station_id, hours.at, ${summed}
    from unnest(${hours.map(({ stationId }) => stationId)}::text[], ${hours.map(({ from }) => new Date(from))}::timestamptz[])
      as hours (station_id, at)
    join station_quarters q on q.station_id = hours.station_id
      and q.at >= hours.at and q.at < hours.at + interval '1 hour' and ${within(hours)}
    group by hours.station_id, hours.at
    on conflict (station_id, at) do update set ${replaced}`.execute(transaction);
}

/** Bounds of all stretches, by which PostgreSQL leaves out partitions before it plans the query. */
function within(stretches: readonly { readonly from: number; readonly until: number }[]) {
  const from = Math.min(...stretches.map((stretch) => stretch.from));
  const until = Math.max(...stretches.map((stretch) => stretch.until));
  return sql`q.at >= ${new Date(from)} and q.at < ${new Date(until)}`;
}

async function sumUpDays(transaction: Database, stations: readonly SummarizedStation[]): Promise<void> {
  const days = stations.flatMap(({ stationId, timeZone, quarters }) =>
    daysOf(quarters, timeZone).map((day) => ({ stationId, ...day })),
  );
  await sql`
    insert into station_days (station_id, at, until, day, ${list})
    select days.station_id, days.at, days.until, days.day, ${summed}
    from unnest(
      ${days.map(({ stationId }) => stationId)}::text[], ${days.map(({ from }) => new Date(from))}::timestamptz[],
      ${days.map(({ until }) => new Date(until))}::timestamptz[], ${days.map(({ day }) => day)}::text[]
    ) as days (station_id, at, until, day)
    join station_quarters q on q.station_id = days.station_id and q.at >= days.at and q.at < days.until
      and ${within(days)}
    group by days.station_id, days.at, days.until, days.day
    on conflict (station_id, at) do update set ${replaced}`.execute(transaction);
}

/** The days that hold quarter hours. A quarter hour belongs to the day in which it begins. */
function daysOf(quarters: readonly StationStretch[], timeZone: string): LocalDay[] {
  const days = new Map<number, LocalDay>();
  let last: LocalDay | null = null;
  for (const { at } of quarters) {
    if (last === null || at < last.from || at >= last.until) last = localDayOf(at, timeZone);
    days.set(last.from, last);
  }
  return [...days.values()];
}
