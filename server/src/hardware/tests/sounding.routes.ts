import { getSounding, stopSound } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { serve } from '../../platform/http/serve.ts';
import { giveCommands } from '../commands/commands.store.ts';
import { hardwareReach, mayOperate } from '../units/may-operate.ts';
import { unitsOf } from '../units/units.store.ts';
import { sirenWords, soundingUnits } from './sounding.store.ts';
import { operatedUnits } from './tests.routes.ts';

/** What sounds now, and the one press that stops it. */
export function soundingRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getSounding, async ({ principal }) => {
    const [sounding, units, reach] = await Promise.all([
      soundingUnits(db, principal.organizationId, wallNow()),
      unitsOf(db, principal.organizationId),
      hardwareReach(db, principal),
    ]);
    return {
      units: units.flatMap((unit) => {
        const one = sounding.find(({ unitId }) => unitId === unit.id);
        if (!one) return [];
        const { id, name, placeName: locationName } = unit;
        const mayStop = mayOperate(reach, unit);
        return [
          { id, name, locationName, endsUtc: isoTime(one.endsAt), isTest: one.isTest, mayOperate: mayStop },
        ];
      }),
    };
  });

  serve(app, stopSound, async ({ principal, body }) => {
    const { organizationId } = principal;
    const sounding = await soundingUnits(db, organizationId, wallNow());
    const reach = await hardwareReach(db, principal);
    const words = await sirenWords(db, organizationId, wallNow());
    // Those that are named are silenced even where nothing is known to sound: a lost answer may sound all the same.
    const units = body.ids
      ? await operatedUnits(db, principal, body.ids)
      : (await unitsOf(db, organizationId)).filter(
          (unit) =>
            mayOperate(reach, unit) &&
            [...sounding.map(({ unitId }) => unitId), ...words.map(({ sirenId }) => sirenId)].includes(
              unit.id,
            ),
        );
    if (units.length === 0) throw conflict('Nothing sounds now.');
    // What waits to be said after a signal is over with it; what is being said is cut off.
    const stopped = new Set(units.map(({ id }) => id));
    for (const { sirenId, speakerId, areBegun } of words)
      if (areBegun && stopped.has(sirenId)) stopped.add(speakerId);
    await db.transaction().execute((transaction) =>
      giveCommands(transaction, actorOf(principal), {
        ...{ organizationId, now: clock.now() },
        commands: [...stopped].map((unitId) => ({
          ...({ unitId, cause: 'person', action: { kind: 'stop-sound' } } as const),
          details: { text: 'Sound stopped by a person' },
        })),
      }),
    );
    return {
      message: 'Sound stopped',
      units: units.map(({ id, name }) => ({ id, name, ok: true, message: 'Sound stopped' })),
    };
  });
}
