import type { PollutantReading } from '@allclear/adapters';
import { pollutantIndices } from '@allclear/domain';
import { sql } from 'kysely';
import { watchedPlaces } from '../locations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

/** Places are distinguished to a twentieth of a degree (some 3 miles): monitors are rarer than that. */
export function airQualityCell({ latitude, longitude }: Degrees): {
  latitude20: number;
  longitude20: number;
} {
  return { latitude20: Math.floor(latitude * 20 + 0.5), longitude20: Math.floor(longitude * 20 + 0.5) };
}

const watchedCells = sql`
  (select floor(latitude * 20 + 0.5)::int as latitude_20, floor(longitude * 20 + 0.5)::int as longitude_20,
    min(latitude) as latitude, min(longitude) as longitude from ${watchedPlaces} w group by 1, 2) places`;
const sameCell = sql`a.latitude_20 = places.latitude_20 and a.longitude_20 = places.longitude_20`;

/** Places whose air quality was never requested, or not since `before`; the longest ago first. */
export async function airQualityPlacesToAsk(
  db: Database,
  vendor: string,
  before: number,
): Promise<Degrees[]> {
  const { rows } = await sql<Degrees>`
    select places.latitude, places.longitude
    from ${watchedCells} left join air_quality a on a.vendor = ${vendor} and ${sameCell}
    where a.read_at is null or a.read_at < ${new Date(before)}
    order by a.read_at nulls first, places.latitude, places.longitude`.execute(db);
  return rows;
}

/**
 * How long a pollutant keeps its last reading when a source no longer reports it: until then it is missing,
 * not absent.
 */
const keptMs = 24 * 3_600_000;

/**
 * Stores the readings of a source around a place, with the last reading of each pollutant that it leaves out or gives
 * without an index. No entry in the audit: they are measurements.
 */
export async function storeAirQuality(
  db: Database,
  _actor: Actor,
  vendor: string,
  place: Degrees,
  readings: readonly PollutantReading[],
  now: number,
): Promise<void> {
  const { latitude20, longitude20 } = airQualityCell(place);
  const before = await db
    .selectFrom('air_quality')
    .select('readings')
    .where('vendor', '=', vendor)
    .where('latitude_20', '=', latitude20)
    .where('longitude_20', '=', longitude20)
    .executeTakeFirst();
  const notified = new Set(readings.filter(hasIndex).map(({ pollutant }) => pollutant));
  const kept = (before?.readings ?? []).filter(
    (one) => !notified.has(one.pollutant) && hasIndex(one) && now - one.observedAt <= keptMs,
  );
  const columns = {
    as_of: new Date(now),
    read_at: new Date(now),
    readings: JSON.stringify([...readings, ...kept]),
  };
  await db
    .insertInto('air_quality')
    .values({ vendor, latitude_20: latitude20, longitude_20: longitude20, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['vendor', 'latitude_20', 'longitude_20']).doUpdateSet(columns),
    )
    .execute();
}

function hasIndex({ pollutant, nowCastIndex, hours }: PollutantReading): boolean {
  return pollutantIndices(pollutant, nowCastIndex, hours).nowCast !== null;
}

/**
 * The instant for which the readings of all watched places are valid, epoch ms: the oldest counts. Null when
 * none was requested.
 */
export async function airQualityAsOf(db: Database, vendor: string): Promise<number | null> {
  const { rows } = await sql<{ as_of: Date | null }>`
    select min(a.as_of) as as_of from ${watchedCells} join air_quality a on a.vendor = ${vendor} and ${sameCell}`.execute(
    db,
  );
  return rows[0]?.as_of?.getTime() ?? null;
}

export interface AirQualityAround {
  readonly latitude20: number;
  readonly longitude20: number;
  readonly asOf: number;
  readonly readings: readonly PollutantReading[];
}

/**
 * The last readings around a place (degrees), or within some seven miles of it; undefined when there are
 * none.
 */
export async function findAirQuality(
  db: Database,
  vendor: string,
  place: Degrees,
): Promise<AirQualityAround | undefined> {
  const { latitude20, longitude20 } = airQualityCell(place);
  const row = await db
    .selectFrom('air_quality')
    .selectAll()
    .where('vendor', '=', vendor)
    .where(
      sql<boolean>`latitude_20 between ${latitude20 - 2} and ${latitude20 + 2} and longitude_20 between ${longitude20 - 2} and ${longitude20 + 2}`,
    )
    .orderBy(sql`abs(latitude_20 - ${latitude20}) + abs(longitude_20 - ${longitude20})`)
    .limit(1)
    .executeTakeFirst();
  return row && aroundOf(row);
}

/** Everything that was read since an instant, of all sources; the newest first. */
export async function airQualitySince(db: Database, since: number): Promise<AirQualityAround[]> {
  const rows = await db
    .selectFrom('air_quality')
    .selectAll()
    .where('as_of', '>=', new Date(since))
    .orderBy('as_of', 'desc')
    .execute();
  return rows.map(aroundOf);
}

function aroundOf(row: {
  latitude_20: number;
  longitude_20: number;
  as_of: Date;
  readings: readonly PollutantReading[];
}): AirQualityAround {
  return {
    latitude20: row.latitude_20,
    longitude20: row.longitude_20,
    asOf: row.as_of.getTime(),
    readings: row.readings,
  };
}
