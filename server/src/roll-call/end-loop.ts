import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { endOneOver } from './roll-calls.store.ts';

const actor = systemActor('roll-calls');
/** Real time between two rounds. */
const restMs = 30_000;

/** Records the end of roll-calls that nobody ended within their time. They have ended for everybody before that. */
export function endLoop({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'ends of roll-calls',
    async run(signal) {
      while (!signal.aborted) {
        const times = () => ({ now: clock.now(), wallNow: wallNow(), speed: clock.speed });
        try {
          while (!signal.aborted && (await endOneOver(db, actor, times())));
        } catch (error) {
          log.error({ err: error }, 'the end of a roll-call could not be recorded');
        }
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}
