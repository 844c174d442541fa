import {
  type BegunTests,
  stopSirenTests,
  testSirenAllClear,
  testSirenDelay,
  testSirenLight,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import type { EvidenceContext } from '../signals/evidence-now.ts';
import { hardwareReach, mayOperate } from '../units/may-operate.ts';
import { type StoredUnit, unitsOf } from '../units/units.store.ts';
import { beginTests, stopTests, type UnitTest, type UnitTestKind } from './begin-tests.ts';

const names: Readonly<Record<UnitTestKind, string>> = {
  delay: 'Delay',
  'all-clear': 'All Clear',
  light: 'light',
};

/** Tests of outdoor warning systems, alone and in bulk. */
export function testRoutes(app: FastifyInstance, context: EvidenceContext): void {
  const begin = async (principal: Principal, ids: readonly string[], kind: UnitTestKind) => {
    const units = await operatedUnits(context.db, principal, ids);
    const tested = await beginTests(context, actorOf(principal), {
      ...{ organizationId: principal.organizationId, kind, who: 'a person' },
      unitIds: units.map(({ id }) => id),
    });
    return presentBegun(tested, kind);
  };
  serve(app, testSirenDelay, ({ principal, body }) => begin(principal, body.ids, 'delay'));
  serve(app, testSirenAllClear, ({ principal, body }) => begin(principal, body.ids, 'all-clear'));
  serve(app, testSirenLight, ({ principal, body }) => begin(principal, body.ids, 'light'));

  serve(app, stopSirenTests, async ({ principal, body }) => {
    const { db, clock } = context;
    const { organizationId } = principal;
    const units = await operatedUnits(db, principal, body.ids);
    const stopped = await db.transaction().execute((transaction) =>
      stopTests(transaction, actorOf(principal), {
        ...{ organizationId, units, because: 'stopped', text: 'Test stopped', now: clock.now() },
      }),
    );
    if (stopped.size === 0)
      throw conflict('Unable to turn off tests for selected unit(s).', {
        Units: units.map(({ name }) => `${name}: No test is running`),
      });
    return {
      message: 'Test stopped',
      units: units.map(({ id, name }) => ({
        ...{ id, name, ok: stopped.has(id) },
        message: stopped.has(id) ? 'Test stopped' : 'No test is running',
      })),
    };
  });
}

/** The units of a request, all of which the caller may operate. */
export async function operatedUnits(
  db: Database,
  principal: Principal,
  ids: readonly string[],
): Promise<StoredUnit[]> {
  const [all, reach] = await Promise.all([
    unitsOf(db, principal.organizationId),
    hardwareReach(db, principal),
  ]);
  const units = [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => {
    const unit = all.find((one) => one.id === id);
    if (!unit) throw notFound('The hardware');
    return unit;
  });
  if (!units.every((unit) => mayOperate(reach, unit)))
    throw forbidden('You may operate hardware at places of your own group only.');
  return units;
}

function presentBegun(tested: readonly UnitTest[], kind: UnitTestKind): BegunTests {
  const begun = tested.filter(({ ok }) => ok);
  if (begun.length === 0)
    throw conflict(`Unable to test ${names[kind]} for selected unit(s).`, {
      Units: tested.map(({ unit, message }) => `${unit.name}: ${message}`),
    });
  return {
    seconds: Math.max(...begun.map(({ seconds }) => seconds)),
    units: tested.map(({ unit, ok, message }) => ({ id: unit.id, name: unit.name, ok, message })),
    message:
      begun.length === tested.length
        ? 'Test begun'
        : `Test begun at ${begun.length} of ${tested.length} units`,
  };
}
