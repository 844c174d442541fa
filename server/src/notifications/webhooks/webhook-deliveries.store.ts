import type { WebhookExchange } from '@allclear/adapters';
import { sql } from 'kysely';
import { queueAccountMail } from '../../identity/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasQueuedJob } from '../../platform/jobs/jobs.store.ts';
import { leaseIsAlive } from '../../platform/jobs/worker-lease.store.ts';
import { queueWebhookDeliveries } from './webhook-queue.ts';
import { switchedOffAfterMs, type WebhookResult } from './webhook-retries.ts';

/** An attempt that has begun: it is on record, and no other process makes one until it ended or its lease is dead. */
export interface BegunWebhookAttempt {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  /** Counted over the whole delivery. */
  readonly attempt: number;
  /** 1 for the first since it was queued or sent again. */
  readonly number: number;
  /** When it was queued or sent again, epoch ms of the wall clock. */
  readonly begunAt: number;
  readonly kind: string;
  readonly placeIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Epoch ms of the product clock. */
  readonly at: number;
  /** It says that a place is clear, which is not so any more. */
  readonly misleads: boolean;
  /** False for one that was switched off; tests are sent all the same. */
  readonly isOn: boolean;
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

/**
 * Begins an attempt of each of these deliveries that still has to be made. Those that were accepted or have failed, and
 * those that another living lease is sending, are not among the answers.
 */
export async function beginWebhookAttempts(
  db: Database,
  _actor: Actor,
  ids: readonly string[],
  lease: number,
  wallNow: number,
): Promise<Map<string, BegunWebhookAttempt>> {
  const now = new Date(wallNow);
  const { rows } = await sql<BegunWebhookAttempt>`
    with taken as (
      update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1, lease = ${lease}, updated_at = ${now}
      where d.id = any(${ids}::uuid[])
        and (d.state = 'queued' or (d.state = 'sending' and (d.lease is null or d.lease = ${lease} or not ${leaseIsAlive('d.lease')})))
      returning d.*
    ), begun as (
      insert into webhook_attempts (delivery_id, number, started_at) select id, attempts, ${now} from taken
    )
    select d.id, d.event_id as "eventId", d.webhook_id as "webhookId", d.attempts as attempt,
      d.attempts - d.attempts_before as number, (extract(epoch from d.begun_at) * 1000)::float8 as "begunAt",
      e.kind, e.organization_location_ids as "placeIds", e.data, (extract(epoch from e.at) * 1000)::float8 as at,
      (e.kind = 'warning.all-clear' and exists (
        select from notices n join warnings w on w.id = n.warning_id
        join warnings other on other.organization_location_id = w.organization_location_id
        where n.id = e.id and other.id <> w.id and other.ended_at is null
      )) or (e.kind = 'lightning.changed' and e.data->>'state' = 'clear' and exists (
        select from webhook_place_states s
        where s.organization_location_id = any(e.organization_location_ids) and s.state <> 'clear'
      )) as misleads,
      h.enabled or e.kind = 'test' as "isOn", h.url, h.secret,
      case when h.previous_secret_ends_at > ${now} then h.previous_secret end as "previousSecret"
    from taken d join webhook_events e on e.id = d.event_id join webhooks h on h.id = d.webhook_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these deliveries another worker lease is sending right now. */
export async function sentElsewhere(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_deliveries where id = any(${ids}::uuid[]) and state = 'sending'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What became of an attempt. */
export interface EndedWebhookAttempt {
  readonly id: string;
  readonly webhookId: string;
  readonly attempt: number;
  /** A sentence. */
  readonly detail: string;
  /** Null when nothing was sent. */
  readonly exchange: WebhookExchange | null;
  readonly result: WebhookResult;
}

/**
 * Records how attempts ended, with what follows from it, in one transaction: another attempt; since when a webhook has
 * been failing; and one that has failed for three days or is gone is switched off, and its owner is told by mail. An
 * attempt that was taken over meanwhile changes nothing but its own record. 'accepted' always counts.
 */
export async function endWebhookAttempts(
  db: Database,
  actor: Actor,
  ended: readonly EndedWebhookAttempt[],
  wallNow: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const changed = await record(transaction, ended, wallNow);
    const again = ended.flatMap(({ id, webhookId, result }) => {
      if (!changed.has(id)) return [];
      if (result.kind === 'retry') return [{ deliveryId: id, webhookId, afterMs: result.afterMs }];
      return result.kind === 'interrupted' ? [{ deliveryId: id, webhookId, afterMs: 0 }] : [];
    });
    await queueWebhookDeliveries(transaction, actor, again);
    await noteWebhookHealth(transaction, actor, ended, wallNow);
  });
}

const stateOf = { accepted: 'accepted', retry: 'queued', interrupted: 'queued', failed: 'failed' } as const;

async function record(
  db: Database,
  ended: readonly EndedWebhookAttempt[],
  wallNow: number,
): Promise<Set<string>> {
  const rows = ended.map(({ id, attempt, detail, exchange, result }) => ({
    ...{ id, attempt, detail: cleanText(detail, 500), outcome: result.kind, state: stateOf[result.kind] },
    status: exchange?.status ?? null,
    request: exchange && cleanText(exchange.request, 8_192),
    answer: exchange?.answer == null ? null : cleanText(exchange.answer, 4_096),
    durationMs: exchange?.durationMs ?? null,
  }));
  const at = new Date(wallNow);
  const { rows: changed } = await sql<{ id: string }>`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, attempt int, detail text,
        outcome text, state text, status int, request text, answer text, "durationMs" int)
    ), attempts as (
      update webhook_attempts a set ended_at = ${at}, outcome = e.outcome, detail = e.detail, status = e.status,
        request = e.request, answer = e.answer, duration_ms = e."durationMs"
      from ended e where a.delivery_id = e.id and a.number = e.attempt
    )
    update webhook_deliveries d set updated_at = ${at}, state = e.state, detail = e.detail,
      accepted_at = case when e.state = 'accepted' then coalesce(d.accepted_at, ${at}) else d.accepted_at end
    from ended e
    where d.id = e.id and (e.outcome = 'accepted' or (d.state = 'sending' and d.attempts = e.attempt))
    returning d.id`.execute(db);
  return new Set(changed.map(({ id }) => id));
}

/** Since when webhooks fail; those that fail for too long, and those that are gone, are switched off. */
async function noteWebhookHealth(
  transaction: Database,
  actor: Actor,
  ended: readonly EndedWebhookAttempt[],
  wallNow: number,
): Promise<void> {
  const sent = ended.filter(({ exchange, result }) => exchange !== null && result.kind !== 'interrupted');
  const idsOf = (which: (result: WebhookResult) => boolean) => [
    ...new Set(sent.filter(({ result }) => which(result)).map(({ webhookId }) => webhookId)),
  ];
  const accepted = idsOf(({ kind }) => kind === 'accepted');
  const gone = idsOf((result) => result.kind === 'failed' && result.gone);
  const failed = idsOf(({ kind }) => kind !== 'accepted').filter((id) => !accepted.includes(id));
  const now = new Date(wallNow);
  if (accepted.length > 0)
    await sql`
      update webhooks set failing_since = null, accepted_at = ${now}
      where id in (select id from webhooks where id = any(${accepted}::uuid[])
        and (failing_since is not null or accepted_at is null or accepted_at < ${new Date(wallNow - 60_000)})
        order by id for no key update)`.execute(transaction);
  if (failed.length === 0) return;
  const { rows: off } = await sql<{
    id: string;
    organizationId: string;
    userId: string | null;
    url: string;
    offBecause: string;
  }>`
    with failing as (
      select id from webhooks where id = any(${failed}::uuid[]) and enabled
        and (failing_since is null or failing_since < ${new Date(wallNow - switchedOffAfterMs)} or id = any(${gone}::uuid[]))
      order by id for no key update
    ), noted as (
      update webhooks w set failing_since = coalesce(w.failing_since, ${now}),
        enabled = not (w.id = any(${gone}::uuid[]) or coalesce(w.failing_since < ${new Date(wallNow - switchedOffAfterMs)}, false)),
        off_because = case when w.id = any(${gone}::uuid[]) then 'gone'
          when w.failing_since < ${new Date(wallNow - switchedOffAfterMs)} then 'failing' else w.off_because end
      from failing where w.id = failing.id
      returning w.id, w.organization_id as "organizationId", w.user_id as "userId", w.url, w.enabled, w.off_because as "offBecause"
    )
    select * from noted where not enabled order by id`.execute(transaction);
  for (const { userId, url, offBecause } of off)
    if (userId !== null)
      await queueAccountMail(transaction, actor, {
        ...{ userId, kind: 'webhook-off', now: wallNow },
        details: { host: URL.parse(url)?.host ?? '', because: offBecause },
      });
  for (const { id, organizationId, offBecause } of off.toSorted((a, b) =>
    a.organizationId.localeCompare(b.organizationId),
  ))
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'webhook.switched-off', recordId: id, now: null },
      ...{ before: { enabled: true }, after: { enabled: false, offBecause } },
    });
}

/**
 * Queues deliveries again that wait, have not changed since `before` (epoch ms of the wall clock) and have no job that
 * will ever run: those of an upgrade. Returns how many there were.
 */
export async function requeueOrphanedWebhooks(db: Database, actor: Actor, before: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; webhookId: string }>`
      select d.id, d.webhook_id as "webhookId" from webhook_deliveries d
      where d.state in ('queued', 'sending') and d.updated_at < ${new Date(before)} and not ${hasQueuedJob(sql`d.id::text`)}
      limit 1000 for update skip locked`.execute(transaction);
    await queueWebhookDeliveries(
      transaction,
      actor,
      rows.map(({ id, webhookId }) => ({ deliveryId: id, webhookId, afterMs: 0 })),
    );
    return rows.length;
  });
}

/** What PostgreSQL takes as text: no NUL, no half of a surrogate pair. */
function cleanText(text: string, maximum: number): string {
  return text.replaceAll('\0', '').slice(0, maximum).toWellFormed();
}
