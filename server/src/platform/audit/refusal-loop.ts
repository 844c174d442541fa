import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../actor.ts';
import { wallNow } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Loop } from '../subject.ts';
import { endRefusals, refusalWindowMs } from './refusals.store.ts';

const actor = systemActor('refusals');
const everyMs = 60_000;

/** Once a minute the refusals of windows that have ended get the entry with their count. */
export function refusalLoop({ db, log }: { db: Database; log: FastifyBaseLogger }): Loop {
  return {
    name: 'refusals',
    async run(signal) {
      while (!signal.aborted) {
        await endRefusals(db, actor, wallNow() - refusalWindowMs).catch((error: unknown) =>
          log.error({ err: error }, 'counts of refusals could not be added to the audit'),
        );
        await sleep(everyMs, undefined, { signal }).catch(() => {});
      }
    },
  };
}
