import { systemActor } from '../platform/actor.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { takeDueStep } from './steps.store.ts';

const actor = systemActor('escalation');
/** Real time between two rounds. */
const restMs = 1_000;

/** Passes requests on while people have not responded. */
export function escalationLoop({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'escalation',
    async run(signal) {
      while (!signal.aborted) {
        try {
          while (!signal.aborted && (await takeDueStep(db, actor, clock.now())));
        } catch (error) {
          log.error({ err: error }, 'a message without responses could not be passed on');
        }
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}
