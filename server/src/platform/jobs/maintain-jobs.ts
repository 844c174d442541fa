import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../actor.ts';
import { wallNow } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Job } from './implement-job.ts';
import { dropJobsEndedBefore, requeueOrphanedJobs } from './job-records.store.ts';
import { clearReplacedJobs } from './jobs.store.ts';
import { clearLeases, clearUnregistered, deadLeases } from './worker-lease.store.ts';

const actor = systemActor('maintain-jobs');

/** A lease that is found dead twice, this far apart, is cleared. Its own process noticed it long before. */
const checkLeasesEveryMs = 2_000;
const requeueEveryMs = 30_000;
const dropEveryMs = 3_600_000;
const orphanedAfterMs = 60_000;
const unregisteredAfterMs = 60_000;
/** How long what became of a job can be read after its end. */
const recordsKeptMs = 30 * 24 * 3_600_000;

/**
 * Gives the jobs of dead processes to others, queues again what has lost its place in the queue, and drops old
 * records. Every process does all of it. Returns what ends it.
 */
export function maintainJobs({
  db,
  jobs,
  log,
}: {
  db: Database;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
}): () => void {
  const names = jobs.map(({ name }) => name);
  let seenDead: readonly number[] = [];
  const timers = [
    repeat(checkLeasesEveryMs, log, async () => {
      const dead = await deadLeases(db);
      const cleared = await clearLeases(
        db,
        actor,
        dead.filter((number) => seenDead.includes(number)),
      );
      if (cleared > 0) log.info({ leases: cleared }, 'jobs of a process that ended were taken over');
      seenDead = dead;
    }),
    repeat(requeueEveryMs, log, async () => {
      await clearUnregistered(db, actor, names, unregisteredAfterMs);
      const before = wallNow() - orphanedAfterMs;
      let orphaned = await requeueOrphanedJobs(db, actor, names, before);
      for (const job of jobs) orphaned += (await job.requeueOrphaned?.(db, actor, before)) ?? 0;
      if (orphaned > 0) log.warn({ orphaned }, 'work without a job was queued again');
      await clearReplacedJobs(db, actor, names);
    }),
    repeat(dropEveryMs, log, async () => {
      await dropJobsEndedBefore(db, actor, wallNow() - recordsKeptMs);
    }),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** Runs `work` now and then at each interval, never twice at once. */
function repeat(everyMs: number, log: FastifyBaseLogger, work: () => Promise<void>): NodeJS.Timeout {
  let busy = false;
  const run = async () => {
    if (busy) return;
    busy = true;
    await work().catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be maintained'));
    busy = false;
  };
  void run();
  return setInterval(() => void run(), everyMs);
}
