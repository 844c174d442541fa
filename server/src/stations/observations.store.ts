import type { StationReport } from '@allclear/adapters';
import { type Selectable, sql } from 'kysely';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { ensurePartitions } from '../platform/database/partitions.store.ts';
import type { Tables } from '../platform/database/schema.ts';

export type StationRow = Selectable<Tables['stations']>;
export type ObservationRow = Selectable<Tables['observations']>;

/**
 * Stores reports; a report that is there already stays as it is unless it was corrected. Returns how many
 * rows changed.
 */
export async function storeReports(
  db: Database,
  vendor: string,
  reports: readonly StationReport[],
  now: number,
): Promise<number> {
  if (reports.length === 0) return 0;
  await ensurePartitions(
    db,
    'observations',
    reports.map((report) => report.observedAt),
  );
  return db.transaction().execute(async (transaction) => {
    const stations = [...new Map(reports.map((report) => [report.stationId, report])).values()].sort(
      (a, b) => (a.stationId < b.stationId ? -1 : 1),
    );
    await transaction
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
      .execute();
    const unique = [
      ...new Map(reports.map((report) => [`${report.stationId} ${report.observedAt}`, report])).values(),
    ];
    const { numInsertedOrUpdatedRows } = await transaction
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
      .executeTakeFirstOrThrow();
    const changed = Number(numInsertedOrUpdatedRows ?? 0n);
    if (changed > 0) await notify(transaction, { topic: 'observations' });
    return changed;
  });
}

export interface NearestObservation {
  readonly station: StationRow;
  readonly observation: ObservationRow;
}

/**
 * The newest report of each government station in a box around a place (degrees) that is no newer than `now`
 * and no older than `since`. The caller picks the nearest by distance on the sphere.
 */
export async function reportsAround(
  db: Database,
  box: { south: number; north: number; west: number; east: number },
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  const stations = await db
    .selectFrom('stations')
    .selectAll()
    .where('organization_id', 'is', null)
    .where('latitude', '>=', box.south)
    .where('latitude', '<=', box.north)
    .where('longitude', '>=', box.west)
    .where('longitude', '<=', box.east)
    .execute();
  if (stations.length === 0) return [];
  const byId = new Map(stations.map((station) => [station.id, station]));
  const observations = await db
    .selectFrom('observations')
    .selectAll()
    .distinctOn('station_id')
    .where(sql<boolean>`station_id = any(${[...byId.keys()]}::text[])`)
    .where('observed_at', '>=', new Date(since))
    .where('observed_at', '<=', new Date(now))
    .orderBy('station_id')
    .orderBy('observed_at', 'desc')
    .execute();
  return observations.map((observation) => ({ station: byId.get(observation.station_id)!, observation }));
}

/**
 * The newest report of every station that is no newer than `now`: of government stations no older than
 * `since`, of organisations' own, which send far more of them, no older than `ownSince`.
 */
export async function latestReports(
  db: Database,
  { since, ownSince }: { readonly since: number; readonly ownSince: number },
  now: number,
): Promise<NearestObservation[]> {
  const stations = await db.selectFrom('stations').selectAll().where('retired_at', 'is', null).execute();
  const newest = (of: readonly StationRow[], from: number) =>
    of.length === 0
      ? []
      : db
          .selectFrom('observations')
          .selectAll()
          .distinctOn('station_id')
          .where(sql<boolean>`station_id = any(${of.map(({ id }) => id)}::text[])`)
          .where('observed_at', '>=', new Date(from))
          .where('observed_at', '<=', new Date(now))
          .orderBy('station_id')
          .orderBy('observed_at', 'desc')
          .execute();
  const isOwn = ({ organization_id }: StationRow) => organization_id !== null;
  const observations = await Promise.all([
    newest(
      stations.filter((station) => !isOwn(station)),
      since,
    ),
    newest(stations.filter(isOwn), ownSince),
  ]);
  const byId = new Map(stations.map((station) => [station.id, station]));
  return observations.flat().flatMap((observation) => {
    const station = byId.get(observation.station_id);
    return station ? [{ station, observation }] : [];
  });
}

/**
 * Sum of hourly precipitation (mm) that a station reported since an instant: of each clock hour the largest
 * report counts. Null when none.
 */
export async function precipitationSince(
  db: Database,
  stationId: string,
  since: number,
  now: number,
): Promise<{ mm: number; updatedAt: number } | null> {
  const { rows } = await sql<{ mm: number | null; updated_at: Date | null }>`
    select sum(mm) as mm, max(updated_at) as updated_at from (
      select max(precipitation_last_hour_mm) as mm, max(observed_at) as updated_at
      from observations
      where station_id = ${stationId} and observed_at > ${new Date(since)} and observed_at <= ${new Date(now)}
        and precipitation_last_hour_mm is not null
      group by date_trunc('hour', observed_at)
    ) hours`.execute(db);
  const row = rows[0];
  return row?.mm === null || row?.mm === undefined || !row.updated_at
    ? null
    : { mm: row.mm, updatedAt: row.updated_at.getTime() };
}
