import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';

export type StoredMail = RecordOf<Selectable<Tables['mailbox']>>;

/** How many mails the page shows. */
const maxShown = 200;

/** Puts a mail into the demonstration's mailbox; a second attempt of the same delivery changes nothing. */
export async function putMail(
  db: Database,
  _actor: Actor,
  mail: { deliveryId: string; address: string; subject: string; text: string; html: string },
  wallNow: number,
): Promise<void> {
  await sql`
    insert into mailbox (delivery_id, organization_id, user_id, address, subject, text, html, at)
    select d.id, d.organization_id, d.user_id, ${mail.address}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(wallNow)}
    from deliveries d where d.id = ${mail.deliveryId} and d.user_id is not null
    on conflict (delivery_id) do nothing`.execute(db);
}

/** The newest mails to one person, or with `userId` null to everybody of the organization. */
export async function listMails(
  db: Database,
  organizationId: string,
  userId: string | null,
): Promise<StoredMail[]> {
  const mails = db
    .selectFrom('mailbox')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .limit(maxShown);
  const rows = await (userId === null ? mails : mails.where('user_id', '=', userId)).execute();
  return rows.map(recordOf);
}
