import { gather } from '../../notifications/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { implementUnrecordedJob, type Job } from '../../platform/jobs/implement-job.ts';
import type { JobWorker } from '../../platform/jobs/job-worker.ts';
import { retryWrites } from '../../platform/jobs/retry-writes.ts';
import { type CarryOutNeeds, carryOut } from './carry-out.ts';
import { queueUnits, unitCommandsJob } from './command-queue.ts';
import { type EndedCommand, endCommands, type PlayTaken, recordPlays } from './ended-commands.store.ts';
import {
  type BegunCommand,
  beginCommands,
  type Interruption,
  interruptions,
  type NextCommand,
  requeueOrphanedCommands,
} from './open-commands.store.ts';

const actor = systemActor('carry-out-commands');
/** When a unit for which another process works is checked again. */
const checkAgainMs = 2_000;
/** Commands that one statement begins or ends at most. */
const maxBatch = 200;

type JobNeeds = Pick<CarryOutNeeds, 'devices' | 'voice' | 'evidenceOf' | 'mayResume'>;

/** The job that carries out the commands of one unit after the other, many units at once. */
export function commandsJob(needs: JobNeeds): Job {
  return implementUnrecordedJob(
    unitCommandsJob,
    (worker) => {
      const drain = createDrain(worker, needs);
      return ({ unitId }) => drain(unitId);
    },
    requeueOrphanedCommands,
  );
}

function createDrain(worker: JobWorker, needs: JobNeeds) {
  const { db, signal } = worker;
  /** Units for which this process works; true when there may be more to do since it last read. */
  const working = new Map<string, boolean>();
  const { begin, end, interruption, playTaken } = batchesOf(worker);
  const queueLater = gather(maxBatch, async (later: readonly { unitId: string; afterMs: number }[]) => {
    for (const [afterMs, own] of Map.groupBy(later, (one) => one.afterMs))
      await queueUnits(
        db,
        actor,
        own.map(({ unitId }) => unitId),
        afterMs,
      );
    return later.map(() => undefined);
  });

  /** Whether there is more to do now. `ends`: commands whose ends are being recorded, by their ids. */
  const next = async (unitId: string, ends: Map<string, Promise<void>>): Promise<boolean> => {
    const first = await begin({ unitId, ended: [...ends.keys()] });
    if (first.kind === 'none') return false;
    if (first.kind !== 'begun') {
      const afterMs = first.kind === 'later' ? Math.max(50, first.afterMs) : checkAgainMs;
      await queueLater({ unitId, afterMs });
      return false;
    }
    const { command } = first;
    const result = await carryOut({ ...needs, interruption, playTaken, signal }, command);
    const ended = end({ ...endOf(command), ...result });
    // Its failure is thrown where all are waited for.
    ended.catch(() => {});
    // The light is on: the sound does not wait for its record.
    const isOver = result.result.kind === 'ended' && command.action.kind === 'light';
    if (isOver) ends.set(command.id, ended);
    else await ended;
    return true;
  };

  return async (unitId: string): Promise<void> => {
    if (signal.aborted) throw new Error('The worker lease is over.');
    if (working.has(unitId)) {
      working.set(unitId, true);
      return;
    }
    const ends = new Map<string, Promise<void>>();
    try {
      do {
        working.set(unitId, false);
        while (await next(unitId, ends)) signal.throwIfAborted();
        await Promise.all(ends.values());
        ends.clear();
      } while (working.get(unitId) === true);
    } finally {
      working.delete(unitId);
    }
  };
}

function endOf({ id, organizationId, unitId, action, cause, tries }: BegunCommand) {
  return { id, organizationId, unitId, action, cause, tries };
}

/** The writes of many units at once. */
function batchesOf({ db, lease }: JobWorker) {
  return {
    begin: gather(
      maxBatch,
      async (asked: readonly { unitId: string; ended: readonly string[] }[]): Promise<NextCommand[]> => {
        const unitIds = asked.map(({ unitId }) => unitId);
        const ended = new Set(asked.flatMap((one) => one.ended));
        const next = await beginCommands(db, actor, [...new Set(unitIds)], { lease, ended, now: wallNow() });
        return unitIds.map((unitId) => next.get(unitId) ?? { kind: 'none' });
      },
    ),
    end: gather(maxBatch, async (ended: readonly EndedCommand[]): Promise<undefined[]> => {
      // What a device did must be recorded, even if the store is unavailable for a moment.
      await retryWrites(() => endCommands(db, actor, ended, wallNow()));
      return ended.map(() => undefined);
    }),
    interruption: gather(maxBatch, async (ids: readonly string[]): Promise<Interruption[]> => {
      const found = await interruptions(db, ids);
      return ids.map((id) => found.get(id) ?? { isStopped: true, isOvertaken: false, isWanted: false });
    }),
    playTaken: gather(maxBatch, async (plays: readonly PlayTaken[]) => {
      await recordPlays(db, actor, plays);
      return plays.map(() => undefined);
    }),
  };
}
