import { randomUUID } from 'node:crypto';
import type { DeviceReading } from '@allclear/adapters';
import { checkHardwareConnection, type DataOf } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { openedPassword, requireSameReceiver } from '../units/change-units.routes.ts';
import { settingsFaults } from '../units/check-unit.ts';
import { reachedUnit } from '../units/may-operate.ts';
import { driverNamed, passwordPurpose, type UnitContext } from '../units/unit-context.ts';
import { type DeviceContext, openDevice, type UnitToOpen } from './open-device.ts';
import { SharedDevices } from './shared-devices.ts';

/** Of a person: a check may keep a connection for seconds. */
const checksPerMinute = 30;
const waitsMs = 15_000;

type Answer = DataOf<typeof checkHardwareConnection>;

/** Asks a device for its state before it is stored as a unit. It is reached as units are, and nothing is switched. */
export function checkConnectionRoutes(
  app: FastifyInstance,
  context: UnitContext & { readonly devices: DeviceContext },
): void {
  const { db, clock, secrets, devices } = context;
  serve(
    app,
    checkHardwareConnection,
    async ({ principal, body }) => {
      const unit = body.id === undefined ? null : await reachedUnit(db, principal, body.id);
      const { driver: name, ipAddress: address, username, options, wiring } = body;
      const driver = driverNamed(context, name);
      if (!driver) throw invalid({ Driver: ['There is no driver of this name'] });
      if (unit && body.password === undefined) requireSameReceiver(unit, { driver: name, address, options });
      const password = body.password ?? (unit ? openedPassword(context, unit) : '');
      const settings = { driver: name, address, username, password, options, wiring };
      const errors = await settingsFaults(context, driver, settings);
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const id = randomUUID();
      const answer = await askOnce(devices, {
        ...{ ...settings, id, organizationId: principal.organizationId },
        password: password === '' ? '' : secrets.seal(password, passwordPurpose(id)),
      });
      const actor = actorOf(principal);
      await inTransaction(db, (transaction) =>
        appendAudit(transaction, actor, {
          ...{ chain: principal.organizationId, action: 'hardware.checked', recordId: unit?.id ?? null },
          ...{ now: clock.now(), after: { driver: name, address, answered: answer.answered } },
        }),
      );
      return answer;
    },
    { isSecret: true, writesPerMinute: checksPerMinute },
  );
}

/** The device is opened for this question alone, beside the open one of the unit, and closed after it. */
async function askOnce(devices: DeviceContext, unit: UnitToOpen): Promise<Answer> {
  const shared = new SharedDevices();
  try {
    const opened = await openDevice({ ...devices, shared }, unit);
    if ('refused' in opened) return { answered: false, isSimulator: false, message: opened.refused };
    const signal = AbortSignal.timeout(waitsMs);
    const outcome = await opened.device.read(signal);
    if (outcome.kind === 'failed') return { answered: false, isSimulator: false, message: outcome.detail };
    const isSimulator = await opened.device.isSimulator(signal);
    return { answered: true, isSimulator, message: readingText(outcome.reading) };
  } finally {
    await shared.close();
  }
}

/** What a device says of itself, in words; what it cannot say is left out. */
function readingText({ sounding, lit, relays, voltage, faults }: DeviceReading): string {
  const outputs = Object.entries(relays).map(([output, on]) => `${output} ${on ? 'on' : 'off'}`);
  const parts = [
    ...(sounding === null ? [] : [sounding ? 'it sounds' : 'no sound']),
    ...(lit === null ? [] : [lit ? 'light on' : 'light off']),
    ...outputs,
    ...(voltage === null ? [] : [`${voltage.toFixed(1)} V`]),
    ...faults,
  ];
  return parts.length === 0 ? 'It says nothing about its outputs.' : `${parts.join(', ')}.`;
}
