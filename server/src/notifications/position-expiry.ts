import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { dropOldPositions } from './positions.store.ts';

const actor = systemActor('position-expiry');
/** Real time between two rounds. */
const restMs = 60_000;

/** Deletes shared positions within a minute of their limit, whatever the speed of the weather. */
export function positionExpiry({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'position-expiry',
    async run(signal) {
      while (!signal.aborted) {
        await dropOldPositions(db, actor, wallNow()).catch((error: unknown) =>
          log.error({ err: error }, 'old positions could not be deleted'),
        );
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}
