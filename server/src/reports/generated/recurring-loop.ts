import { MINUTE_MS } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import type { Loop, Platform } from '../../platform/subject.ts';
import { dueRecurring, queueDue } from './recurring.store.ts';

const actor = systemActor('recurring-reports');

/** Real time between two rounds at least, ms. */
const restMs = 1_000;

/** Every minute queues the recurring reports that are due. */
export function recurringLoop({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'recurring reports',
    async run(signal) {
      while (!signal.aborted) {
        await queueAllDue({ db, clock, log }).catch((error: unknown) =>
          log.error({ err: error }, 'recurring reports could not be queued; they are tried again'),
        );
        await clock.sleep(Math.max(MINUTE_MS, restMs * clock.speed), signal);
      }
    },
  };
}

/** Once. A recurring report that cannot be queued stops no other. Returns how many reports were queued. */
export async function queueAllDue({
  db,
  clock,
  log,
}: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  let queued = 0;
  for (const id of await dueRecurring(db, now))
    queued += await queueDue(db, actor, id, now).catch((error: unknown) => {
      log.error({ err: error, id }, 'a recurring report could not be queued; it is tried again');
      return 0;
    });
  return queued;
}
