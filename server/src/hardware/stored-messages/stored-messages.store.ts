import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { columnsOf, type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** A message that people speak by a loudspeaker. */
export type StoredPaMessage = RecordOf<Selectable<Tables['pa_messages']>>;

export type StoredPaMessageInput = Pick<StoredPaMessage, 'title' | 'message' | 'clip'>;

/** Thrown when the organization has as many as it may. */
export class TooManyStoredMessages extends Error {}

export const maxStoredMessages = 500;

/** By title. */
export async function storedMessages(db: Database, organizationId: string): Promise<StoredPaMessage[]> {
  const rows = await db
    .selectFrom('pa_messages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** Undefined when the organization has no such message. */
export async function readStoredMessage(db: Database, key: RecordKey): Promise<StoredPaMessage | undefined> {
  const row = await db.selectFrom('pa_messages').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && recordOf(row);
}

function audited({ id, title, message, clip }: StoredPaMessage): object {
  return { id, title, message, clip };
}

/** Throws `TooManyStoredMessages`. `now` is product time, epoch ms. */
export function insertStoredMessage(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: StoredPaMessageInput,
  now: number,
): Promise<StoredPaMessage> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await storedMessages(transaction, organizationId)).length >= maxStoredMessages)
      throw new TooManyStoredMessages();
    const at = new Date(now);
    const row = await transaction
      .insertInto('pa_messages')
      .values({ ...input, organization_id: organizationId, created_at: at, updated_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = recordOf(row);
    await notify(transaction, { topic: 'hardware', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'stored-message.added', recordId: after.id, now },
      ...{ before: null, after: audited(after) },
    });
    return after;
  });
}

/**
 * Changes a message, if it still is the revision that the change is based on; undefined when there is none. Throws
 * `StaleRevision`; nothing is stored then.
 */
export function changeStoredMessage(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  change: Partial<StoredPaMessageInput>,
  now: number,
): Promise<StoredPaMessage | undefined> {
  return inTransaction(db, async (transaction) => {
    const stored = await transaction
      .selectFrom('pa_messages')
      .selectAll()
      .where(hasKey(key))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!stored) return undefined;
    const before = recordOf(stored);
    requireRevision(before, revision, { what: 'this message' });
    const row = await transaction
      .updateTable('pa_messages')
      .set({ ...columnsOf(change), ...nextRevision(before, change), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = recordOf(row);
    await notify(transaction, { topic: 'hardware', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'stored-message.changed', recordId: after.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** False when the organization has no such message. */
export function removeStoredMessage(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('pa_messages')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await notify(transaction, { topic: 'hardware', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'stored-message.deleted', recordId: row.id, now },
      ...{ before: audited(recordOf(row)), after: null },
    });
    return true;
  });
}
