import { drillSirens } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { conflict } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { operatedUnits } from '../tests/tests.routes.ts';
import { beginDrill, type DrillContext } from './begin-drill.ts';

/** Drills of outdoor warning systems. */
export function drillRoutes(app: FastifyInstance, context: DrillContext): void {
  serve(app, drillSirens, async ({ principal, body }) => {
    const units = await operatedUnits(context.db, principal, body.ids);
    const drilled = await beginDrill(context, actorOf(principal), {
      ...{ organizationId: principal.organizationId, who: 'a person', minutes: body.minutes },
      unitIds: units.map(({ id }) => id),
      confirmedIds: new Set(body.confirmedIds.map((id) => id.toLowerCase())),
    });
    const begun = drilled.filter(({ ok }) => ok);
    if (begun.length === 0)
      throw conflict('Unable to begin a drill for selected unit(s).', {
        Units: drilled.map(({ unit, message }) => `${unit.name}: ${message}`),
      });
    return {
      seconds: Math.max(...begun.map(({ seconds }) => seconds)),
      units: drilled.map(({ unit, ok, message }) => ({ id: unit.id, name: unit.name, ok, message })),
      message:
        begun.length === drilled.length
          ? 'Drill begun'
          : `Drill begun at ${begun.length} of ${drilled.length} units`,
    };
  });
}
