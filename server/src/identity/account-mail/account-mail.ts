import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { addJobs } from '../../platform/jobs/job-records.store.ts';
import { type AccountMailToAdd, insertAccountMails } from './account-mail.store.ts';

/** Sends one mail about an account. The payload has its id only, so that no record of a job has a secret. */
export const accountMail = defineJob({
  name: 'send-account-mail',
  payload: z.object({ id: z.string() }),
  concurrency: 5,
});

/** Queues a mail in the caller's transaction: it is sent once that commits, and never when it is rolled back. */
export function queueAccountMail(transaction: Database, actor: Actor, mail: AccountMailToAdd): Promise<void> {
  return queueAccountMails(transaction, actor, [mail]);
}

/** As `queueAccountMail`; mails of a higher `priority` (0 unless given) wait for those of a lower one. */
export async function queueAccountMails(
  transaction: Database,
  actor: Actor,
  mails: readonly AccountMailToAdd[],
  priority = 0,
): Promise<void> {
  const ids = await insertAccountMails(transaction, actor, mails);
  const payloads = ids.map((id) => ({ id }));
  await addJobs(transaction, actor, accountMail, payloads, { priority });
}

/** What a mail of a device says; words for people. */
export interface DeviceDetails {
  readonly device: string;
  readonly network: string;
}
