import { disableHardware, disableSiren, enableHardware, enableSiren } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { reachedUnit } from './may-operate.ts';
import { reachedSiren } from './siren-settings.routes.ts';
import { changeUnit } from './unit-changes.store.ts';
import type { UnitContext } from './unit-context.ts';
import type { StoredUnit } from './units.store.ts';

interface EnableRequest {
  readonly id: string;
  readonly reason: string;
  readonly enabled: boolean;
  readonly isSiren: boolean;
}

/**
 * Units are enabled and disabled with a reason. The engine hears of it by the change and acts: what is disabled falls
 * silent and dark, what is enabled in a delay signals. Twice is as once, and each has its entry in the audit.
 */
export function enableRoutes(app: FastifyInstance, { db, clock }: Pick<UnitContext, 'db' | 'clock'>): void {
  const setEnabled = async (principal: Principal, { id, reason, enabled, isSiren }: EnableRequest) => {
    await (isSiren ? reachedSiren : reachedUnit)(db, principal, id);
    const unit = await changeUnit(db, actorOf(principal), keyOf(principal, id), {
      action: enabled ? 'hardware.enabled' : 'hardware.disabled',
      ...{ reason, now: clock.now() },
      change: (before) => {
        if (enabled) requirePlace(before);
        return { enabled, disabledReason: enabled ? null : reason };
      },
    });
    if (!unit) throw notFound('The hardware');
    const what = isSiren ? 'OWS' : 'hardware';
    return {
      ...{ id: unit.id, enabled: unit.enabled },
      message: `Successfully ${enabled ? 'enabled' : 'disabled'} ${what}`,
    };
  };

  serve(app, disableHardware, ({ principal, body: { id, message } }) =>
    setEnabled(principal, { id, reason: message, enabled: false, isSiren: false }),
  );
  serve(app, enableHardware, ({ principal, body: { id, message } }) =>
    setEnabled(principal, { id, reason: message, enabled: true, isSiren: false }),
  );
  serve(app, disableSiren, ({ principal, body: { id, message } }) =>
    setEnabled(principal, { id, reason: message, enabled: false, isSiren: true }),
  );
  serve(app, enableSiren, ({ principal, body: { id, message } }) =>
    setEnabled(principal, { id, reason: message, enabled: true, isSiren: true }),
  );
}

function requirePlace({ organizationLocationId }: StoredUnit): void {
  if (organizationLocationId === null)
    throw conflict('It has no place, so that it cannot signal. Give it a place first.');
}
