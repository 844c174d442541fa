import type { CapFeedEntry, CapMessage, CapNotice, CapReference } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordOf } from '../../platform/database/record.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { StoredWarning } from '../store.ts';

/** Of the messages of one warning so many, the newest, can be referred to: far more than expire within an hour. */
const maxEarlier = 500;

/** What a new message of a warning follows. */
export interface EarlierMessages {
  readonly organizationName: string;
  /** Oldest first. */
  readonly earlier: readonly (CapReference & { readonly notice: string })[];
  /** Of the next message. */
  readonly sequence: number;
}

export async function earlierMessages(
  db: Database,
  { id, organizationId }: Pick<StoredWarning, 'id' | 'organizationId'>,
): Promise<EarlierMessages> {
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('cap_messages')
    .select(['sequence', 'sender', 'identifier', 'notice', 'sent_at', 'expires_at'])
    .where('warning_id', '=', id)
    .orderBy('sequence', 'desc')
    .limit(maxEarlier)
    .execute();
  return {
    organizationName: name,
    earlier: rows.map(recordOf).reverse(),
    sequence: (rows[0]?.sequence ?? 0) + 1,
  };
}

/** Adds a message with its document; false when another engine was faster. */
export async function insertMessage(
  transaction: Database,
  _actor: Actor,
  row: Pick<StoredWarning, 'id' | 'organizationId'>,
  sequence: number,
  notice: CapNotice,
  message: CapMessage,
  document: string,
): Promise<boolean> {
  const result = await transaction
    .insertInto('cap_messages')
    .values({
      warning_id: row.id,
      sequence,
      organization_id: row.organizationId,
      identifier: message.identifier,
      sender: message.sender,
      notice,
      message_type: message.messageType,
      response_type: message.responseType,
      status: message.status,
      headline: message.headline,
      sent_at: new Date(message.sentAt),
      expires_at: new Date(message.expiresAt),
      document,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** A warning whose next message may be due, and its newest one: null when it has none. */
export interface DueWarning {
  readonly row: StoredWarning;
  readonly newest: { readonly notice: string; readonly expiresAt: number } | null;
}

const newestMessage = sql<Date>`(select expires_at from cap_messages
  where warning_id = warnings.id order by sequence desc limit 1)`;
const newestNotice = sql<string>`(select notice from cap_messages
  where warning_id = warnings.id order by sequence desc limit 1)`;

/**
 * Open warnings whose newest message expires before an instant, and warnings that ended by themselves after another
 * instant and have a message but none that is the last: an all clear or a withdrawal. Oldest first; of one place when it is given.
 */
export async function dueWarnings(
  db: Database,
  { expireBefore, endedAfter, placeId }: { expireBefore: number; endedAfter: number; placeId?: string },
): Promise<DueWarning[]> {
  let query = db
    .selectFrom('warnings')
    .selectAll('warnings')
    .select([newestMessage.as('newest_expires_at'), newestNotice.as('newest_notice')])
    .where((where) =>
      where.or([
        where.and([
          where('ended_at', 'is', null),
          where.or([where(newestMessage, 'is', null), where(newestMessage, '<', new Date(expireBefore))]),
        ]),
        where.and([
          where('ended_at', '>', new Date(endedAfter)),
          where('end_reason', '=', 'all-clear'),
          where(newestNotice, 'not in', ['all-clear', 'withdrawn']),
        ]),
      ]),
    )
    .orderBy('started_at')
    .orderBy('id');
  if (placeId !== undefined) query = query.where('organization_location_id', '=', placeId);
  return (await query.execute()).map(({ newest_expires_at, newest_notice, ...row }) => ({
    row: recordOf<Selectable<Tables['warnings']>>(row),
    newest: newest_notice === null ? null : { notice: newest_notice, expiresAt: newest_expires_at.getTime() },
  }));
}

/** The newest message of a warning, as the feed lists it. */
export interface ListedMessage extends Omit<CapFeedEntry, 'url'> {
  readonly organizationLocationId: string | null;
}

/**
 * The newest message of each warning of an organization that is open, or whose message was sent after an instant or
 * has not expired; newest first.
 */
export async function listMessages(
  db: Database,
  organizationId: string,
  { sentAfter, now }: { sentAfter: number; now: number },
): Promise<ListedMessage[]> {
  const rows = await db
    .selectFrom('warnings')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('cap_messages')
          .selectAll()
          .whereRef('cap_messages.warning_id', '=', 'warnings.id')
          .orderBy('sequence', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'newest.identifier',
      'newest.headline',
      'newest.sent_at',
      'newest.expires_at',
      'newest.message_type',
      'newest.response_type',
      'newest.status',
      'warnings.organization_location_id',
    ])
    .where('warnings.organization_id', '=', organizationId)
    .where((where) =>
      where.or([
        where('warnings.ended_at', 'is', null),
        // No message is sent longer than a day after the end.
        where.and([
          where('warnings.ended_at', '>', new Date(sentAfter - 25 * 3_600_000)),
          where.or([
            where('newest.sent_at', '>', new Date(sentAfter)),
            where('newest.expires_at', '>', new Date(now)),
          ]),
        ]),
      ]),
    )
    .orderBy('newest.sent_at', 'desc')
    .orderBy('newest.identifier')
    .execute();
  return rows.map(recordOf);
}

/** The document of a message of an organization; undefined for an identifier that it has not given. */
export async function findDocument(
  db: Database,
  organizationId: string,
  identifier: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('cap_messages')
    .select('document')
    .where('organization_id', '=', organizationId)
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return row?.document;
}

/** The name of an organization that is not closed, and when its newest message was sent (epoch ms, null for none). */
export async function feedHead(
  db: Database,
  organizationId: string,
): Promise<{ readonly name: string; readonly newestAt: number | null } | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select([
      'name',
      sql<Date | null>`(select max(sent_at) from cap_messages where organization_id = organizations.id)`.as(
        'newest_at',
      ),
    ])
    .where('id', '=', organizationId)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirst();
  return row && { name: row.name, newestAt: row.newest_at?.getTime() ?? null };
}
