import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** What an id may be of. */
export type Traced =
  | { readonly kind: 'warning' | 'notice' | 'command'; readonly id: string }
  /** Flashes, by the ids of the warnings that they started. */
  | { readonly kind: 'batch'; readonly id: string; readonly warningIds: readonly string[] };

/** Warnings that one batch started and that are listed at most. */
const maxWarnings = 20;

/**
 * Finds what has the id: a warning (which is the correlation id of its notices), a notice, a notification, a delivery, a
 * command of a device, or a lightning batch (by its id or its key). Null when nothing has.
 */
export async function findTraced(db: Database, id: string): Promise<Traced | null> {
  if (isUuid(id)) {
    const { rows } = await sql<{ kind: 'warning' | 'notice' | 'command'; id: string }>`
      select 'warning' as kind, id from warnings where id = ${id}
      union all select 'notice', id from notices where id = ${id}
      union all select 'notice', notice_id from notifications where id = ${id}
      union all select 'notice', notice_id from deliveries where id = ${id}
      union all select 'command', id from hardware_commands where id = ${id}
      union all (select 'notice', id from notices where correlation_id = ${id} order by written_at limit 1)
      limit 1`.execute(db);
    if (rows[0]) return rows[0];
  }
  const { rows } = await sql<{ id: string; warningIds: string[] }>`
    select b.id, array(
      select w.id from warnings w
      where exists (select from flashes f where f.batch_id = b.id and f.at = w.started_at
        and f.at >= b.observed_from - interval '1 minute' and f.at <= b.observed_to + interval '1 minute')
      order by w.started_at, w.id limit ${maxWarnings}
    ) as "warningIds"
    from lightning_batches b where b.id::text = ${id.toLowerCase()} or b.key = ${id} limit 1`.execute(db);
  return rows[0] ? { kind: 'batch', ...rows[0] } : null;
}

export interface TracedWarning {
  readonly id: string;
  readonly policy: string;
  readonly place: string | null;
  readonly placeId: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
  readonly notifiedAt: Date | null;
}

export async function tracedWarning(db: Database, id: string): Promise<TracedWarning | null> {
  const { rows } = await sql<TracedWarning>`
    select w.id, coalesce(nullif(p.name, ''), p.type_short_name) as policy, l.name as place, w.place_id as "placeId",
      w.latitude, w.longitude, w.started_at as "startedAt", w.ended_at as "endedAt", w.end_reason as "endReason",
      w.notified_at as "notifiedAt"
    from warnings w left join policies p on p.id = w.policy_id left join organization_locations l on l.id = w.place_id
    where w.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface TracedFlash {
  readonly at: Date;
  readonly key: string;
  readonly feed: string;
  readonly batchId: string;
  readonly batchKey: string;
  readonly observedFrom: Date;
  readonly observedTo: Date;
  readonly receivedAt: Date;
}

/** The flashes of an instant within about 100 miles, with their batches. */
export async function flashesAt(
  db: Database,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  at: Date,
): Promise<TracedFlash[]> {
  const { rows } = await sql<TracedFlash>`
    select f.at, f.key, f.feed, b.id as "batchId", b.key as "batchKey", b.observed_from as "observedFrom",
      b.observed_to as "observedTo", b.received_at as "receivedAt"
    from flashes f join lightning_batches b on b.id = f.batch_id
    where f.at = ${at} and f.latitude between ${latitude - 3} and ${latitude + 3}
      and f.longitude between ${longitude - 4} and ${longitude + 4}
    order by b.received_at, f.key limit 5`.execute(db);
  return rows;
}

export interface TracedNotice {
  readonly id: string;
  readonly warningId: string | null;
  readonly kind: string;
  readonly subject: string;
  readonly at: Date;
  readonly writtenAt: Date;
  readonly people: number;
  readonly muted: number;
}

/** The notices of a warning, or one notice, in the order in which they were written. */
export async function tracedNotices(
  db: Database,
  of: { warningId: string } | { noticeId: string },
): Promise<TracedNotice[]> {
  const which = 'warningId' in of ? sql`n.warning_id = ${of.warningId}` : sql`n.id = ${of.noticeId}`;
  const { rows } = await sql<TracedNotice>`
    select n.id, n.warning_id as "warningId", n.kind, n.subject, n.at, n.written_at as "writtenAt",
      (select count(*)::int from notifications where notice_id = n.id) as people,
      (select count(*)::int from notifications where notice_id = n.id and muted is not null) as muted
    from notices n where ${which} order by n.at, n.written_at limit 100`.execute(db);
  return rows;
}

export interface TracedDelivery {
  readonly id: string;
  readonly channel: string;
  readonly userId: string | null;
  readonly state: string;
  readonly vendor: string | null;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly outcome: string | null;
    readonly detail: string | null;
  }[];
}

/** With their attempts; whose they are by id, and no addresses. */
export async function tracedDeliveries(db: Database, noticeId: string): Promise<TracedDelivery[]> {
  const { rows } = await sql<TracedDelivery>`
    select d.id, d.channel, d.user_id as "userId", d.state, d.vendor, d.created_at as "createdAt",
      d.accepted_at as "acceptedAt",
      coalesce((select jsonb_agg(jsonb_build_object('number', a.number, 'startedAt', a.started_at, 'endedAt', a.ended_at,
        'outcome', a.outcome, 'detail', a.detail) order by a.number) from delivery_attempts a where a.delivery_id = d.id),
        '[]') as attempts
    from deliveries d where d.notice_id = ${noticeId} order by d.created_at, d.channel, d.id limit 1000`.execute(
    db,
  );
  return rows;
}

export interface TracedCommand {
  readonly id: string;
  readonly unit: string;
  readonly placeId: string | null;
  readonly action: string;
  readonly cause: string;
  readonly state: string;
  readonly attempts: number;
  readonly detail: string;
  readonly at: Date;
  readonly createdAt: Date;
  readonly begunAt: Date | null;
  readonly endedAt: Date | null;
}

/** Commands of the devices at a place in a span of the product clock, or one command. */
export async function tracedCommands(
  db: Database,
  of: { placeId: string; from: Date; to: Date } | { commandId: string },
): Promise<TracedCommand[]> {
  const which =
    'commandId' in of
      ? sql`c.id = ${of.commandId}`
      : sql`u.organization_location_id = ${of.placeId} and c.at >= ${of.from} and c.at <= ${of.to}
          and c.cause in ('warning', 'all-clear', 'dark', 'automation')`;
  const { rows } = await sql<TracedCommand>`
    select c.id, u.name as unit, u.organization_location_id as "placeId", c.action, c.cause, c.state, c.attempts, c.detail,
      c.at, c.created_at as "createdAt", c.begun_at as "begunAt", c.ended_at as "endedAt"
    from hardware_commands c join hardware_units u on u.id = c.unit_id
    where ${which} order by c.at, c.entry limit 200`.execute(db);
  return rows;
}
