import { DAY_MS, HOUR_MS, QUARTER_MS, type RainBefore, type SummedReport } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readNumberColumns } from '../../platform/database/number-columns.store.ts';

/** A stretch of whole quarter hours of a station, epoch ms; `until` is not included. */
export interface QuarterSpan {
  readonly stationId: string;
  readonly from: number;
  readonly until: number;
}

/** What summaries are made of. */
const columns = [
  ...['temperature_c', 'dew_point_c', 'wind_mps', 'wind_gust_mps', 'wind_direction_deg', 'solar_wm2'],
  ...['cloud_cover', 'wbgt_c', 'pm25_ugm3', 'pm10_ugm3', 'rain_today_mm', 'precipitation_last_hour_mm'],
];

/** The reports of stretches of time, in order within each stretch. */
export async function reportsOfSpans(
  db: Database,
  spans: readonly QuarterSpan[],
): Promise<{ readonly stationId: string; readonly report: SummedReport }[]> {
  const { at, numbers } = await readNumberColumns(
    db,
    sql`select reports.*, index
      from ${spansTable(spans)} with ordinality as span (station_id, from_at, until_at, index)
      cross join lateral (
        select observed_at as at, ${sql.raw(columns.join(', '))} from observations
        where station_id = span.station_id and observed_at >= span.from_at and observed_at < span.until_at
          and ${within(spans, 0, 0)}
      ) reports
      order by index, at`,
    [...columns, 'index'],
  );
  const indexes = numbers.at(-1);
  return Array.from(at, (observedAt, place) => {
    let column = 0;
    const next = () => {
      const value = numbers[column++]?.[place] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
    // In the order of `columns`.
    const report = {
      ...{ observedAt, temperatureC: next(), dewPointC: next(), windMps: next(), gustMps: next() },
      ...{ windDirectionDeg: next(), solarWm2: next(), cloudCover: next() },
      ...{ wbgtC: next(), pm25Ugm3: next(), pm10Ugm3: next() },
      ...{ rainTodayMm: next(), rainLastHourMm: next() },
    };
    return { stationId: spans[(indexes?.[place] ?? 0) - 1]?.stationId ?? '', report };
  });
}

/**
 * Widens stretches in which reports changed to the quarter hours that rest on them: the rest of their last clock hour,
 * and where they hold a counter of the day's rain, those up to its next value, at most a day later.
 */
export async function affectedSpans(db: Database, spans: readonly QuarterSpan[]): Promise<QuarterSpan[]> {
  const { rows } = await sql<{ has_counter: boolean; next_at: Date | null }>`
    select has_counter, next_at
    from ${spansTable(spans)} with ordinality as span (station_id, from_at, until_at, index)
    cross join lateral (
      select exists (
        select from observations
        where station_id = span.station_id and observed_at >= span.from_at and observed_at < span.until_at
          and ${within(spans, 0, DAY_MS)} and rain_today_mm is not null
      ) as has_counter
    ) counters
    left join lateral (
      select observed_at as next_at from observations
      where has_counter and station_id = span.station_id and observed_at >= span.until_at
        and observed_at < span.until_at + interval '24 hours' and ${within(spans, 0, DAY_MS)}
        and rain_today_mm is not null
      order by observed_at limit 1
    ) next on true
    order by index`.execute(db);
  const widened = spans.map((span, index) => {
    const found = rows[index];
    const hourEnd = Math.ceil(span.until / HOUR_MS) * HOUR_MS;
    if (!found?.has_counter) return { ...span, until: hourEnd };
    const reach = found.next_at === null ? span.until + DAY_MS : quarterOf(found.next_at.getTime());
    return { ...span, until: Math.max(hourEnd, reach + QUARTER_MS) };
  });
  return mergeSpans(widened);
}

/** What was said of rain before each stretch. */
export async function rainBefore(db: Database, spans: readonly QuarterSpan[]): Promise<RainBefore[]> {
  const { rows } = await sql<{ at: Date | null; mm: number | null; hour_greatest_mm: number | null }>`
    select today.at, today.mm, hour_greatest_mm
    from ${spansTable(spans)} with ordinality as span (station_id, from_at, until_at, index)
    left join lateral (
      select observed_at as at, rain_today_mm as mm from observations
      where station_id = span.station_id and observed_at < span.from_at
        and observed_at >= span.from_at - interval '24 hours' and ${within(spans, -DAY_MS, 0)}
        and rain_today_mm is not null
      order by observed_at desc limit 1
    ) today on true
    cross join lateral (
      select max(precipitation_last_hour_mm) as hour_greatest_mm from observations
      where station_id = span.station_id and observed_at < span.from_at
        and observed_at >= date_bin('1 hour', span.from_at, timestamptz 'epoch') and ${within(spans, -DAY_MS, 0)}
    ) hour
    order by index`.execute(db);
  return rows.map(({ at, mm, hour_greatest_mm }) => ({
    today: at === null || mm === null ? null : { at: at.getTime(), mm },
    hourGreatestMm: hour_greatest_mm,
  }));
}

/** Bounds of all stretches, by which PostgreSQL leaves out partitions before it plans the query. */
function within(spans: readonly QuarterSpan[], beforeMs: number, afterMs: number) {
  const from = Math.min(...spans.map((span) => span.from)) + beforeMs;
  const until = Math.max(...spans.map((span) => span.until)) + afterMs;
  return sql`observed_at >= ${new Date(from)} and observed_at < ${new Date(until)}`;
}

function spansTable(spans: readonly QuarterSpan[]) {
  return sql`unnest(
    ${spans.map(({ stationId }) => stationId)}::text[], ${spans.map(({ from }) => new Date(from))}::timestamptz[],
    ${spans.map(({ until }) => new Date(until))}::timestamptz[]
  )`;
}

/** Quarter hours of one station (their beginnings, in order) as stretches without a break. */
export function spansOf(stationId: string, quarters: readonly number[]): QuarterSpan[] {
  const spans: { stationId: string; from: number; until: number }[] = [];
  for (const at of quarters) {
    const last = spans.at(-1);
    if (last?.until === at) last.until = at + QUARTER_MS;
    else spans.push({ stationId, from: at, until: at + QUARTER_MS });
  }
  return spans;
}

/** The same without overlaps, in order of time within each station. */
function mergeSpans(spans: readonly QuarterSpan[]): QuarterSpan[] {
  return [...Map.groupBy(spans, ({ stationId }) => stationId)].flatMap(([stationId, ofStation]) => {
    const merged: { stationId: string; from: number; until: number }[] = [];
    for (const { from, until } of ofStation.toSorted((a, b) => a.from - b.from)) {
      const last = merged.at(-1);
      if (last && from <= last.until) last.until = Math.max(last.until, until);
      else merged.push({ stationId, from, until });
    }
    return merged;
  });
}

/** The beginning of the quarter hour that holds an instant, epoch ms. */
export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER_MS) * QUARTER_MS;
}
