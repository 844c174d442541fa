import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DeliveryChannelName, queueDeliveries } from './queue-deliveries.ts';

/** A delivery to queue: one channel to one recipient, with the channels that follow if it fails. */
export interface FallbackChainStart {
  readonly noticeId: string;
  readonly organizationId: string;
  /** Null for a webhook. */
  readonly userId: string | null;
  /** The user's or the webhook's id. */
  readonly recipient: string;
  /** In the order in which they are tried. */
  readonly channels: readonly DeliveryChannelName[];
}

/**
 * Queues the first channel of each chain, with its job: push as one delivery for each of the person's
 * browsers; a person without a browser is notified by the channel after it. A channel that the notice has for
 * this recipient already is not queued again. Returns the recipients for whom no channel was left.
 */
export async function startFallbackChains(
  transaction: Database,
  actor: Actor,
  fallbackChains: readonly FallbackChainStart[],
  wallNow: number,
): Promise<Set<string>> {
  const unreachable = new Set<string>();
  if (fallbackChains.length === 0) return unreachable;
  const browsers = await browsersOf(
    transaction,
    fallbackChains.flatMap(({ channels, userId }) =>
      userId !== null && channels.includes('push') ? [userId] : [],
    ),
  );
  const rows = fallbackChains.flatMap(({ channels, ...fallbackChain }) => {
    const own = fallbackChain.userId === null ? [] : (browsers.get(fallbackChain.userId) ?? []);
    const [channel, ...rest] = channels.filter((channel) => channel !== 'push' || own.length > 0);
    if (channel === undefined) {
      unreachable.add(fallbackChain.recipient);
      return [];
    }
    const targets = channel === 'push' ? own : [''];
    return targets.map((target) => ({ ...fallbackChain, channel, target, rest }));
  });
  const { rows: queued } = await sql<{ id: string; channel: DeliveryChannelName }>`
    insert into deliveries (notice_id, organization_id, user_id, recipient, channel, target, rest, created_at, updated_at)
    select d."noticeId", d."organizationId", d."userId", d.recipient, d.channel, d.target,
      array(select jsonb_array_elements_text(d.rest)), ${new Date(wallNow)}, ${new Date(wallNow)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d ("noticeId" uuid, "organizationId" uuid, "userId" uuid, recipient text, channel text, target text, rest jsonb)
    on conflict (notice_id, recipient, channel, target) do nothing
    returning id, channel`.execute(transaction);
  await queueDeliveries(
    transaction,
    actor,
    queued.map(({ id, channel }) => ({ deliveryId: id, channel, afterMs: 0 })),
  );
  return unreachable;
}

async function browsersOf(db: Database, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const browsers = new Map<string, string[]>();
  if (userIds.length === 0) return browsers;
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .execute();
  for (const { id, user_id } of rows) browsers.set(user_id, [...(browsers.get(user_id) ?? []), id]);
  return browsers;
}

/**
 * Locks the notifications of these deliveries' recipients, so that of two browsers that fail at once one finds
 * that it was the last. The deliveries themselves must be changed after it.
 */
export async function lockFallbackChains(
  transaction: Database,
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`
    select 1 from notifications n
    where (n.notice_id, n.user_id) in (select d.notice_id, d.user_id from deliveries d where d.id = any(${deliveryIds}::uuid[]))
    order by n.id for update`.execute(transaction);
}

/**
 * Queues, after these deliveries failed, the next channel that this notice has not tried for the person, where
 * nothing of the failed channel can succeed any more.
 */
export async function continueFallbackChains(
  transaction: Database,
  actor: Actor,
  failedIds: readonly string[],
  wallNow: number,
): Promise<void> {
  const { rows } = await sql<{
    noticeId: string;
    organizationId: string;
    userId: string;
    rest: DeliveryChannelName[];
    tried: DeliveryChannelName[];
  }>`
    select distinct on (d.notice_id, d.recipient, d.channel)
      d.notice_id as "noticeId", d.organization_id as "organizationId", d.user_id as "userId", d.rest,
      array(select o.channel from deliveries o where o.notice_id = d.notice_id and o.recipient = d.recipient) as tried
    from deliveries d
    where d.id = any(${failedIds}::uuid[]) and d.user_id is not null and cardinality(d.rest) > 0
      and not exists (
        select 1 from deliveries s
        where s.notice_id = d.notice_id and s.recipient = d.recipient and s.channel = d.channel and s.state not in ('failed', 'not-configured')
      )`.execute(transaction);
  await startFallbackChains(
    transaction,
    actor,
    rows.map(({ rest, tried, ...fallbackChain }) => ({
      ...fallbackChain,
      recipient: fallbackChain.userId,
      channels: rest.filter((channel) => !tried.includes(channel)),
    })),
    wallNow,
  );
}
