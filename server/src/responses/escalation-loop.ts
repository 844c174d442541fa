import { systemActor } from '../platform/actor.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { StepFailure, takeDueStep } from './steps.store.ts';

const actor = systemActor('escalation');
/** Real time between two rounds. */
const restMs = 1_000;
/** Rounds in which a request whose step failed is passed over, so that it holds up no other. */
const roundsAfterFailure = 30;

/** Passes requests on while people have not responded. */
export function escalationLoop({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'escalation',
    async run(signal) {
      let failed: string[] = [];
      for (let round = 0; !signal.aborted; round++) {
        if (round % roundsAfterFailure === 0) failed = [];
        try {
          while (!signal.aborted && (await takeDueStep(db, actor, clock.now(), failed)));
        } catch (error) {
          if (error instanceof StepFailure) failed.push(error.requestId);
          log.error({ err: error }, 'a message without responses could not be passed on');
        }
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}
