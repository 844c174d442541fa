import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';

export interface StoredMail
  extends Omit<
    RecordOf<Selectable<Tables['mailbox']>>,
    'deliveryId' | 'accountMailId' | 'inquiryId' | 'reportMailId'
  > {
  /** That of the delivery, of the mail about an account or of a report, or of the question or message of a person. */
  readonly id: string;
}

/** How many mails the page shows. */
const maxShown = 200;

/**
 * Puts a mail into the demonstration's mailbox; a second attempt of the same one changes nothing. `id` is that of a
 * delivery, of a mail about an account or of a report, or of a question or message of a person. No entry in the audit: the mail is a
 * record itself.
 */
export async function putMail(
  db: Database,
  _actor: Actor,
  mail: { id: string; address: string; subject: string; text: string; html: string },
  wallNow: number,
): Promise<void> {
  await sql`
    insert into mailbox (delivery_id, organization_id, user_id, address, subject, text, html, at)
    select d.id, d.organization_id, d.user_id, ${mail.address}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(wallNow)}
    from deliveries d where d.id = ${mail.id} and d.user_id is not null
    on conflict (delivery_id) do nothing`.execute(db);
  await sql`
    insert into mailbox (account_mail_id, organization_id, user_id, address, subject, text, html, at)
    select m.id, u.organization_id, u.id, ${mail.address}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(wallNow)}
    from account_mails m join users u on u.id = m.user_id where m.id = ${mail.id}
    on conflict (account_mail_id) do nothing`.execute(db);
  await sql`
    insert into mailbox (inquiry_id, organization_id, user_id, address, subject, text, html, at)
    select i.id, i.organization_id, i.user_id, ${mail.address}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(wallNow)}
    from inquiries i where i.id = ${mail.id}
    on conflict (inquiry_id) do nothing`.execute(db);
  await sql`
    insert into mailbox (report_mail_id, organization_id, user_id, address, subject, text, html, at)
    select m.id, u.organization_id, u.id, ${mail.address}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(wallNow)}
    from report_mails m join users u on u.id = m.user_id where m.id = ${mail.id}
    on conflict (report_mail_id) do nothing`.execute(db);
}

/**
 * The newest mails to one person; with `others` also those to everybody of the organization. Links to somebody's
 * account are shown to those who may manage the account: `managed` are the roles that they may manage.
 */
export async function listMails(
  db: Database,
  organizationId: string,
  { userId, others, managed }: { userId: string; others: boolean; managed: readonly string[] },
): Promise<StoredMail[]> {
  const mails = db
    .selectFrom('mailbox')
    .innerJoin('users', 'users.id', 'mailbox.user_id')
    .selectAll('mailbox')
    .where('mailbox.organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .limit(maxShown);
  const rows = await (others
    ? mails.where((where) =>
        where.or([
          where('user_id', '=', userId),
          where('account_mail_id', 'is', null),
          where('users.role', 'in', ['', ...managed]),
        ]),
      )
    : mails.where('user_id', '=', userId)
  ).execute();
  return rows.map((row) => {
    const { deliveryId, accountMailId, inquiryId, reportMailId, ...mail } = recordOf(row);
    return { ...mail, id: deliveryId ?? accountMailId ?? inquiryId ?? reportMailId ?? '' };
  });
}
