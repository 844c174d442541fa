import { expect } from 'vitest';
import type { Store } from '../src/platform/database/database.ts';
import { implementJob, type Job } from '../src/platform/jobs/implement-job.ts';
import { type AddJobOptions, addJob, readJob } from '../src/platform/jobs/job-records.store.ts';
import type { JobContext } from '../src/platform/jobs/job-worker.ts';
import { startJobs } from '../src/platform/jobs/start-jobs.ts';
import { testActor } from './actor.ts';
import { countJob, log } from './count-job.ts';
import { freshStore } from './fresh-store.ts';
import { eventually } from './notified-people.ts';

export type CountRun = (payload: { to: number }, context: JobContext) => Promise<unknown>;

export interface JobTest {
  readonly store: Store;
  /** Starts another worker on the database. */
  start(run: CountRun, more?: Job[]): { stop(): Promise<void> };
  add(to?: number, options?: AddJobOptions): Promise<string>;
  /** Waits until the record of a job matches. */
  until(id: string, expected: object): Promise<void>;
  /** The number of jobs in the queue. */
  queued(): Promise<number>;
  /** Stops all workers and empties the queue. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A database on which a test runs jobs. */
export async function openJobTest(): Promise<JobTest> {
  const store = await freshStore();
  const hosts: { stop(): Promise<void> }[] = [];
  const stopAll = async () => {
    for (const host of hosts.splice(0).reverse()) await host.stop();
  };
  return {
    store,
    start(run, more = []) {
      const host = startJobs({ url: store.url, jobs: [implementJob(countJob, run), ...more], log });
      let stopped: Promise<void> | null = null;
      const stop = () => {
        stopped ??= host.stop();
        return stopped;
      };
      hosts.push({ stop });
      return { stop };
    },
    add: (to = 3, options = {}) => addJob(store.db, testActor, countJob, { to }, options),
    until: (id, expected) =>
      eventually(async () => expect(await readJob(store.db, id)).toMatchObject(expected), 40_000),
    async queued() {
      const { rows } = await store.pool.query<{ count: number }>(
        'select count(*)::int as count from graphile_worker.jobs',
      );
      return rows[0]?.count ?? 0;
    },
    async reset() {
      await stopAll();
      await store.pool.query('delete from graphile_worker._private_jobs');
      await store.pool.query('delete from job_records');
    },
    async close() {
      await stopAll();
      await store.close();
    },
  };
}

/** Resolves never, and rejects when the signal aborts, as work does that ends on request. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It was aborted.')), { once: true });
  });
