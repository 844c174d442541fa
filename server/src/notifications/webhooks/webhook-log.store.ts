import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import { queueWebhookDeliveries } from './webhook-queue.ts';
import type { WebhookResult } from './webhook-retries.ts';
import type { StoredWebhook } from './webhooks.store.ts';

/** Events and their attempts are kept for 30 days. */
export const webhookLogKeptMs = 30 * 86_400_000;

/** Drops events from before an instant (epoch ms), with their deliveries and attempts; returns how many. */
export async function dropWebhookEventsBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_events')
    .where('created_at', '<', new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** One attempt, as the log shows it. Instants are epoch ms of the wall clock. */
export interface LoggedAttempt {
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: WebhookResult['kind'] | null;
  readonly detail: string | null;
  readonly status: number | null;
  readonly request: string | null;
  readonly answer: string | null;
  readonly durationMs: number | null;
}

/** An event for one webhook. */
export interface LoggedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly kind: string;
  /** Epoch ms of the product clock. */
  readonly at: number;
  /** Epoch ms of the wall clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: 'queued' | 'sending' | 'accepted' | 'failed';
  readonly detail: string | null;
  readonly attempts: readonly LoggedAttempt[];
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** The newest deliveries of a webhook, or all of an event, with their attempts, oldest attempt first. */
export async function listWebhookLog(
  db: Database,
  of: { readonly webhookId: string } | { readonly eventId: string },
): Promise<LoggedDelivery[]> {
  const which =
    'webhookId' in of
      ? sql<SqlBool>`d.webhook_id = ${of.webhookId}::uuid`
      : sql<SqlBool>`d.event_id = ${of.eventId}::uuid`;
  const { rows } = await sql<LoggedDelivery>`
    select d.id, d.event_id as "eventId", d.webhook_id as "webhookId", e.kind, ${ms('e.at')} as at,
      ${ms('d.created_at')} as "createdAt", ${ms('d.updated_at')} as "updatedAt", d.state, d.detail,
      coalesce((
        select json_agg(json_build_object('number', a.number, 'startedAt', ${ms('a.started_at')},
          'endedAt', ${ms('a.ended_at')}, 'outcome', a.outcome, 'detail', a.detail, 'status', a.status,
          'request', a.request, 'answer', a.answer, 'durationMs', a.duration_ms) order by a.number)
        from (select * from webhook_attempts where delivery_id = d.id order by number desc limit 20) a
      ), '[]'::json) as attempts
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where ${which} order by d.created_at desc, d.id limit 100`.execute(db);
  return rows;
}

/** What became of the wish to send an event again. */
export type Resent = 'queued' | 'missing' | 'being-sent' | 'off';

/** Queues an event of the log again, with the same id; the attempts are counted anew. */
export function resendWebhookEvent(
  db: Database,
  actor: Actor,
  key: RecordKey,
  { wallNow, now }: { wallNow: number; now: number },
): Promise<Resent> {
  return inTransaction(db, async (transaction) => {
    const delivery = await transaction
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id', 'event_id', 'state'])
      .where(hasKey(key))
      .forUpdate()
      .executeTakeFirst();
    if (!delivery) return 'missing';
    if (delivery.state === 'sending') return 'being-sent';
    const { enabled } = await transaction
      .selectFrom('webhooks')
      .select('enabled')
      .where('id', '=', delivery.webhook_id)
      .executeTakeFirstOrThrow();
    if (!enabled) return 'off';
    await queueAgain(transaction, actor, [delivery.id], wallNow);
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'webhook.sent-again', recordId: delivery.webhook_id, now },
      ...{ before: null, after: { eventId: delivery.event_id } },
    });
    return 'queued';
  });
}

async function queueAgain(
  transaction: Database,
  actor: Actor,
  ids: readonly string[],
  wallNow: number,
): Promise<void> {
  const at = new Date(wallNow);
  const { rows } = await sql<{ id: string; webhookId: string }>`
    update webhook_deliveries set state = 'queued', attempts_before = attempts, begun_at = ${at}, updated_at = ${at}
    where id = any(${ids}::uuid[]) returning id, webhook_id as "webhookId"`.execute(transaction);
  await queueWebhookDeliveries(
    transaction,
    actor,
    rows.map(({ id, webhookId }) => ({ deliveryId: id, webhookId, afterMs: 0 })),
  );
}

/**
 * Sends a webhook the events of a span again (epoch ms of the wall clock, when they were written; both included) that
 * it takes, with the same ids, those too that it was never sent because it was off. Tests are left out, and what is
 * being sent already. Null, without a write, when there are more than `limit`.
 */
export function replayWebhook(
  db: Database,
  actor: Actor,
  webhook: StoredWebhook,
  span: { from: number; to: number; limit: number; wallNow: number; now: number },
): Promise<number | null> {
  const { from, to, limit, wallNow, now } = span;
  return inTransaction(db, async (transaction) => {
    const { kinds, organizationLocationIds: places, organizationId, id } = webhook;
    const { rows: events } = await sql<{ id: string }>`
      select e.id from webhook_events e
      where e.organization_id = ${organizationId} and e.created_at between ${new Date(from)} and ${new Date(to)} and e.kind <> 'test'
        and (${kinds}::text[] is null or e.kind = any(${kinds}::text[]))
        and (${places}::uuid[] is null or cardinality(e.organization_location_ids) = 0 or e.organization_location_ids && ${places}::uuid[])
      order by e.created_at, e.id limit ${limit + 1}`.execute(transaction);
    if (events.length > limit) return null;
    const at = new Date(wallNow);
    const { rows } = await sql<{ id: string }>`
      insert into webhook_deliveries (event_id, webhook_id, organization_id, begun_at, created_at, updated_at)
      select e.id, ${id}::uuid, ${organizationId}::uuid, ${at}, ${at}, ${at}
      from unnest(${events.map((event) => event.id)}::uuid[]) as e (id)
      on conflict (event_id, webhook_id) do update set updated_at = excluded.updated_at
        where webhook_deliveries.state in ('accepted', 'failed')
      returning id`.execute(transaction);
    await queueAgain(
      transaction,
      actor,
      rows.map((row) => row.id),
      wallNow,
    );
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'webhook.replayed', recordId: id, now },
      ...{
        before: null,
        after: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), events: rows.length },
      },
    });
    return rows.length;
  });
}
