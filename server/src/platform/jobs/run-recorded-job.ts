import { z } from 'zod';
import { systemActor } from '../actor.ts';
import type { RecordedJob } from './define-job.ts';
import { type BegunJob, beginJob, checkJobLater, endJob, type JobEnd } from './job-records.store.ts';
import type { JobContext, JobWorker } from './job-worker.ts';
import { retryWrites } from './retry-writes.ts';
import { trackProgress } from './track-progress.ts';

const actor = systemActor('run-recorded-job');

/** When a job that another process runs is checked again. */
const checkAgainMs = 10_000;

const queuedPayload = z.object({ id: z.string() });

/** Runs the jobs of one recorded type under a lease: begins an attempt, does the work and records its end. */
export function recordedRunner<Payload>(
  job: RecordedJob<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<unknown>,
  worker: JobWorker,
): (payload: unknown) => Promise<void> {
  const { db, signal, running, lease, log, changes } = worker;

  return async (queued) => {
    const { id } = queuedPayload.parse(queued);
    signal.throwIfAborted();
    // Two entries of one job in the queue: the other one is at work.
    if (running.has(id)) return;
    const cancel = new AbortController();
    running.set(id, cancel);
    try {
      const begun = await beginJob(db, actor, id, lease);
      if (begun === 'over') return;
      if (begun === 'elsewhere') return await checkJobLater(db, actor, { id, name: job.name }, checkAgainMs);
      changes.add('jobs', id);
      const end = await attempt(begun, cancel.signal);
      if (end.kind === 'failed') log.warn({ job: job.name, id, reason: end.error }, 'a job failed for good');
      await retryWrites(() => endJob(db, actor, job.name, begun, end));
    } finally {
      running.delete(id);
    }
  };

  async function attempt(begun: BegunJob, canceled: AbortSignal): Promise<JobEnd> {
    const { maxAttempts, delayMs } = job.retry;
    // Only attempts that ended with their process leave a count beyond the limit.
    if (begun.attempt > maxAttempts)
      return { kind: 'failed', error: `The process ended in the middle of ${maxAttempts} attempts.` };
    const payload = job.payload.safeParse(begun.payload);
    if (!payload.success)
      return { kind: 'failed', error: `The payload is wrong: ${z.prettifyError(payload.error)}` };
    const tracker = trackProgress(worker, begun);
    try {
      const result = await run(payload.data, {
        id: begun.id,
        attempt: begun.attempt,
        organizationId: begun.organizationId,
        userId: begun.userId,
        db,
        signal: AbortSignal.any([signal, canceled]),
        progress: tracker.set,
      });
      return { kind: 'succeeded', result };
    } catch (thrown) {
      if (canceled.aborted) return { kind: 'cancelled' };
      if (signal.aborted) return { kind: 'interrupted' };
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      if (begun.attempt >= maxAttempts) return { kind: 'failed', error };
      return { kind: 'retry', error, afterMs: delayMs(begun.attempt) };
    } finally {
      await tracker.close();
    }
  }
}
