import { type Channel, isWebhookKind, type NoticeKind } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { startFallbackChains } from './delivery/fallback-chains.store.ts';
import { sendWebhookEvent } from './webhooks/send-webhook-event.store.ts';

/** Recipients whose rows are written by the same statements: thousands at once would hold the event loop. */
const portion = 150;

export interface NoticeRecipient {
  readonly userId: string;
  /** Each chain is tried in order until one channel takes the notice. */
  readonly fallbackChains: readonly (readonly Channel[])[];
  /** Why nothing is sent out; null when it is. */
  readonly muted: string | null;
}

export interface NoticeToWrite {
  readonly organizationId: string;
  readonly warningId: string | null;
  /** The warning's revision that caused it. */
  readonly warningRevision: number | null;
  readonly kind: NoticeKind;
  /** Numeric threat type of spec 1 section 3. */
  readonly eventType: number;
  /** What a notice that belongs to no warning is of: it is written once. */
  readonly sourceKey?: string;
  readonly correlationId: string;
  readonly organizationLocationId: string | null;
  readonly subject: string;
  readonly text: string;
  readonly short: string;
  readonly timeZone: string;
  /** The text for webhooks, where that for people names some of them. */
  readonly programText?: string;
  /** The people whom the text names, by id, as it names them. */
  readonly namedPeople?: Readonly<Record<string, string>>;
  /** Machine-readable details for webhooks. */
  readonly facts: Record<string, unknown>;
  /** The product's clock, epoch ms. */
  readonly at: number;
  readonly recipients: readonly NoticeRecipient[];
}

/**
 * Writes a notice with everything that follows from it in the caller's transaction: a notification for each
 * recipient, the deliveries of those who are not muted, one for each webhook that takes it (tests,
 * forecasts and messages go to people only), and their jobs. Either all of it commits or none. Null, without a write,
 * when this notice of the warning's revision, or of the same source, exists already.
 */
export async function writeNotice(
  transaction: Database,
  actor: Actor,
  notice: NoticeToWrite,
): Promise<{ id: string } | null> {
  const wall = wallNow();
  const written = await transaction
    .insertInto('notices')
    .values({
      organization_id: notice.organizationId,
      warning_id: notice.warningId,
      warning_revision: notice.warningRevision,
      kind: notice.kind,
      event_type: notice.eventType,
      source_key: notice.sourceKey ?? null,
      correlation_id: notice.correlationId,
      organization_location_id: notice.organizationLocationId,
      subject: notice.subject,
      text: notice.text,
      short: notice.short,
      time_zone: notice.timeZone,
      facts: JSON.stringify(notice.facts),
      named_people: JSON.stringify(notice.namedPeople ?? {}),
      at: new Date(notice.at),
      written_at: new Date(wall),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return null;

  const { recipients } = notice;
  for (let from = 0; from < recipients.length; from += portion)
    await notifyPeople(transaction, actor, {
      ...{ notice, noticeId: written.id, wall },
      recipients: recipients.slice(from, from + portion),
    });
  await sendToWebhooks(transaction, actor, written.id, notice);
  await notify(transaction, { topic: 'notifications', ids: recipients.map(({ userId }) => userId) });
  return { id: written.id };
}

/** Writes what follows from a notice for some of its recipients. */
async function notifyPeople(
  transaction: Database,
  actor: Actor,
  {
    notice: { organizationId, at },
    noticeId,
    wall,
    recipients,
  }: {
    readonly notice: NoticeToWrite;
    readonly noticeId: string;
    readonly wall: number;
    readonly recipients: readonly NoticeRecipient[];
  },
): Promise<void> {
  const notified = recipients.filter(({ muted }) => muted === null);
  const unreachable = await startFallbackChains(
    transaction,
    actor,
    notified.flatMap(({ userId, fallbackChains }) =>
      fallbackChains.map((channels) => ({ noticeId, organizationId, userId, recipient: userId, channels })),
    ),
    wall,
  );
  // A person with two fallback chains is unreachable only when both had no channel.
  const reached = new Set(
    notified
      .filter(
        ({ userId, fallbackChains }) =>
          fallbackChains.length > 1 || (fallbackChains.length === 1 && !unreachable.has(userId)),
      )
      .map((one) => one.userId),
  );
  await sql`
    insert into notifications (notice_id, organization_id, user_id, muted, at)
    select ${noticeId}, ${organizationId}, r.user_id, r.muted, ${new Date(at)}
    from unnest(${recipients.map(({ userId }) => userId)}::uuid[],
      ${recipients.map(({ userId, muted }) => muted ?? (reached.has(userId) ? null : 'no-channel'))}::text[]) as r (user_id, muted)
    on conflict (notice_id, user_id) do nothing`.execute(transaction);
}

/** Tests, forecasts and messages go to people only. */
async function sendToWebhooks(
  transaction: Database,
  actor: Actor,
  id: string,
  notice: NoticeToWrite,
): Promise<void> {
  const kind = `warning.${notice.kind}`;
  if (!isWebhookKind(kind)) return;
  const { organizationId, organizationLocationId, subject, correlationId, facts, at } = notice;
  const text = notice.programText ?? notice.text;
  const placeIds = organizationLocationId === null ? [] : [organizationLocationId];
  const data = { subject, text, correlationId, facts: { ...facts, notice: notice.kind } };
  await sendWebhookEvent(transaction, actor, { organizationId, kind, placeIds, data, id, at });
}
