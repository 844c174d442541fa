import type { MassMessageContent } from '@allclear/domain';
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { columnsOf } from './send-message.store.ts';

/** Templates of one organization. */
const maxTemplates = 200;

export class TooManyTemplates extends Error {}

export type StoredTemplate = RecordOf<Selectable<Tables['mass_message_templates']>>;

/** The organization's templates, newest first. */
export async function listTemplates(db: Database, organizationId: string): Promise<StoredTemplate[]> {
  const rows = await db
    .selectFrom('mass_message_templates')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** Stores a template. Throws `TooManyTemplates`. */
export function insertTemplate(
  db: Database,
  actor: Actor,
  { organizationId, createdBy }: { readonly organizationId: string; readonly createdBy: string },
  content: MassMessageContent,
  now: number,
): Promise<StoredTemplate> {
  return db.transaction().execute(async (transaction) => {
    // Two at once count each other.
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute();
    if ((await listTemplates(transaction, organizationId)).length >= maxTemplates)
      throw new TooManyTemplates();
    const at = new Date(now);
    const row = await transaction
      .insertInto('mass_message_templates')
      .values({
        ...{ organization_id: organizationId, created_by: createdBy, ...columnsOf(content) },
        ...{ created_at: at, updated_at: at },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(transaction, { topic: 'mass-messages', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'mass-message-template.added', recordId: row.id, now },
      ...{ after: content, personal: { userId: createdBy, fields: ['senderText'] } },
    });
    return recordOf(row);
  });
}

/**
 * Changes a template if it still is the revision that the change is based on; undefined when the organization has no
 * such template. Throws `StaleRevision`; nothing is stored then.
 */
export function updateTemplate(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  { content, changedBy }: { readonly content: MassMessageContent; readonly changedBy: string },
  now: number,
): Promise<StoredTemplate | undefined> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockTemplate(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, { what: 'this template' });
    const row = await transaction
      .updateTable('mass_message_templates')
      .set({ ...columnsOf(content), ...nextRevision(before, content), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(transaction, { topic: 'mass-messages', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'mass-message-template.changed', recordId: before.id, now },
      ...{ before: contentOf(before), after: content },
      personal: { userId: changedBy, fields: ['senderText'] },
    });
    return recordOf(row);
  });
}

/** Deletes a template; false when the organization has no such template. */
export function removeTemplate(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockTemplate(transaction, key);
    if (!before) return false;
    await transaction.deleteFrom('mass_message_templates').where('id', '=', before.id).execute();
    await notify(transaction, { topic: 'mass-messages', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'mass-message-template.deleted', recordId: before.id, now },
      before: contentOf(before),
      personal: { userId: before.createdBy, fields: ['senderText'] },
    });
    return true;
  });
}

/** The template under a row lock, so that no other change can alter it meanwhile. */
async function lockTemplate(transaction: Database, key: RecordKey): Promise<StoredTemplate | undefined> {
  const row = await transaction
    .selectFrom('mass_message_templates')
    .selectAll()
    .where(hasKey(key))
    .forUpdate()
    .executeTakeFirst();
  return row && recordOf(row);
}

function contentOf({
  headline,
  message,
  senderText,
  channel,
  overridePreferences,
  isDrill,
}: StoredTemplate): MassMessageContent {
  return { headline, message, senderText, channel, overridePreferences, isDrill };
}
