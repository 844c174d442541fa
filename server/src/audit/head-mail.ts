import type { DeliveryAdapter, EmailTarget } from '@allclear/adapters';
import { z } from 'zod';
import { systemActor } from '../platform/actor.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import { implementJob, type Job } from '../platform/jobs/implement-job.ts';
import { addJob } from '../platform/jobs/job-records.store.ts';
import type { HeadsListener } from './sign-heads.ts';
import { headLine } from './signed-head.ts';
import { readHeadsSignedAt } from './store.ts';

const actor = systemActor('audit');

/** Mails the heads that were signed at one instant (epoch ms). */
const headMail = defineJob({
  name: 'mail-audit-heads',
  payload: z.object({ signedAt: z.number() }),
  concurrency: 1,
});

export const queueHeadMail: HeadsListener = async (transaction, [head]) => {
  if (head) await addJob(transaction, actor, headMail, { signedAt: Date.parse(head.signedAt) });
};

/** One mail has a line for each chain, as the file of the heads has it. */
export function headMailJob({
  address,
  email,
  url,
}: {
  address: string | null;
  email: DeliveryAdapter<EmailTarget> | null;
  url: string;
}): Job {
  return implementJob(headMail, async ({ signedAt }, { db, attempt, signal }) => {
    const heads = await readHeadsSignedAt(db, signedAt);
    if (address === null || email === null || heads.length === 0) return { sent: false };
    const id = `audit-heads-${signedAt}`;
    const outcome = await email.send(
      {
        ...{ id, correlationId: id, kind: 'information', url, startedAt: signedAt },
        subject: `Signed heads of the audit, ${new Date(signedAt).toISOString().slice(0, 10)}`,
        text: `Keep this mail: by it somebody can tell later whether the audit was cut or written anew (npm run audit:verify).\n\n${heads.map(headLine).join('\n\n')}`,
        short: 'Signed heads of the audit',
        sentAt: new Date(signedAt).toISOString(),
        firstAttempt: attempt === 1,
      },
      { address },
      signal,
    );
    if (outcome.kind === 'failed' && outcome.retryable) throw new Error(outcome.reason);
    return { sent: outcome.kind === 'accepted' };
  });
}
