import { z } from 'zod';
import { defineJob } from '../platform/jobs/define-job.ts';

/** Sends one guide. The payload has its id only: no record of a job repeats an address. */
export const guideMail = defineJob({
  name: 'send-widget-guide',
  payload: z.object({ id: z.string() }),
  concurrency: 2,
});
