import { type PlaceState, streamKinds } from '@allclear/contract';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** Programs are promised an hour; wall ms. */
export const streamKeptMs = 2 * 3_600_000;
/** Announces new events, with the ids of organizations. */
export const streamEventsTopic = 'stream-events';
/** Announces that a program reads the stream of an organization that none has read for long. */
export const streamReadersTopic = 'stream-readers';

export interface NewStreamEvent {
  readonly organizationId: string;
  readonly kind: string;
  readonly placeIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** A UUID. An event of an id that exists already is not written again. */
  readonly id: string;
  /** Epoch ms of the product clock. */
  readonly at: number;
}

export interface StreamEvent extends NewStreamEvent {
  /** Counts the events of the organization from 1, without gaps, in the order of their commits. */
  readonly position: number;
}

/** Writes an event for programs in the transaction of what it tells of. Kinds that are not for programs are left out. */
export async function recordStreamEvent(
  transaction: Database,
  _actor: Actor,
  { organizationId, kind, placeIds, data, id, at }: NewStreamEvent,
): Promise<void> {
  if (!Object.hasOwn(streamKinds, kind)) return;
  await sql`
    insert into stream_events (organization_id, event_id, kind, organization_location_ids, data, at, created_at)
    values (${organizationId}::uuid, ${id}::uuid, ${kind}, ${[...placeIds]}::uuid[], ${JSON.stringify(data)}::jsonb,
      ${new Date(at)}, ${new Date(wallNow())})
    on conflict (organization_id, event_id) do nothing`.execute(transaction);
  await notify(transaction, { topic: 'stream-events', ids: [organizationId] });
}

/** The events of an organization after a position, in order. */
export async function streamEventsAfter(
  db: Database,
  organizationId: string,
  position: number,
  limit: number,
): Promise<StreamEvent[]> {
  const rows = await db
    .selectFrom('stream_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`position > ${position}`)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    organizationId,
    position: Number(row.position),
    id: row.event_id,
    kind: row.kind,
    placeIds: row.organization_location_ids,
    data: row.data as Record<string, unknown>,
    at: row.at.getTime(),
  }));
}

/** The position of the newest event, 0 before the first. */
export async function newestPosition(db: Database, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('stream_positions')
    .select('newest')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return Number(row?.newest ?? 0);
}

/** The state of each place as the last event of `place.state` gave it that is not older than an age, wall ms. */
export async function lastPlaceStates(
  db: Database,
  organizationId: string,
  maxAgeMs: number,
): Promise<Map<string, PlaceState>> {
  const { rows } = await sql<{ place: PlaceState }>`
    select distinct on (organization_location_ids) data->'place' as place from stream_events
    where organization_id = ${organizationId} and kind = 'place.state' and position is not null
      and created_at > ${new Date(wallNow() - maxAgeMs)}
    order by organization_location_ids, position desc`.execute(db);
  return new Map(rows.map(({ place }) => [place.id, place]));
}

/** Notes that a program reads the stream of an organization: from now on the states of its places are events. */
export async function noteStreamReader(db: Database, organizationId: string): Promise<void> {
  const now = new Date(wallNow());
  // Read by another program within a minute: nothing to note.
  const { rows } = await sql<{ isNew: boolean }>`
    with before as (select read_at from stream_positions where organization_id = ${organizationId})
    insert into stream_positions (organization_id, read_at) values (${organizationId}, ${now})
    on conflict (organization_id) do update set read_at = excluded.read_at
      where stream_positions.read_at is null or stream_positions.read_at < ${new Date(now.getTime() - 60_000)}
    returning coalesce((select read_at from before) < ${new Date(now.getTime() - streamKeptMs)}, true) as "isNew"`.execute(
    db,
  );
  if (rows[0]?.isNew) await notify(db, { topic: 'stream-readers', ids: [organizationId] });
}

/** The organizations whose stream a program has read lately, or reads. */
export async function streamReaders(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('stream_positions')
    .select('organization_id')
    .where('read_at', '>', new Date(wallNow() - streamKeptMs))
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Drops events that are older than `streamKeptMs` by the wall clock, whatever the weather's clock says. */
export async function dropStreamEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('stream_events')
    .where('created_at', '<', new Date(wallNow() - streamKeptMs))
    .execute();
}
