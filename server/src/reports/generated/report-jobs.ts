import { z } from 'zod';
import { defineJob } from '../../platform/jobs/define-job.ts';

/** Makes the files of one report. Few at once: each reads a lot. */
export const makeReport = defineJob({
  name: 'make-report',
  payload: z.object({ id: z.string() }),
  concurrency: 2,
  retry: { maxAttempts: 3, delayMs: (failures) => 500 * 2 ** failures },
});

/** Sends one mail of a report: the payload has the mail's id only. */
export const mailReport = defineJob({
  name: 'mail-report',
  payload: z.object({ id: z.string() }),
  concurrency: 2,
});
