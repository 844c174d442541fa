import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { unitsOf } from '../units/units.store.ts';
import { stopTests } from './begin-tests.ts';
import { testsToEnd } from './tests.store.ts';

const actor = systemActor('end-tests');
/** Between two rounds, real ms. */
const restMs = 1_000;

/** Ends the tests whose time is over, and those of units that were disabled. */
export async function endTests(db: Database, now: number): Promise<void> {
  const due = await testsToEnd(db, now);
  for (const [organizationId, tests] of Map.groupBy(due, (test) => test.organizationId)) {
    const all = await unitsOf(db, organizationId);
    for (const because of ['over', 'disabled'] as const) {
      const units = tests.flatMap(({ unitId, enabled }) =>
        enabled === (because === 'over') ? all.filter(({ id }) => id === unitId) : [],
      );
      if (units.length === 0) continue;
      const text = because === 'over' ? 'The time of the test is over' : 'The unit was disabled';
      await db
        .transaction()
        .execute((transaction) =>
          stopTests(transaction, actor, { organizationId, units, because, text, now }),
        );
    }
  }
}

/** The loop that ends tests; runs in the engine. */
export function testEnds({ db, clock, log }: { db: Database; clock: Clock; log: FastifyBaseLogger }): Loop {
  return {
    name: 'hardware-tests',
    async run(signal) {
      while (!signal.aborted) {
        await endTests(db, clock.now()).catch((error: unknown) =>
          log.error({ err: error }, 'tests of hardware could not be ended; they are read again'),
        );
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}
