import { DAY_MS } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import type { ChangeBus } from '../../platform/change-feed/change-bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { missingOfWarnings, takeSnapshots } from './condition-snapshots.store.ts';
import { scheduleIds, takeScheduled } from './snapshot-schedules.store.ts';

const actor = systemActor('condition-snapshots');
/** Real ms between two rounds; a change of warnings begins one at once. A snapshot is of its instant, however late. */
const restMs = 20_000;
/** Warnings that started or ended before this while no server ran have no snapshot. */
const warningsSinceMs = 2 * DAY_MS;
const maxAtOnce = 200;

export interface SnapshotContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Takes all snapshots that are due and were not taken, each once, whichever process stops when. */
export async function snapshotRound({ db, clock, log }: SnapshotContext): Promise<number> {
  const now = clock.now();
  let taken = 0;
  while (true) {
    const missing = await missingOfWarnings(db, now - warningsSinceMs, maxAtOnce);
    taken += await takeSnapshots(db, actor, missing);
    if (missing.length < maxAtOnce) break;
  }
  for (const id of await scheduleIds(db))
    try {
      taken += await takeScheduled(db, actor, id, now);
    } catch (error) {
      log.error({ err: error }, 'scheduled snapshots of a station could not be taken');
    }
  return taken;
}

/** Runs in the engine. */
export function snapshotLoop({ changes, ...context }: SnapshotContext & { changes: ChangeBus }): Loop {
  const { clock, log } = context;
  return {
    name: 'condition-snapshots',
    async run(signal) {
      while (!signal.aborted) {
        // Taken before the round, so that a change during it is not missed.
        const wake = AbortSignal.any([signal, changes.next('warnings')]);
        try {
          await snapshotRound(context);
        } catch (error) {
          log.error({ err: error }, 'condition snapshots could not be taken');
        }
        await clock.sleep(restMs * clock.speed, wake);
      }
    },
  };
}
