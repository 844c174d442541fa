import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { addJob } from '../../platform/jobs/job-records.store.ts';
import { type AccountMailToAdd, insertAccountMail } from './account-mail.store.ts';

/** Sends one mail about an account. The payload has its id only, so that no record of a job has a secret. */
export const accountMail = defineJob({
  name: 'send-account-mail',
  payload: z.object({ id: z.string() }),
  concurrency: 5,
});

/** Queues a mail in the caller's transaction: it is sent once that commits, and never when it is rolled back. */
export async function queueAccountMail(
  transaction: Database,
  actor: Actor,
  mail: AccountMailToAdd,
): Promise<void> {
  const id = await insertAccountMail(transaction, actor, mail);
  await addJob(transaction, actor, accountMail, { id });
}

/** What a mail of a device says; words for people. */
export interface DeviceDetails {
  readonly device: string;
  readonly network: string;
}
