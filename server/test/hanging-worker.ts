import pino from 'pino';
import { z } from 'zod';
import { defineJob } from '../src/platform/jobs/define-job.ts';
import { implementJob } from '../src/platform/jobs/implement-job.ts';
import { startJobs } from '../src/platform/jobs/start-jobs.ts';

/** A process that begins a job of the name 'count' on the database of its argument, and never ends it. */
const [, , url] = process.argv;
if (url === undefined) throw new Error('The address of the database is missing.');
startJobs({
  url,
  jobs: [
    implementJob(defineJob({ name: 'count', payload: z.object({ to: z.number() }), concurrency: 1 }), () => {
      process.send?.('begun');
      return new Promise(() => {});
    }),
  ],
  log: pino({ level: 'silent' }),
});
