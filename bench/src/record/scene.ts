import { parseArgs } from 'node:util';
import { DAY_MS, localDaysBetween, MINUTE_MS, summaryMeasures } from '@allclear/domain';
import { type Database, openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { ensurePartitions } from '@allclear/server/platform/database/partitions.store.ts';
import { sql } from 'kysely';
import { withDatabase } from '../database.ts';

export const zone = 'America/New_York';
/** The scene ends with a local day. */
export const until = Date.UTC(2026, 5, 1, 4);
export const stations = 10;
export const stationId = (index: number) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;

/** `--rows` says how many reports there are; 5 years of ten stations unless given. */
export function wantedRows(fallback: number): number {
  const { values } = parseArgs({ options: { rows: { type: 'string' } }, strict: false });
  return Number(values.rows ?? fallback);
}

export interface Scene {
  readonly store: Store;
  /** The first report, epoch ms. */
  readonly from: number;
  readonly fillSeconds: number;
}

/** Ten stations that reported every so many minutes, so many rows, with summaries of them all. */
export function withScene<T>(
  { rows, stepMinutes }: { rows: number; stepMinutes: number },
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      const stepMs = stepMinutes * MINUTE_MS;
      const from = until - Math.round(rows / stations) * stepMs;
      const begun = performance.now();
      await fill(store, from, stepMs);
      return await work({ store, from, fillSeconds: Math.round((performance.now() - begun) / 1_000) });
    } finally {
      await store.close();
    }
  });
}

async function fill({ db, pool }: Store, from: number, stepMs: number): Promise<void> {
  await pool.query(
    `alter database ${new URL(pool.options.connectionString ?? '').pathname.slice(1)} set timezone to 'UTC'`,
  );
  await addStations(db);
  const months: number[] = [];
  for (let at = from - DAY_MS; at < until + 31 * DAY_MS; at += DAY_MS) months.push(at);
  for (const table of ['observations', 'station_quarters', 'station_hours'] as const)
    await ensurePartitions(db, table, months);
  for (let index = 0; index < stations; index++) {
    await unlimited(db, (connection) => addReports(connection, index, from, stepMs));
    await unlimited(db, (connection) => addQuarters(connection, index));
  }
  await unlimited(db, (connection) => addHours(connection));
  await addDays(db, from);
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze observations, station_quarters, station_hours, station_days`.execute(connection);
    await sql`set statement_timeout = '30s'`.execute(connection);
  });
}

/** What fills the scene takes longer than any statement of the product may. */
async function unlimited(db: Database, work: (connection: Database) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await work(transaction);
  });
}

async function addStations(db: Database): Promise<void> {
  const values = Array.from({ length: stations }, (_, index) => ({
    ...{ id: stationId(index), vendor: 'own', name: `Station ${index}`, latitude: 40.7, longitude: -74 },
    ...{ elevation_m: 10, updated_at: new Date(until), created_at: new Date(until) },
  }));
  await db.insertInto('stations').values(values).execute();
}

/** The counter of rain is set back with the local day; each report is as wide as a real one. */
function addReports(db: Database, index: number, from: number, stepMs: number) {
  return sql`
    insert into observations (station_id, observed_at, received_at, temperature_c, dew_point_c, wind_mps, wind_gust_mps,
      wind_direction_deg, thunder, raw, solar_wm2, rain_today_mm, wbgt_c)
    select ${stationId(index)}, at, at, 15 + 10 * sin(n / 288.0) + n % 7, 8 + n % 5, n % 11, n % 17, n % 360, 'unknown',
      '{"temperatureC":21.3,"relativeHumidityPct":61,"windMps":3.1,"windGustMps":5.2,"windDirectionDeg":210,"rainTodayMm":1.2}',
      n % 900, floor(extract(hour from at at time zone ${zone}) * (n / 288 % 3)), 15 + n % 13
    from generate_series(0, ${(until - from) / stepMs - 1}::int) as n
    cross join lateral (select ${new Date(from)}::timestamptz + n * make_interval(secs => ${stepMs / 1_000}) as at) as instant`.execute(
    db,
  );
}

/** Columns of measures that the scene fills, by their columns of reports; the others are as wide, and are the temperature. */
const sources: Record<string, string> = {
  ...Object.fromEntries(summaryMeasures.map((measure) => [columnOf(measure), 'temperature_c'])),
  ...{ wbgt_c: 'wbgt_c', dew_point_c: 'dew_point_c', wind_mps: 'wind_mps', gust_mps: 'wind_gust_mps' },
  solar_wm2: 'solar_wm2',
};
function columnOf(measure: string): string {
  return measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
const measureColumns = Object.keys(sources).flatMap((name) =>
  ['least', 'greatest', 'sum', 'count'].map((part) => `${name}_${part}`),
);
const columns = `reports, quarters, ${measureColumns.join(', ')}, wind_east_sum, wind_north_sum, wind_vectors, rain_mm`;
const ofReports = Object.values(sources).flatMap((name) => [
  `min(${name})`,
  `max(${name})`,
  `sum(${name})`,
  `count(${name})`,
]);
const ofQuarters = Object.keys(sources).flatMap((name) => [
  ...[`min(${name}_least)`, `max(${name}_greatest)`, `sum(${name}_sum)`, `sum(${name}_count)`],
]);

function addQuarters(db: Database, index: number) {
  return sql`
    insert into station_quarters (station_id, at, ${sql.raw(columns)})
    select station_id, date_bin('15 minutes', observed_at, timestamptz 'epoch') as quarter, count(*), 1,
      ${sql.raw(ofReports.join(', '))}, -sum(wind_mps * sind(wind_direction_deg)), -sum(wind_mps * cosd(wind_direction_deg)),
      count(wind_mps), sum(fallen)
    from (
      select *, case when before is null or rain_today_mm < before then rain_today_mm else rain_today_mm - before end as fallen
      from (
        select *, lag(rain_today_mm) over (order by observed_at) as before from observations
        where station_id = ${stationId(index)}
      ) reports
    ) reports
    group by station_id, quarter`.execute(db);
}

const summedUp = sql.raw(
  `sum(reports), sum(quarters), ${ofQuarters.join(', ')}, sum(wind_east_sum), sum(wind_north_sum), sum(wind_vectors), sum(rain_mm)`,
);

function addHours(db: Database) {
  return sql`
    insert into station_hours (station_id, at, ${sql.raw(columns)})
    select station_id, date_bin('1 hour', at, timestamptz 'epoch') as hour, ${summedUp}
    from station_quarters group by station_id, hour`.execute(db);
}

async function addDays(db: Database, from: number): Promise<void> {
  const days = localDaysBetween(from, until, zone);
  await unlimited(db, (connection) =>
    sql`
      insert into station_days (station_id, at, until, day, ${sql.raw(columns)})
      select station_id, days.at, days.until, days.day, ${summedUp}
      from unnest(${days.map((day) => new Date(day.from))}::timestamptz[], ${days.map((day) => new Date(day.until))}::timestamptz[],
        ${days.map(({ day }) => day)}::text[]) as days (at, until, day)
      join (select *, at as hour_at from station_hours) hours on hour_at >= days.at and hour_at < days.until
      group by station_id, days.at, days.until, days.day`.execute(connection),
  );
}
