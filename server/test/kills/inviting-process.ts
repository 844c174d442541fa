import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { inviteUser } from '../../src/identity/index.ts';
import { insertAccount } from '../../src/people/accounts.store.ts';
import { wallNow } from '../../src/platform/clock/clock.ts';
import { inTransaction, openStore } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { testActor } from '../actor.ts';
import { invitationContext, mailJob } from './kill-context.ts';

/**
 * A process that adds and invites people one after the other, and sends their mails: its arguments are the
 * database, the port of the mail server, the organization, the name of the round and how many people.
 */
const [, , url = '', port = '', organizationId = '', round = '', count = ''] = process.argv;
const { db } = openStore(url, { onError: () => {} });
startJobs({ url, jobs: [mailJob(Number(port))], log: pino({ level: 'silent' }) });
flushCompileCache();
process.send?.('begun');
for (let n = 0; n < Number(count); n++) {
  const now = wallNow();
  await inTransaction(db, async (transaction) => {
    const email = `${round}-${n}@kill.example`;
    const person = await insertAccount(
      transaction,
      testActor,
      organizationId,
      {
        ...{ firstName: round, lastName: String(n), email, userName: email, phoneNumber: null },
        ...{ timeZone: 'America/Chicago', groupId: null, role: 'customer', isActive: true },
        ...{ smsNotifications: false, emailNotifications: true },
      },
      now,
    );
    await inviteUser(transaction, testActor, invitationContext, { userId: person.id, now });
  });
}
process.send?.('done');
// Mails are sent until it is killed.
