import { HOUR_MS, type LightningPolicy, policyWatches, type ZoneNumber } from '@allclear/domain';
import { sql } from 'kysely';
import { unpackPoints } from '../../lightning/index.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';

/** Lightning around a place in an hour. Of the lists one element a zone 1 to 4, null where the zone was off. */
export interface PlaceHour {
  readonly placeId: string;
  readonly organizationId: string;
  /** Its beginning, epoch ms. */
  readonly hour: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly allClearMinutes: number;
  readonly radiusMiles: readonly (number | null)[];
  /** Within each zone. */
  readonly strikes: readonly (number | null)[];
  readonly delaySeconds: readonly (number | null)[];
  /** Not observed, or not long enough after it was not. */
  readonly unknownSeconds: readonly (number | null)[];
}

/** A place as it was, with the lightning policies that watched it. */
export interface PlaceThen {
  readonly id: string;
  readonly organizationId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly policies: readonly LightningPolicy[];
}

/**
 * The latest hour (epoch ms of its beginning) until `last` that was not counted yet, of those of which lightning is kept;
 * null when there is none.
 */
export async function nextHourToCount(db: Database, last: number): Promise<number | null> {
  const { rows } = await sql<{ hour: Date }>`
    select h.hour from generate_series(
      (select date_trunc('hour', min(observed_to), 'UTC') from lightning_batches), ${new Date(last)}::timestamptz,
      interval '1 hour') as h (hour)
    where not exists (select from counted_hours c where c.hour = h.hour)
    order by h.hour desc limit 1`.execute(db);
  return rows[0]?.hour.getTime() ?? null;
}

/** Every place of every organization as it was at an instant. */
export async function placesAt(db: Database, at: number): Promise<PlaceThen[]> {
  const then = sql`valid_from <= ${new Date(at)} and (valid_to is null or valid_to > ${new Date(at)})`;
  const places = await sql<Omit<PlaceThen, 'policies'> & { groupIds: string[] }>`
    select organization_location_id as id, organization_id as "organizationId", latitude, longitude,
      group_ids::text[] as "groupIds"
    from organization_location_versions where ${then} order by organization_location_id`.execute(db);
  const policies = await sql<
    Omit<LightningPolicy, 'zone'> & {
      organizationId: string;
      type: string;
      allGroups: boolean;
      groupIds: string[];
    }
  >`
    select organization_id as "organizationId", type_short_name as type, threshold as "radiusMiles",
      all_clear_minutes as "allClearMinutes", life_safety as "lifeSafety", all_groups as "allGroups",
      group_ids::text[] as "groupIds"
    from policy_versions where ${then} and type_short_name ~ '^LR[1-4]$' order by policy_id`.execute(db);
  const byOrganization = Map.groupBy(policies.rows, ({ organizationId }) => organizationId);
  return places.rows.map(({ groupIds, ...place }) => ({
    ...place,
    policies: (byOrganization.get(place.organizationId) ?? [])
      .filter((policy) => policyWatches(policy, { groupIds }))
      .map(({ type, radiusMiles, allClearMinutes, lifeSafety }) => ({
        ...{ zone: Number(type.slice(2)) as ZoneNumber, radiusMiles, allClearMinutes },
        ...(lifeSafety !== undefined && { lifeSafety }),
      })),
  }));
}

/** The batches that reach into a span, without their flashes. */
export async function batchesBetween(db: Database, from: number, to: number) {
  const rows = await db
    .selectFrom('lightning_batches')
    .selectAll()
    .where('observed_to', '>', new Date(from))
    .where('observed_from', '<', new Date(to))
    // Lets the index on the end bound the other side.
    .where('observed_to', '<', new Date(to + HOUR_MS))
    .orderBy('observed_from')
    .execute();
  return rows.map((row) => ({
    feed: row.feed,
    key: row.key,
    from: row.observed_from.getTime(),
    to: row.observed_to.getTime(),
    receivedAt: row.received_at.getTime(),
    providesCoverage: row.provides_coverage,
    eventCount: row.event_count,
    dataLost: row.data_lost,
    flashes: [],
  }));
}

/** The flashes from an instant until another (exclusive), with the points where each was seen. */
export async function flashesBetween(db: Database, from: number, to: number) {
  const rows = await db
    .selectFrom('flashes')
    .select(['at', 'feed', 'points'])
    .where('at', '>=', new Date(from))
    .where('at', '<', new Date(to))
    .execute();
  return rows.map(({ at, feed, points }) => ({ at: at.getTime(), feed, points: unpackPoints(points) }));
}

/**
 * Stores what was counted of an hour; counted again, it replaces what was there. No entry in the audit: they are
 * measurements.
 */
export async function writePlaceHours(
  db: Database,
  _actor: Actor,
  hour: number,
  counted: readonly Omit<PlaceHour, 'hour'>[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let first = 0; first < counted.length; first += 1_000)
      await sql`
        insert into place_hours (organization_location_id, organization_id, hour, latitude, longitude, all_clear_minutes,
          radius_miles, strikes, delay_seconds, unknown_seconds)
        select r."placeId", r."organizationId", ${new Date(hour)}, r.latitude, r.longitude, r."allClearMinutes",
          r."radiusMiles", r.strikes, r."delaySeconds", r."unknownSeconds"
        from jsonb_to_recordset(${JSON.stringify(counted.slice(first, first + 1_000))}::jsonb) as r (
          "placeId" uuid, "organizationId" uuid, latitude float8, longitude float8, "allClearMinutes" int,
          "radiusMiles" float8[], strikes int[], "delaySeconds" int[], "unknownSeconds" int[])
        -- An organization may have been erased meanwhile.
        join organizations o on o.id = r."organizationId"
        on conflict (organization_location_id, hour) do update set latitude = excluded.latitude,
          longitude = excluded.longitude, all_clear_minutes = excluded.all_clear_minutes,
          radius_miles = excluded.radius_miles, strikes = excluded.strikes, delay_seconds = excluded.delay_seconds,
          unknown_seconds = excluded.unknown_seconds`.execute(transaction);
    await transaction
      .insertInto('counted_hours')
      .values({ hour: new Date(hour), places: counted.length })
      .onConflict((conflict) => conflict.column('hour').doUpdateSet({ places: counted.length }))
      .execute();
  });
}

/** The counted hours of a place of an organization from an instant until another (exclusive), oldest first. */
export async function placeHours(
  db: Database,
  of: {
    readonly organizationId: string;
    readonly placeId: string;
    readonly from: number;
    readonly until: number;
  },
): Promise<PlaceHour[]> {
  const { rows } = await sql<Omit<PlaceHour, 'hour'> & { hour: Date }>`
    select organization_location_id as "placeId", organization_id as "organizationId", hour, latitude, longitude,
      all_clear_minutes as "allClearMinutes", radius_miles as "radiusMiles", strikes, delay_seconds as "delaySeconds",
      unknown_seconds as "unknownSeconds"
    from place_hours
    where organization_location_id = ${of.placeId} and organization_id = ${of.organizationId}
      and hour >= ${new Date(of.from)} and hour < ${new Date(of.until)}
    order by hour`.execute(db);
  return rows.map((row) => ({ ...row, hour: row.hour.getTime() }));
}
