import { setTimeout as pause } from 'node:timers/promises';
import { getRelays, setRelay } from '@allclear/contract';
import { checkRelayToggle, nextRelay } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound, unavailable } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { askDevice, type DeviceContext } from '../devices/open-device.ts';
import type { EvidenceContext } from '../signals/evidence-now.ts';
import { reachedUnits } from '../units/may-operate.ts';
import { isOn } from './relay-loop.ts';
import {
  type AutomatedRelay,
  commandState,
  excludedRelays,
  relaysOfUnits,
  writeRelayStep,
} from './relay-states.store.ts';

const failed = 'Failed to toggle relay, please try again.';
/** How long a request waits for the device, ms. */
const waitMs = 8_000;
const askEveryMs = 100;

/** The relays of a unit by its address, as the device says them, and switching one by hand. */
export function remoteRelayRoutes(
  app: FastifyInstance,
  { db, clock, devices }: Pick<EvidenceContext, 'db' | 'clock'> & { devices: DeviceContext },
): void {
  serve(app, getRelays, async ({ principal, params }) => {
    const relays = await relaysAt(db, principal, params.ipAddress);
    const signal = AbortSignal.timeout(waitMs);
    const units = new Map(relays.map(({ unit }) => [unit.id, unit]));
    const readings = new Map(
      await Promise.all(
        [...units].map(async ([id, unit]) => [id, await askDevice(devices, unit, signal)] as const),
      ),
    );
    return relays.map(({ name, output, unit }) => {
      const outcome = readings.get(unit.id);
      const isRead = outcome !== undefined && !('refused' in outcome) && outcome.kind === 'reading';
      return { id: name, toggled: isRead ? (outcome.reading.relays[output] ?? null) : null };
    });
  });

  serve(app, setRelay, async ({ principal, params, body }) => {
    const relays = await relaysAt(db, principal, params.ipAddress);
    const relay = relays.find(({ name }) => name === body.id);
    if (!relay) throw notFound('The relay');
    if (!relay.unit.enabled) throw conflict('The unit is disabled.');
    const reason = body.reason ?? '';
    const errors = checkRelayToggle(relay.state, reason);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const excluded = await excludedRelays(db, relay);
    const isExcludedOn = body.toggled ? await isOn(devices, excluded, AbortSignal.timeout(waitMs)) : false;
    const evidence = { warning: 'unknown', placeHolds: [{ kind: 'checking' }], isExcludedOn } as const;
    const now = clock.now();
    const step = nextRelay(relay, relay.state, { kind: 'person', on: body.toggled, reason, evidence }, now);
    const text = `${relay.name} switched ${body.toggled ? 'on' : 'off'} by a person`;
    const details = reason === '' ? { text } : { text, reason };
    const command = await writeRelayStep(db, actorOf(principal), { relay, excluded, step, details, now });
    if (command === undefined)
      throw conflict('Somebody else switched it at the same time. Please try again.');
    const id = relay.name;
    if (command === null)
      return { id, toggled: null, isConfirmed: false, message: 'The relay that excludes it goes off first' };
    const { state, detail } = await endOf(db, command);
    if (state === 'dropped') throw conflict(`${failed} ${detail}`.trim());
    if (state !== 'confirmed' && state !== 'sent') throw unavailable(failed);
    const isConfirmed = state === 'confirmed';
    return {
      ...{ id, toggled: isConfirmed ? body.toggled : null, isConfirmed },
      message: isConfirmed ? `${id} is ${body.toggled ? 'on' : 'off'}` : `${id}: sent, not confirmed`,
    };
  });
}

/** The relays of the caller's units at an address: it is looked up, and never dialed as the path says it. */
async function relaysAt(db: Database, principal: Principal, address: string): Promise<AutomatedRelay[]> {
  const units = (await reachedUnits(db, principal)).filter(
    (unit) => unit.address.toLowerCase() === address.trim().toLowerCase(),
  );
  if (units.length === 0) throw notFound('The hardware');
  return relaysOfUnits(
    db,
    principal.organizationId,
    units.map(({ id }) => id),
  );
}

async function endOf(db: Database, id: string): Promise<{ state: string; detail: string }> {
  for (const until = wallNow() + waitMs; wallNow() < until; ) {
    const command = await commandState(db, id);
    if (command && command.state !== 'queued' && command.state !== 'sending') return command;
    await pause(askEveryMs);
  }
  return { state: 'unknown', detail: '' };
}
