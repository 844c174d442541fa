import { unsubscribedFromSms } from '@allclear/adapters';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Which of these people answered STOP to text messages, as far as it is known: the provider said so when one was sent,
 * and has taken none for them since. The provider keeps the list; nothing here goes around it.
 */
export async function peopleWhoStoppedSms(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  // The words are written into the statement, so that the index of just these rows serves it (migration 0059).
  const { rows } = await sql<{ userId: string }>`
    select distinct d.user_id as "userId" from deliveries d
    where d.channel = 'sms' and d.last_error like ${sql.lit(`${unsubscribedFromSms}%`)} and d.state = 'failed'
      and d.organization_id = ${organizationId} and d.user_id = any(${userIds}::uuid[])
      and not exists (
        select from notifications o join deliveries later on later.notice_id = o.notice_id
          and later.recipient = d.recipient and later.channel = 'sms' and later.state in ('accepted', 'delivered')
        where o.user_id = d.user_id and later.created_at > d.created_at
      )`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}
