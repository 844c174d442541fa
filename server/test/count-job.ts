import pino from 'pino';
import { z } from 'zod';
import { defineJob } from '../src/platform/jobs/define-job.ts';

export const log = pino({ level: process.env.TEST_LOG ?? 'silent' });

/** A job with a small payload and quick retries. */
export const countJob = defineJob({
  name: 'count',
  payload: z.object({ to: z.int().positive() }),
  concurrency: 4,
  retry: { maxAttempts: 3, delayMs: () => 50 },
});
