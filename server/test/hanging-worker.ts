import { implementJob } from '../src/platform/jobs/implement-job.ts';
import { startJobs } from '../src/platform/jobs/start-jobs.ts';
import { countJob, log } from './count-job.ts';

/** A process that begins a job on the database of its argument, and never ends it. */
const [, , url] = process.argv;
if (url === undefined) throw new Error('The address of the database is missing.');
const hangingJob = implementJob(countJob, () => {
  process.send?.('begun');
  return new Promise(() => {});
});
startJobs({ url, jobs: [hangingJob], log });
