import type { FastifyInstance } from 'fastify';
import { changeUnitRoutes } from './change-units.routes.ts';
import { enableRoutes } from './enable.routes.ts';
import { placeUsesRoutes } from './place-uses.routes.ts';
import { readUnitRoutes } from './read-units.routes.ts';
import { relayRoutes } from './relays.routes.ts';
import { sirenSettingsRoutes } from './siren-settings.routes.ts';
import type { UnitContext } from './unit-context.ts';

/** Hardware as it is set up: units, their relays, and the settings of sirens. */
export function unitRoutes(app: FastifyInstance, context: UnitContext): void {
  readUnitRoutes(app, context);
  changeUnitRoutes(app, context);
  enableRoutes(app, context);
  sirenSettingsRoutes(app, context);
  relayRoutes(app, context);
  placeUsesRoutes(app, context);
}
