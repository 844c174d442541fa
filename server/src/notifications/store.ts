import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';
import { required } from '../platform/required.ts';
import { listWebhookLog } from './webhooks/webhook-log.store.ts';

export interface StoredNotice {
  readonly id: string;
  readonly eventType: number;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  /** Epoch ms */
  readonly at: number;
  readonly timeZone: string;
  readonly correlationId: string;
  readonly locationName: string | null;
}

export interface StoredDelivery extends RecordOf<Selectable<Tables['deliveries']>> {
  readonly attempted: readonly RecordOf<Selectable<Tables['delivery_attempts']>>[];
}

export interface StoredNotification extends StoredNotice {
  readonly noticeId: string;
  readonly muted: string | null;
  readonly deliveries: readonly StoredDelivery[];
}

const noticeColumns = sql`
  n.event_type as "eventType", case when n.kind = 'mass-message' and n.facts ->> 'isDrill' = 'true' then 'mass-message-drill' else n.kind end as kind, n.subject, n.text, n.at, n.time_zone as "timeZone", n.correlation_id as "correlationId", l.name as "locationName"`;

/**
 * A person's notifications between two instants (epoch ms of the product's clock, both included), newest
 * first, and how many there are.
 */
export async function listNotifications(
  db: Database,
  userId: string,
  { from, to, count }: { from: number; to: number; count: number },
): Promise<{ notifications: StoredNotification[]; total: number }> {
  const window = sql`o.user_id = ${userId} and o.at between ${new Date(from)} and ${new Date(to)}`;
  const { rows } = await sql<Omit<StoredNotification, 'deliveries' | 'at'> & { at: Date }>`
    select o.id, o.notice_id as "noticeId", o.muted, ${noticeColumns}
    from notifications o join notices n on n.id = o.notice_id left join organization_locations l on l.id = n.organization_location_id
    where ${window} order by o.at desc, n.written_at desc, o.id limit ${count}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from notifications o where ${window}`.execute(db);
  const deliveries = await deliveriesOf(
    db,
    rows.map(({ noticeId }) => noticeId),
    userId,
  );
  return {
    notifications: rows.map((row) => ({
      ...recordOf(row),
      deliveries: deliveries.filter(({ noticeId }) => noticeId === row.noticeId),
    })),
    total: required(counted.rows[0], 'the count').total,
  };
}

/**
 * The deliveries of these notices with their attempts, oldest first, their times on the product's clock; of one person, or with `userId` null of
 * everybody and every webhook.
 */
async function deliveriesOf(
  db: Database,
  noticeIds: readonly string[],
  userId: string | null,
): Promise<StoredDelivery[]> {
  if (noticeIds.length === 0) return [];
  const all = db
    .selectFrom('deliveries')
    .selectAll()
    .where('notice_id', 'in', noticeIds)
    .orderBy('created_at')
    .orderBy('id');
  const rows = await (userId === null ? all : all.where('user_id', '=', userId)).execute();
  if (rows.length === 0) return [];
  const attempts = await sql<Selectable<Tables['delivery_attempts']>>`
    select * from delivery_attempts where delivery_id = any(${rows.map(({ id }) => id)}::uuid[]) order by number`.execute(
    db,
  );
  const attemptsOf = Map.groupBy(attempts.rows.map(recordOf), ({ deliveryId }) => deliveryId);
  const aheadMs = await clockOffsets(db, noticeIds);
  return rows.map(recordOf).map((delivery) => {
    const offset = aheadMs.get(delivery.noticeId) ?? 0;
    return {
      ...delivery,
      updatedAt: delivery.updatedAt + offset,
      attempted: (attemptsOf.get(delivery.id) ?? []).map((attempt) => ({
        ...attempt,
        startedAt: attempt.startedAt + offset,
        endedAt: attempt.endedAt === null ? null : attempt.endedAt + offset,
      })),
    };
  });
}

/**
 * How far the product's clock was ahead of the wall clock when each notice was written, ms: deliveries are
 * timed by the wall clock, and people read both beside each other.
 */
async function clockOffsets(db: Database, noticeIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('notices')
    .select(['id', 'at', 'written_at'])
    .where('id', 'in', noticeIds)
    .execute();
  return new Map(rows.map(({ id, at, written_at }) => [id, at.getTime() - written_at.getTime()]));
}

/**
 * Counts of a notice's recipients: reached, not reached, and still being tried. With the muted ones they add
 * up to all.
 */
export interface PeopleCounts {
  readonly people: number;
  readonly muted: number;
  readonly accepted: number;
  readonly failed: number;
  readonly waiting: number;
}

/** The organization's notices, newest first, a page at a time. */
export async function listSent(
  db: Database,
  organizationId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ notices: (StoredNotice & PeopleCounts)[]; total: number }> {
  const { rows } = await sql<Omit<StoredNotice, 'at'> & PeopleCounts & { at: Date }>`
    with page as (
      select n.* from notices n where n.organization_id = ${organizationId} order by n.at desc, n.id limit ${pageSize} offset ${(page - 1) * pageSize}
    ), people as (
      select o.notice_id, o.muted is not null as muted,
        coalesce(bool_or(d.state in ('accepted', 'delivered')), false) as accepted, coalesce(bool_or(d.state in ('queued', 'sending')), false) as waiting
      from page join notifications o on o.notice_id = page.id left join deliveries d on d.notice_id = o.notice_id and d.user_id = o.user_id
      group by o.id
    ), counts as (
      select notice_id, count(*)::int as people, (count(*) filter (where muted))::int as muted,
        (count(*) filter (where not muted and accepted))::int as accepted,
        (count(*) filter (where not muted and not accepted and waiting))::int as waiting,
        (count(*) filter (where not muted and not accepted and not waiting))::int as failed
      from people group by notice_id
    )
    select n.id, ${noticeColumns}, coalesce(c.people, 0) as people, coalesce(c.muted, 0) as muted, coalesce(c.accepted, 0) as accepted,
      coalesce(c.failed, 0) as failed, coalesce(c.waiting, 0) as waiting
    from page n left join counts c on c.notice_id = n.id left join organization_locations l on l.id = n.organization_location_id
    order by n.at desc, n.id`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from notices where organization_id = ${organizationId}`.execute(db);
  return { notices: rows.map(recordOf), total: required(counted.rows[0], 'the count').total };
}

export interface StoredRecipient {
  /** Null for a webhook. */
  readonly userId: string | null;
  readonly name: string;
  readonly muted: string | null;
  readonly deliveries: readonly StoredDelivery[];
}

/** The recipients of a notice of the organization; undefined when there is none. */
export async function findSent(db: Database, key: RecordKey): Promise<StoredRecipient[] | undefined> {
  const notice = await db.selectFrom('notices').select('id').where(hasKey(key)).executeTakeFirst();
  if (!notice) return undefined;
  const people = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['notifications.user_id', 'notifications.muted', 'users.first_name', 'users.last_name'])
    .where('notifications.notice_id', '=', key.id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  const deliveries = await deliveriesOf(db, [key.id], null);
  const byRecipient = Map.groupBy(deliveries, ({ recipient }) => recipient);
  const webhooks = [
    ...deliveries.filter(({ channel }) => channel === 'webhook'),
    ...(await webhookDeliveries(db, key)),
  ];
  const hosts = new Map(
    (
      await db
        .selectFrom('webhooks')
        .select(['id', 'url'])
        .where('organization_id', '=', key.organizationId)
        .execute()
    ).map(({ id, url }) => [id, URL.parse(url)?.host]),
  );
  return [
    ...people.map((row) => ({
      userId: row.user_id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      muted: row.muted,
      deliveries: byRecipient.get(row.user_id) ?? [],
    })),
    ...webhooks.map((delivery) => ({
      userId: null,
      name: `Webhook ${hosts.get(delivery.recipient) ?? '(deleted)'}`,
      muted: null,
      deliveries: [delivery],
    })),
  ];
}

/** What webhooks were sent of a notice, which is an event of the same id; times on the product's clock. */
async function webhookDeliveries(db: Database, { organizationId, id }: RecordKey): Promise<StoredDelivery[]> {
  const offset = (await clockOffsets(db, [id])).get(id) ?? 0;
  return (await listWebhookLog(db, { eventId: id })).map((delivery) => ({
    ...{ id: delivery.id, noticeId: id, organizationId, userId: null, recipient: delivery.webhookId },
    ...{
      channel: 'webhook',
      target: '',
      rest: [],
      state: delivery.state,
      vendor: 'webhook',
      withheld: false,
    },
    ...{ providerId: null, providerState: null, lastError: delivery.detail, lease: null, acceptedAt: null },
    ...{ attempts: delivery.attempts.length, createdAt: delivery.createdAt + offset },
    updatedAt: delivery.updatedAt + offset,
    attempted: delivery.attempts.map(({ number, startedAt, endedAt, outcome, detail }) => ({
      ...{ deliveryId: delivery.id, number, outcome, detail, startedAt: startedAt + offset },
      endedAt: endedAt === null ? null : endedAt + offset,
    })),
  }));
}
