import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import type { RecordedJob, UnrecordedJob } from './define-job.ts';
import type { JobContext, JobWorker } from './job-worker.ts';
import { recordedRunner } from './run-recorded-job.ts';

/** A job with its work, as the host runs it. */
export interface Job {
  readonly name: string;
  readonly concurrency: number;
  /** Whether a runner fetches as many jobs as it has places, for many short jobs. */
  readonly prefetch: boolean;
  /** Opens the work under a lease; the returned function runs one job of the queue. */
  open(worker: JobWorker): (payload: unknown) => Promise<void>;
  /**
   * Queues again the open work of the subject's own records that has not changed since `before` (epoch ms of
   * the wall clock) and has no job in the queue. Returns how many there were.
   */
  readonly requeueOrphaned?: ((db: Database, actor: Actor, before: number) => Promise<number>) | undefined;
}

/**
 * Adds the work to a recorded job. `run` may be called again after a crash, so what it does must bear repeating. It
 * returns the result (JSON), or throws to be tried again. After `signal` aborts it should throw soon.
 */
export function implementJob<Payload>(
  job: RecordedJob<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<unknown>,
): Job {
  return {
    name: job.name,
    concurrency: job.concurrency,
    prefetch: false,
    open: (worker) => recordedRunner(job, run, worker),
  };
}

/** Adds the work to a job that its subject records; `open` is called once for each lease. `requeueOrphaned` is that of `Job`. */
export function implementUnrecordedJob<Payload>(
  job: UnrecordedJob<Payload>,
  open: (worker: JobWorker) => (payload: Payload) => Promise<void>,
  requeueOrphaned: Job['requeueOrphaned'],
): Job {
  return {
    name: job.name,
    concurrency: job.concurrency,
    prefetch: true,
    requeueOrphaned,
    open(worker) {
      const run = open(worker);
      return (payload) => run(job.payload.parse(payload));
    },
  };
}
