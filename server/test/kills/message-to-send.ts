import type { MassMessageToSend } from '../../src/messages/mass/send-message.store.ts';
import type { Database } from '../../src/platform/database/database.ts';

/** A message of one person to all others of an organization; the same in the killed process and in the one that repeats it. */
export async function messageToSend(
  db: Database,
  organizationId: string,
  key: string,
): Promise<MassMessageToSend> {
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  const [sender, ...recipients] = people.map(({ id }) => id);
  return {
    scope: { organizationId, senderId: sender ?? '', group: 'any' },
    key,
    content: {
      ...{ headline: 'Go inside', message: `Stay there: ${key}.`, senderText: 'The office' },
      ...{ channel: 5, overridePreferences: true, isDrill: false },
    },
    recipientIds: recipients,
  };
}
