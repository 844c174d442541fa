import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Places are distinguished to a thousandth of a degree (some 100 m). The store and the process must round alike,
 * so both do it as floor(degrees × 1000 + 0.5) in double precision.
 */
export interface RoundedPlace {
  /** Thousandths of a degree. */
  readonly latitude: number;
  readonly longitude: number;
}

export function roundPlace({ latitude, longitude }: { latitude: number; longitude: number }): RoundedPlace {
  return { latitude: Math.floor(latitude * 1_000 + 0.5), longitude: Math.floor(longitude * 1_000 + 0.5) };
}

export interface PlaceZones extends RoundedPlace {
  readonly zones: readonly string[];
  readonly askedAt: number;
}

/**
 * The places of all locations, of organizations and of users, whose zones are unknown or were last requested
 * before `before`; unknown ones first.
 */
export async function placesToAsk(db: Database, before: number): Promise<RoundedPlace[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    with places as (
      select distinct floor(latitude * 1000 + 0.5)::int as latitude, floor(longitude * 1000 + 0.5)::int as longitude
      from (select latitude, longitude from locations union all select latitude, longitude from organization_locations) all_places
    )
    select places.latitude, places.longitude
    from places left join place_zones z
      on z.latitude = round(places.latitude::numeric / 1000, 3) and z.longitude = round(places.longitude::numeric / 1000, 3)
    where z.asked_at is null or z.asked_at < ${new Date(before)}
    order by z.asked_at nulls first, places.latitude, places.longitude`.execute(db);
  return rows;
}

/**
 * Stores the zones that the weather service gives for a place, and notifies the other processes. No entry in the
 * audit: it is what a source said.
 */
export async function storePlaceZones(
  db: Database,
  _actor: Actor,
  place: RoundedPlace,
  zones: readonly string[],
  now: number,
): Promise<void> {
  const columns = { zones: [...zones], asked_at: new Date(now) };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('place_zones')
      .values({ latitude: place.latitude / 1_000, longitude: place.longitude / 1_000, ...columns })
      .onConflict((conflict) => conflict.columns(['latitude', 'longitude']).doUpdateSet(columns))
      .execute();
    await notify(transaction, { topic: 'alerts' });
  });
}

/** The zones of all places that were requested since an instant (product clock); null for all. */
export async function readPlaceZones(db: Database, since: number | null): Promise<PlaceZones[]> {
  let query = db.selectFrom('place_zones').selectAll();
  if (since !== null) query = query.where('asked_at', '>=', new Date(since));
  const rows = await query.execute();
  return rows.map(({ latitude, longitude, zones, asked_at }) => ({
    latitude: Math.round(Number(latitude) * 1_000),
    longitude: Math.round(Number(longitude) * 1_000),
    zones,
    askedAt: asked_at.getTime(),
  }));
}
