import { driverOf } from '@allclear/adapters';
import type { FastifyInstance } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import type { Loop, Platform } from '../../platform/subject.ts';
import { askDevice } from '../devices/open-device.ts';
import type { DrillContext } from '../drills/begin-drill.ts';
import { drillRoutes } from '../drills/drills.routes.ts';
import { publicAddressRoutes } from '../public-address/public-address.routes.ts';
import { runSchedules } from '../schedules/run-schedules.ts';
import { scheduleRoutes } from '../schedules/schedules.routes.ts';
import { evidenceNow } from '../signals/evidence-now.ts';
import { beginTests } from '../tests/begin-tests.ts';
import { superviseHardware } from './supervise.ts';

const actor = systemActor('hardware-schedules');

/**
 * Supervision, scheduled tests, drills and PA messages, as the subject plugs them in.
 *
 * @param voice the name of the installation's voice; null for none
 */
export function openSupervision(
  { db, clock, log, changes }: Pick<Platform, 'db' | 'clock' | 'log' | 'changes'>,
  context: DrillContext,
  voice: string | null,
) {
  const { devices } = context;
  return {
    routes(app: FastifyInstance): void {
      scheduleRoutes(app, { db, clock });
      drillRoutes(app, context);
      publicAddressRoutes(app, {
        ...{ db, clock, voice },
        playsOf: (name) => driverOf(name)?.abilities.plays ?? [],
      });
    },
    loops: [
      superviseHardware({
        ...{ db, clock, log, changes, weather: devices.weather },
        ask: (unit, signal) => askDevice(devices, unit, signal),
        evidenceOf: evidenceNow(context),
      }),
      runSchedules({
        ...{ db, clock, log },
        async begin({ id, organizationId }, kind, scheduleId) {
          const [begun] = await beginTests(context, actor, {
            ...{ organizationId, unitIds: [id], kind, who: 'its schedule', scheduleId },
          });
          if (!begun) return 'The unit is gone.';
          return begun.ok ? null : `${begun.message}.`;
        },
        async check(unit, signal) {
          const answer = await askDevice(devices, unit, signal);
          if ('refused' in answer) return answer.refused;
          return answer.kind === 'reading' ? null : answer.detail;
        },
      }),
    ] satisfies Loop[],
  };
}
