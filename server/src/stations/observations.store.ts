import type { StationReport } from '@allclear/adapters';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { timeZoneOf } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { ensurePartitions } from '../platform/database/partitions.store.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { storableReports } from './summaries/storable-reports.ts';
import { sumUpReports } from './summaries/sum-up-reports.ts';
import { ensureSummaryPartitions } from './summaries/summaries.store.ts';

/** A weather station, a government's or an organization's own; the digest of its key stays in the store. */
export type Station = RecordOf<Omit<Selectable<Tables['stations']>, 'key_hash' | 'passkey_hash'>>;
/** What a station reported at an instant. */
export type Observation = RecordOf<Selectable<Tables['observations']>>;

/**
 * Stores reports; a report that is there already stays as it is unless it was corrected. Returns how many rows
 * changed. No entry in the audit: they are measurements.
 */
export async function storeReports(
  db: Database,
  _actor: Actor,
  vendor: string,
  reports: readonly StationReport[],
  now: number,
): Promise<number> {
  const storable = await storableReports(db, reports, ({ observedAt }) => observedAt, now);
  if (storable.length === 0) return 0;
  const instants = storable.map((report) => report.observedAt);
  await ensurePartitions(db, 'observations', instants);
  await ensureSummaryPartitions(db, instants);
  return db.transaction().execute(async (transaction) => {
    const stations = await upsertStations(transaction, vendor, storable, now);
    const changed = await upsertReports(transaction, storable, now);
    if (changed.length === 0) return 0;
    await sumUpReports(transaction, changedOf(stations, changed));
    await notify(transaction, { topic: 'observations' });
    return changed.length;
  });
}

interface StoredInstant {
  readonly station_id: string;
  readonly observed_at: Date;
}

function changedOf(stations: readonly Station[], changed: readonly StoredInstant[]) {
  const instants = Map.groupBy(changed, ({ station_id }) => station_id);
  return stations.flatMap((station) => {
    const of = instants.get(station.id);
    return of
      ? [
          {
            station: { ...station, timeZone: timeZoneOf(station) },
            instants: of.map(({ observed_at }) => observed_at.getTime()),
          },
        ]
      : [];
  });
}

/** Returns them as they are stored; their rows are locked. */
async function upsertStations(
  transaction: Database,
  vendor: string,
  reports: readonly StationReport[],
  now: number,
): Promise<Station[]> {
  const stations = [...new Map(reports.map((report) => [report.stationId, report])).values()].sort((a, b) =>
    a.stationId < b.stationId ? -1 : 1,
  );
  const rows = await transaction
    .insertInto('stations')
    .values(
      stations.map((report) => ({
        id: report.stationId,
        vendor,
        name: report.stationName,
        latitude: report.latitude,
        longitude: report.longitude,
        elevation_m: report.elevationM,
        updated_at: new Date(now),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        latitude: set.ref('excluded.latitude'),
        longitude: set.ref('excluded.longitude'),
        elevation_m: set.ref('excluded.elevation_m'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    )
    .returningAll()
    .execute();
  return rows.map(stationOf);
}

/** Returns the rows that are new or were corrected. */
async function upsertReports(
  transaction: Database,
  reports: readonly StationReport[],
  now: number,
): Promise<StoredInstant[]> {
  const unique = [
    ...new Map(reports.map((report) => [`${report.stationId} ${report.observedAt}`, report])).values(),
  ];
  return transaction
    .insertInto('observations')
    .values(
      unique.map((report) => ({
        station_id: report.stationId,
        observed_at: new Date(report.observedAt),
        received_at: new Date(now),
        temperature_c: report.temperatureC,
        dew_point_c: report.dewPointC,
        wind_mps: report.windMps,
        wind_gust_mps: report.windGustMps,
        wind_direction_deg: typeof report.windDirection === 'number' ? report.windDirection : null,
        wind_variable: report.windDirection === 'variable',
        altimeter_hpa: report.altimeterHpa,
        visibility_miles: report.visibilityMiles,
        visibility_at_least: report.visibilityAtLeast,
        precipitation_last_hour_mm: report.precipitationLastHourMm,
        cloud_cover: report.cloudCover,
        weather_text: report.weatherText,
        thunder: report.thunder,
        raw: report.raw,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['station_id', 'observed_at'])
        .doUpdateSet((set) => ({
          temperature_c: set.ref('excluded.temperature_c'),
          dew_point_c: set.ref('excluded.dew_point_c'),
          wind_mps: set.ref('excluded.wind_mps'),
          wind_gust_mps: set.ref('excluded.wind_gust_mps'),
          wind_direction_deg: set.ref('excluded.wind_direction_deg'),
          wind_variable: set.ref('excluded.wind_variable'),
          altimeter_hpa: set.ref('excluded.altimeter_hpa'),
          precipitation_last_hour_mm: set.ref('excluded.precipitation_last_hour_mm'),
          weather_text: set.ref('excluded.weather_text'),
          thunder: set.ref('excluded.thunder'),
          raw: set.ref('excluded.raw'),
        }))
        .whereRef('observations.raw', '!=', 'excluded.raw'),
    )
    .returning(['station_id', 'observed_at'])
    .execute();
}

export interface NearestObservation {
  readonly station: Station;
  readonly observation: Observation;
}

/** A box of degrees. */
export interface StationBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export function stationOf({
  key_hash: _key,
  passkey_hash: _passkey,
  ...row
}: Selectable<Tables['stations']>): Station {
  return recordOf(row);
}

/** True of the stations in a box. */
export function isInBox({ south, north, west, east }: StationBox): RawBuilder<boolean> {
  return sql<boolean>`(latitude between ${south} and ${north} and longitude between ${west} and ${east})`;
}

/** The government stations in a box. */
export async function governmentStationsIn(db: Database, box: StationBox): Promise<Station[]> {
  const rows = await db
    .selectFrom('stations')
    .selectAll()
    .where('organization_id', 'is', null)
    .where(isInBox(box))
    .execute();
  return rows.map(stationOf);
}

/**
 * The newest report of each of the stations that is no newer than `now` and no older than `since`, in one
 * query; a station without one is left out.
 */
export async function newestReports<Of extends Station>(
  db: Database,
  stations: readonly Of[],
  since: number,
  now: number,
): Promise<{ readonly station: Of; readonly observation: Observation }[]> {
  if (stations.length === 0) return [];
  // One index lookup for each station, however many reports each has sent since.
  const { rows } = await sql<Selectable<Tables['observations']>>`
    select newest.* from unnest(${stations.map(({ id }) => id)}::text[]) as wanted (id)
    cross join lateral (
      select * from observations
      where station_id = wanted.id and observed_at >= ${new Date(since)} and observed_at <= ${new Date(now)}
      order by observed_at desc limit 1
    ) newest`.execute(db);
  const byStation = new Map(rows.map((row) => [row.station_id, row]));
  return stations.flatMap((station) => {
    const row = byStation.get(station.id);
    return row ? [{ station, observation: recordOf(row) }] : [];
  });
}

/**
 * The newest report of each government station in a box around a place that is no newer than `now` and no
 * older than `since`. The caller picks the nearest by distance on the sphere.
 */
export async function reportsAround(
  db: Database,
  box: StationBox,
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  return newestReports(db, await governmentStationsIn(db, box), since, now);
}

/** The same in boxes around many places: a station in several boxes once, in as many queries as for one box. */
export async function reportsAroundPlaces(
  db: Database,
  boxes: readonly StationBox[],
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  if (boxes.length === 0) return [];
  const { rows } = await sql<Selectable<Tables['stations']>>`
    select * from stations
    where organization_id is null and exists (
      select from unnest(
        ${boxes.map(({ south }) => south)}::float8[], ${boxes.map(({ north }) => north)}::float8[],
        ${boxes.map(({ west }) => west)}::float8[], ${boxes.map(({ east }) => east)}::float8[]
      ) as box (south, north, west, east)
      where latitude between south and north and longitude between west and east
    )`.execute(db);
  return newestReports(db, rows.map(stationOf), since, now);
}

/**
 * The newest report of every station that is no newer than `now`: of government stations no older than
 * `since`, of organizations' own, which send far more of them, no older than `ownSince`.
 */
export async function latestReports(
  db: Database,
  { since, ownSince }: { readonly since: number; readonly ownSince: number },
  now: number,
): Promise<NearestObservation[]> {
  const rows = await db.selectFrom('stations').selectAll().where('retired_at', 'is', null).execute();
  const { government = [], own = [] } = Object.groupBy(rows.map(stationOf), ({ organizationId }) =>
    organizationId === null ? 'government' : 'own',
  );
  const reports = await Promise.all([
    newestReports(db, government, since, now),
    newestReports(db, own, ownSince, now),
  ]);
  return reports.flat();
}

/**
 * The precipitation (mm) that a station's hourly reports say since an instant: of each clock hour the largest report
 * counts, less what the hour had before the instant. Null when none. Summaries say the same.
 */
export async function precipitationSince(
  db: Database,
  stationId: string,
  since: number,
  now: number,
): Promise<{ mm: number; updatedAt: number } | null> {
  const from = new Date(since);
  const { rows } = await sql<{ mm: number | null; updated_at: Date | null }>`
    select sum(greatest(0, largest - coalesce(before, 0))) as mm, max(updated_at) as updated_at from (
      select max(precipitation_last_hour_mm) as largest,
        max(precipitation_last_hour_mm) filter (where observed_at < ${from}) as before,
        max(observed_at) filter (where observed_at >= ${from}) as updated_at
      from observations
      where station_id = ${stationId} and observed_at >= date_bin('1 hour', ${from}, timestamptz 'epoch')
        and observed_at <= ${new Date(now)} and precipitation_last_hour_mm is not null
      group by date_bin('1 hour', observed_at, timestamptz 'epoch')
    ) hours where updated_at is not null`.execute(db);
  const row = rows[0];
  return row?.mm === null || row?.mm === undefined || !row.updated_at
    ? null
    : { mm: row.mm, updatedAt: row.updated_at.getTime() };
}
