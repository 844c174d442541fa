import { setTimeout as pause } from 'node:timers/promises';
import type { DriverAbilities } from '@allclear/adapters';
import { listPaUnits, type PaResult, sendPaMessage } from '@allclear/contract';
import { checkPaMessage } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { reachedUnits } from '../units/may-operate.ts';
import type { StoredUnit } from '../units/units.store.ts';
import {
  type CommandState,
  clipOf,
  commandStates,
  givePaMessage,
  type Spoken,
} from './public-address.store.ts';
import { speechOf, whyNotPlayed } from './speak.ts';

export interface PublicAddressContext {
  readonly db: Database;
  readonly clock: Clock;
  /** What a driver plays; nothing for one that does not exist. */
  readonly playsOf: (driver: string) => DriverAbilities['plays'];
  /** The name of the installation's voice; null for none. */
  readonly voice: string | null;
  /** How long a request waits for the units, real ms. */
  readonly waitMs?: number;
}

const pollEveryMs = 200;
const inWarning = 'It sounds a warning, which goes before a message.';

/** PA messages, spoken by units at once, with the result of each. */
export function publicAddressRoutes(app: FastifyInstance, context: PublicAddressContext): void {
  const { db, clock, playsOf, voice, waitMs = 20_000 } = context;
  serve(app, listPaUnits, async ({ principal }) => {
    const units = (await reachedUnits(db, principal)).filter(({ driver }) => playsOf(driver).length > 0);
    return units.map((unit) => {
      const { canSpeak, words } = speechOf(playsOf(unit.driver), voice);
      return {
        ...{ id: unit.id, name: unit.name, ipAddress: unit.address, enabled: unit.enabled },
        ...{ defaultPlayCount: unit.defaultPlayCount, speech: words, canSpeak, mayOperate: true },
      };
    });
  });

  serve(app, sendPaMessage, async ({ principal, body }) => {
    const { organizationId } = principal;
    const reached = new Map((await reachedUnits(db, principal)).map((unit) => [unit.id, unit]));
    const units = [...new Set(body.pAList.map((id) => id.toLowerCase()))].map((id) => {
      const unit = reached.get(id);
      if (!unit) throw notFound('The hardware');
      return unit;
    });
    const { message, repeatCount: plays, storedMessageId } = body;
    const defaultPlays = units.map(({ defaultPlayCount }) => defaultPlayCount);
    const errors = checkPaMessage({ text: message, plays, defaultPlays });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const clip = storedMessageId === null ? null : await clipOf(db, keyOf(principal, storedMessageId));
    if (clip === undefined) throw notFound('The stored message');

    const refusals = new Map(
      units.flatMap((unit): [string, string][] => {
        const because = unit.enabled
          ? whyNotPlayed(playsOf(unit.driver), voice, clip)
          : `It is disabled: ${unit.disabledReason ?? 'no reason given'}`;
        return because === null ? [] : [[unit.id, because]];
      }),
    );
    const spoken = units
      .filter(({ id }) => !refusals.has(id))
      .map(({ id, driver }): Spoken => {
        const playsClip = clip !== null && playsOf(driver).includes('clip');
        return { unitId: id, text: message.trim(), clip: playsClip ? clip : null, plays };
      });
    const commands = await givePaMessage(db, actorOf(principal), {
      ...{ organizationId, message: message.trim(), spoken, now: clock.now() },
      refused: Object.fromEntries(refusals),
    });
    const states = await outcomes(db, [...commands.values()], wallNow() + waitMs);
    return units.map((unit) => {
      const refused = refusals.get(unit.id);
      if (refused !== undefined) return resultOf(unit, 0, refused);
      const command = commands.get(unit.id);
      return command === undefined
        ? resultOf(unit, 0, inWarning)
        : resultOfCommand(unit, states.get(command), waitMs);
    });
  });
}

/** What became of commands, once all have ended or begun to play, or time is up. */
async function outcomes(
  db: Database,
  ids: readonly string[],
  until: number,
): Promise<ReadonlyMap<string, CommandState>> {
  if (ids.length === 0) return new Map();
  for (;;) {
    const states = await commandStates(db, ids);
    const isOpen = states.some(
      ({ state, playsDone }) => state === 'queued' || (state === 'sending' && playsDone === 0),
    );
    if (!isOpen || wallNow() >= until) return new Map(states.map((state) => [state.id, state]));
    await pause(pollEveryMs);
  }
}

function resultOf({ id, name }: StoredUnit, status: PaResult['status'], detail: string): PaResult {
  return { paId: id, paName: name, status, detail };
}

function resultOfCommand(unit: StoredUnit, command: CommandState | undefined, waitMs: number): PaResult {
  const detail = command?.detail ?? '';
  switch (command?.state) {
    case 'confirmed':
      return resultOf(unit, 1, 'Confirmed by the device');
    case 'sent':
      return resultOf(unit, 1, 'Sent, not confirmed');
    case 'sending':
      if (command.playsDone > 0) return resultOf(unit, 1, 'It plays; sent, not confirmed');
      return resultOf(unit, 0, `No answer within ${Math.round(waitMs / 1_000)} s; it may still speak`);
    case 'queued':
      return resultOf(unit, 0, `Not begun within ${Math.round(waitMs / 1_000)} s; it may still speak`);
    case 'unknown':
      return resultOf(unit, 0, detail || 'Its answer was lost; it may have spoken');
    default:
      return resultOf(unit, 0, detail || 'It failed');
  }
}
