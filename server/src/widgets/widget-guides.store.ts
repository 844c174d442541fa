import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { addJob } from '../platform/jobs/job-records.store.ts';
import { guideMail } from './guide-mail.ts';

export interface GuideToSend {
  readonly organizationId: string;
  readonly widgetId: string;
  /** Who asked for it. */
  readonly userId: string;
  readonly recipient: string;
  readonly sender: string;
  /** Epoch ms of the wall clock. */
  readonly now: number;
}

/** Stores a mail and queues it: both or neither. The entry names nobody: the recipient need not be one of ours. */
export function queueGuide(db: Database, actor: Actor, guide: GuideToSend): Promise<string> {
  const { organizationId, widgetId, userId, recipient, sender, now } = guide;
  return inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('widget_guides')
      .values({
        ...{ organization_id: organizationId, widget_id: widgetId, user_id: userId },
        ...{ recipient, sender, created_at: new Date(now) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(transaction, actor, guideMail, { id });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'widget.guide-mailed', recordId: widgetId, now: null },
    });
    return id;
  });
}

/** A mail that is to be sent, with its widget as it is now. */
export interface OpenGuide {
  readonly id: string;
  readonly recipient: string;
  readonly sender: string;
  readonly createdAt: Date;
  readonly publicId: string;
  readonly widgetName: string;
  readonly organizationName: string;
}

/** Undefined when it was sent or has failed before, or its widget or its sender is gone. */
export async function findGuide(db: Database, id: string): Promise<OpenGuide | undefined> {
  return db
    .selectFrom('widget_guides')
    .innerJoin('widgets', 'widgets.id', 'widget_guides.widget_id')
    .innerJoin('organizations', 'organizations.id', 'widget_guides.organization_id')
    .select([
      'widget_guides.id',
      'recipient',
      'sender',
      'widget_guides.created_at as createdAt',
      'widgets.public_id as publicId',
      'widgets.name as widgetName',
      'organizations.name as organizationName',
    ])
    .where('widget_guides.id', '=', id)
    .executeTakeFirst();
}

/** The mail was sent, or never will be: nothing of it stays. The entry is that of the request. */
export async function dropGuide(db: Database, _actor: Actor, id: string): Promise<void> {
  await db.deleteFrom('widget_guides').where('id', '=', id).execute();
}
