import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineUnrecordedJob } from '../../platform/jobs/define-job.ts';
import { addUnrecordedJobs } from '../../platform/jobs/jobs.store.ts';

/** One attempt of one launch of a scenario. */
export const launchJob = defineUnrecordedJob({
  name: 'launch-scenario',
  payload: z.object({ id: z.string() }),
  concurrency: 20,
});

/**
 * Queues launches in the caller's transaction. The id of the launch is the job's key: a waiting job of the same launch
 * is replaced.
 */
export async function queueLaunches(
  db: Database,
  actor: Actor,
  ids: readonly string[],
  afterMs = 0,
): Promise<void> {
  if (ids.length === 0) return;
  await addUnrecordedJobs(
    db,
    actor,
    ids.map((id) => ({ job: launchJob, payload: { id }, key: id, runAfterMs: afterMs, priority: 0 })),
  );
}
