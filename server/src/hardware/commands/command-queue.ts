import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineUnrecordedJob } from '../../platform/jobs/define-job.ts';
import { addUnrecordedJobs } from '../../platform/jobs/jobs.store.ts';

/**
 * Carries out the waiting commands of one unit, in their order. Many run at once: a unit that hangs keeps its own job
 * for the whole timeout and delays no other.
 */
export const unitCommandsJob = defineUnrecordedJob({
  name: 'carry-out-commands',
  payload: z.object({ unitId: z.string() }),
  // A unit keeps its job while it sounds, which takes minutes at most.
  concurrency: 1_000,
});

/**
 * Queues the work of units in the caller's transaction. A unit's waiting job is replaced; one for later does not replace
 * one that is due.
 */
export async function queueUnits(
  db: Database,
  actor: Actor,
  unitIds: readonly string[],
  afterMs = 0,
): Promise<void> {
  const prefix = afterMs > 0 ? 'unit-later' : 'unit';
  await addUnrecordedJobs(
    db,
    actor,
    [...new Set(unitIds)].map((unitId) => ({
      ...{ job: unitCommandsJob, payload: { unitId }, key: `${prefix}-${unitId}` },
      ...{ runAfterMs: afterMs, priority: 0 },
    })),
  );
}
