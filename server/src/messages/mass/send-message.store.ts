import { createHash, randomUUID } from 'node:crypto';
import { defaultTimeZone, type MassMessageContent, massMessageText, threatTypes } from '@allclear/domain';
import { writeNotice } from '../../notifications/index.ts';
import { fallbackTimeZone } from '../../people/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { writeResponseRequest } from '../../responses/index.ts';
import { type MassScope, readAudience } from './audience.store.ts';

export interface MassMessageToSend {
  readonly scope: MassScope;
  /** Made by the form: the same key again is the same message. */
  readonly key: string;
  readonly content: MassMessageContent;
  /** Each once, in lower case. */
  readonly recipientIds: readonly string[];
}

export type Sent =
  | { readonly kind: 'sent'; readonly id: string }
  /** The key is that of a message with another content. */
  | { readonly kind: 'other-content' }
  /** So many recipients may not be written to; nothing was stored. */
  | { readonly kind: 'foreign'; readonly count: number };

/**
 * Stores a message with its notice, the notifications, deliveries and jobs of everybody whom it is for, in one
 * transaction. Of two calls with the same key, in whichever processes, one sends and both answer with its message.
 */
export function sendMassMessage(
  db: Database,
  actor: Actor,
  secrets: Pick<SecretBox, 'digests'>,
  message: MassMessageToSend,
  now: number,
): Promise<Sent> {
  const { scope, key, content, recipientIds } = message;
  const { organizationId, senderId, group } = scope;
  const digest = digestOf(message);
  return db.transaction().execute(async (transaction) => {
    const earlier = await findByKey(transaction, organizationId, key);
    if (earlier) return answerOf(earlier, digest);
    const audience = await readAudience(transaction, scope, content, recipientIds, now);
    if (audience.kind === 'foreign') return audience;
    const { recipients } = audience;
    const id = randomUUID();
    const responseRequestId = content.asksResponse ? randomUUID() : null;
    const notice = await writeNotice(transaction, actor, {
      ...{ organizationId, warningId: null, warningRevision: null, kind: 'mass-message' },
      ...{ eventType: threatTypes.MASS_NOTIFICATION, sourceKey: `mass-message/${key}`, correlationId: id },
      ...{ organizationLocationId: null, ...massMessageText(content) },
      timeZone: (await fallbackTimeZone(transaction, organizationId)) ?? defaultTimeZone,
      facts: { isDrill: content.isDrill, ...(responseRequestId === null ? {} : { responseRequestId }) },
      ...{ at: now, recipients },
    });
    if (notice === null) {
      // Another call with the key has committed while this one waited for it.
      const other = await findByKey(transaction, organizationId, key);
      if (!other) throw new Error(`The notice of the mass message ${key} has no message.`);
      return answerOf(other, digest);
    }
    if (responseRequestId !== null)
      await writeResponseRequest(transaction, actor, secrets, {
        ...{ id: responseRequestId, organizationId, noticeId: notice.id, isDrill: content.isDrill },
        ...{ lifeSafety: content.overridePreferences, groupId: group === 'any' ? null : group },
        ...{ userIds: recipients.map(({ userId }) => userId), askedAt: now, wallNow: wallNow() },
      });
    await transaction
      .insertInto('mass_messages')
      .values({
        ...{ id, organization_id: organizationId, sent_by: senderId, key, content_digest: digest },
        ...{ notice_id: notice.id, ...columnsOf(content), created_at: new Date(now) },
        group_id: group === 'any' ? null : group,
        response_request_id: responseRequestId,
      })
      .execute();
    await notify(transaction, { topic: 'mass-messages', ids: [organizationId] });
    const muted = recipients.filter((recipient) => recipient.muted !== null).length;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'mass-message.sent', recordId: id, now },
      after: {
        ...content,
        recipients: recipients.length,
        notSent: muted,
        groupId: group === 'any' ? null : group,
      },
      personal: { userId: senderId, fields: ['senderText'] },
    });
    return { kind: 'sent', id };
  });
}

/** The content as the columns of messages and templates have it. */
export function columnsOf(content: MassMessageContent) {
  return {
    headline: content.headline,
    message: content.message,
    sender_text: content.senderText,
    channel: content.channel,
    override_preferences: content.overridePreferences,
    is_drill: content.isDrill,
    asks_response: content.asksResponse ?? false,
  };
}

interface Earlier {
  readonly id: string;
  readonly content_digest: string;
}

function findByKey(db: Database, organizationId: string, key: string): Promise<Earlier | undefined> {
  return db
    .selectFrom('mass_messages')
    .select(['id', 'content_digest'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
}

function answerOf(earlier: Earlier, digest: string): Sent {
  return earlier.content_digest === digest ? { kind: 'sent', id: earlier.id } : { kind: 'other-content' };
}

/** What two calls with the same key must have in common: who sends what to whom. */
function digestOf({ scope, content, recipientIds }: MassMessageToSend): string {
  const { headline, message, senderText, channel, overridePreferences, isDrill } = content;
  const asksResponse = content.asksResponse ?? false;
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...[scope.senderId, headline, message, senderText, channel, overridePreferences, isDrill],
        ...[asksResponse],
      ]),
    )
    .update([...recipientIds].sort().join())
    .digest('hex');
}
