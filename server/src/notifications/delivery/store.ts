import type { NoticeKind } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasQueuedJob } from '../../platform/jobs/jobs.store.ts';
import { leaseIsAlive } from '../../platform/jobs/worker-lease.store.ts';
import { continueFallbackChains, lockFallbackChains } from './fallback-chains.store.ts';
import { type DeliveryChannelName, deliveryChannels, queueDeliveries } from './queue-deliveries.ts';

/**
 * An attempt that has begun: it is on record, and no other process makes one until it has ended or its worker
 * lease is dead.
 */
export interface BegunAttempt {
  readonly id: string;
  readonly channel: DeliveryChannelName;
  /** 1 for the first. */
  readonly number: number;
  /** When the first attempt started, epoch ms of the wall clock. */
  readonly firstStartedAt: number;
  /** Whether channels are left for when this one fails. */
  readonly hasRest: boolean;
  readonly organizationId: string;
  readonly userId: string | null;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  readonly short: string;
  readonly correlationId: string;
  /** Epoch ms of the product's clock. */
  readonly at: number;
  readonly facts: Record<string, unknown>;
  /**
   * An all clear that must not be sent: another warning is open at the place, or was when this all clear was to
   * be sent to the person before.
   */
  readonly withheld: boolean;
  readonly isActive: boolean | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly emailSuppressed: boolean;
  readonly phoneNumber: string | null;
  readonly endpoint: string | null;
  readonly p256dh: string | null;
  readonly auth: string | null;
}

/**
 * Begins an attempt of each of these deliveries that still has to be made: it takes the delivery for this worker
 * lease and records the attempt, so that after a crash the record shows that something may have been sent. Deliveries
 * that were accepted, delivered or failed, and those that another living lease is sending, are not among the answers.
 * No entry in the audit: each attempt is a record itself.
 */
export async function beginAttempts(
  db: Database,
  _actor: Actor,
  ids: readonly string[],
  lease: number,
  wallNow: number,
): Promise<Map<string, BegunAttempt>> {
  const { rows } = await sql<BegunAttempt>`
    with taken as (
      update deliveries d set state = 'sending', attempts = d.attempts + 1, lease = ${lease}, updated_at = ${new Date(wallNow)},
        withheld = d.withheld or exists (
          select from deliveries s where s.notice_id = d.notice_id and s.recipient = d.recipient and s.withheld
        ) or exists (
          select from notices n join warnings w on w.id = n.warning_id
          join warnings other on other.organization_location_id = w.organization_location_id
          where n.id = d.notice_id and n.kind = 'all-clear' and other.id <> w.id and other.ended_at is null
        )
      where d.id = any(${ids}::uuid[])
        -- A case, so that the index of all waiting deliveries is never read for a few: of a backlog that is the most.
        and case d.state when 'queued' then true
          when 'sending' then d.lease is null or d.lease = ${lease} or not ${leaseIsAlive('d.lease')}
          else false end
      returning d.*
    ), begun as (
      insert into delivery_attempts (delivery_id, number, started_at) select id, attempts, ${new Date(wallNow)} from taken
    )
    select d.id, d.channel, d.attempts as number, d.organization_id as "organizationId", d.user_id as "userId", cardinality(d.rest) > 0 as "hasRest",
      (extract(epoch from coalesce(
        (select a.started_at from delivery_attempts a where a.delivery_id = d.id and a.number = 1), ${new Date(wallNow)}
      )) * 1000)::float8 as "firstStartedAt",
      n.kind, n.subject, n.text, n.short, n.correlation_id as "correlationId", (extract(epoch from n.at) * 1000)::float8 as at, n.facts,
      d.withheld,
      u.is_active as "isActive", u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.email_suppressed_at is not null as "emailSuppressed", u.phone_number as "phoneNumber",
      p.endpoint, p.p256dh, p.auth
    from taken d
    join notices n on n.id = d.notice_id
    left join users u on u.id = d.user_id
    left join push_subscriptions p on p.id = case when d.channel = 'push' then d.target::uuid end and p.user_id = d.user_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these deliveries another worker lease is sending right now. */
export async function sentElsewhere(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What became of an attempt, and what follows. */
export interface EndedAttempt {
  readonly id: string;
  readonly channel: DeliveryChannelName;
  readonly number: number;
  readonly vendor: string | null;
  /** A sentence. */
  readonly detail: string;
  readonly result:
    | { readonly kind: 'accepted'; readonly providerId: string | null }
    | { readonly kind: 'retry'; readonly afterMs: number }
    /** `gone`: the target no longer exists, and is removed or switched off. */
    | { readonly kind: 'failed'; readonly gone: boolean }
    /** The process stopped in the middle; it is tried again at once. */
    | { readonly kind: 'interrupted' }
    /** The installation has no provider; nothing was attempted. */
    | { readonly kind: 'not-configured' };
}

const stateOf = {
  accepted: 'accepted',
  retry: 'queued',
  interrupted: 'queued',
  failed: 'failed',
  'not-configured': 'not-configured',
} as const;

/**
 * Records how attempts ended, with what follows from it (another attempt, the next channel) in the same
 * transaction. An attempt that was taken over meanwhile changes nothing but its own record. 'accepted' always
 * counts, because the provider has the message.
 */
export async function endAttempts(
  db: Database,
  actor: Actor,
  ended: readonly EndedAttempt[],
  wallNow: number,
): Promise<void> {
  const failed = ended
    .filter(({ result }) => result.kind === 'failed' || result.kind === 'not-configured')
    .map(({ id }) => id);
  const again = ended.filter(({ result }) => result.kind === 'retry' || result.kind === 'interrupted');
  if (failed.length === 0 && again.length === 0) return record(db, ended, wallNow).then(() => {});
  await db.transaction().execute(async (transaction) => {
    if (failed.length > 0) await lockFallbackChains(transaction, failed);
    const changed = await record(transaction, ended, wallNow);
    await queueDeliveries(
      transaction,
      actor,
      again
        .filter(({ id }) => changed.has(id))
        .map(({ id, channel, result }) => ({
          deliveryId: id,
          channel,
          afterMs: result.kind === 'retry' ? result.afterMs : 0,
        })),
    );
    await removeGoneTargets(transaction, ended, wallNow);
    await continueFallbackChains(
      transaction,
      actor,
      failed.filter((id) => changed.has(id)),
      wallNow,
    );
  });
}

async function record(db: Database, ended: readonly EndedAttempt[], wallNow: number): Promise<Set<string>> {
  const rows = ended.map(({ id, number, vendor, detail, result }) => ({
    id,
    number,
    vendor,
    outcome: result.kind,
    state: stateOf[result.kind],
    detail: cleanText(detail, 500),
    providerId:
      result.kind === 'accepted' && result.providerId !== null ? cleanText(result.providerId, 500) : null,
  }));
  // Named twice: the rows of JSON have no number that PostgreSQL could plan with, so it would read whole tables.
  const ids = ended.map(({ id }) => id);
  const at = new Date(wallNow);
  const { rows: changed } = await sql<{ id: string }>`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e (id uuid, number int, vendor text, outcome text, state text, detail text, "providerId" text)
    ), attempts as (
      update delivery_attempts a set ended_at = ${at}, outcome = e.outcome, detail = e.detail
      from ended e where a.delivery_id = e.id and a.delivery_id = any(${ids}::uuid[])
        and a.number = e.number and e.outcome <> 'not-configured'
    )
    update deliveries d set
      updated_at = ${at},
      vendor = coalesce(e.vendor, d.vendor),
      provider_id = coalesce(e."providerId", d.provider_id),
      accepted_at = case when e.state = 'accepted' then coalesce(d.accepted_at, ${at}) else d.accepted_at end,
      last_error = case when e.state = 'accepted' then d.last_error else e.detail end,
      -- The provider may have reported on it before its answer came.
      state = case when d.state = 'delivered' or d.provider_state in ('undelivered', 'failed') then d.state else e.state end
    from ended e
    where d.id = e.id and d.id = any(${ids}::uuid[]) and case e.outcome
      when 'accepted' then true
      when 'not-configured' then d.state in ('queued', 'sending')
      else d.state = 'sending' and d.attempts = e.number end
    returning d.id`.execute(db);
  return new Set(changed.map(({ id }) => id));
}

/**
 * Deletes a browser that unsubscribed, and stops email to an address that bounced.
 */
async function removeGoneTargets(
  transaction: Database,
  ended: readonly EndedAttempt[],
  wallNow: number,
): Promise<void> {
  const gone = ended.filter(({ result }) => result.kind === 'failed' && result.gone).map(({ id }) => id);
  if (gone.length === 0) return;
  await sql`
    delete from push_subscriptions p using deliveries d
    where d.id = any(${gone}::uuid[]) and d.channel = 'push' and p.id::text = d.target`.execute(transaction);
  await sql`
    update users u set email_suppressed_at = ${new Date(wallNow)} from deliveries d
    where d.id = any(${gone}::uuid[]) and d.channel = 'email' and u.id = d.user_id`.execute(transaction);
}

/**
 * Queues deliveries of these channels again that wait, have not changed since `before` (epoch ms of the wall clock)
 * and have no job that will ever run. There should be none. Returns how many there were.
 */
export async function requeueOrphaned(
  db: Database,
  actor: Actor,
  before: number,
  channels: readonly DeliveryChannelName[] = deliveryChannels,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; channel: DeliveryChannelName }>`
      select d.id, d.channel from deliveries d
      where d.state in ('queued', 'sending') and d.updated_at < ${new Date(before)} and d.channel = any(${channels}::text[])
        and not ${hasQueuedJob(sql`d.id::text`)}
      limit 1000 for update skip locked`.execute(transaction);
    await queueDeliveries(
      transaction,
      actor,
      rows.map(({ id, channel }) => ({ deliveryId: id, channel, afterMs: 0 })),
    );
    return rows.length;
  });
}

/** What PostgreSQL takes as text: no NUL, no half of a surrogate pair. */
function cleanText(text: string, maximum: number): string {
  return text.replaceAll('\0', '').slice(0, maximum).toWellFormed();
}
