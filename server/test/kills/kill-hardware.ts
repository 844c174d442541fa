import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import type { SignalState } from '@allclear/domain';
import { type CommandToGive, giveCommands } from '../../src/hardware/commands/commands.store.ts';
import type { Database, Store } from '../../src/platform/database/database.ts';
import { testActor } from '../actor.ts';
import { addPeople } from '../notified-people.ts';
import { type KillRounds, runKilled } from './kill-rounds.ts';

const sirens = 3;
/** What is given in turn. After a warning only its light is given again, so that a signal that was cut off goes on. */
const rounds = ['warning', 'light', 'clear'] as const;
const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
/** A process is killed within so long after it began, ms: a signal takes three seconds. */
const longestMs = 3_500;
/** In which a process that is not killed finishes what is left, ms. */
const finishMs = 3_500;

export interface HardwareKills {
  readonly kills: number;
  readonly commands: number;
  /** Commands that a kill cut off and that another process took up. */
  readonly cutCommands: number;
}

/**
 * Kills processes while sirens sound and lights are switched, in turn for a warning and for its all clear: nothing stays
 * on, nothing acknowledged is lost, and no all clear sounds twice.
 */
export async function killHardware({ store, random, goesOn }: KillRounds): Promise<HardwareKills> {
  const { organizationId } = await addPeople(store.db, 0);
  const simulators = await Promise.all(
    Array.from({ length: sirens }, () => startControlByWebSimulator({ wiring })),
  );
  try {
    const unitIds = await addUnits(store.db, organizationId, simulators);
    let kills = 0;
    for (; goesOn(kills); kills++) {
      const killed = runKilled('sounding-process.ts', [store.url], random() * longestMs);
      await pause(random() * 800);
      await give(store.db, organizationId, unitIds, rounds[kills % rounds.length] ?? 'clear');
      await killed;
    }
    await give(store.db, organizationId, unitIds, 'clear');
    await finish(store);
    return { kills, ...(await requireRight(store, unitIds, simulators)) };
  } finally {
    for (const simulator of simulators) await simulator.close();
  }
}

async function addUnits(
  db: Database,
  organizationId: string,
  simulators: readonly Simulator[],
): Promise<string[]> {
  const now = new Date();
  const rows = await db
    .insertInto('hardware_units')
    .values(
      simulators.map(({ address }, index) => ({
        ...{ organization_id: organizationId, name: `Siren ${index}`, model: 'OWS', address },
        ...{ driver: 'controlbyweb', wiring: JSON.stringify(wiring), created_at: now, updated_at: now },
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The steps of all units with their commands, as the engine writes them. */
async function give(
  db: Database,
  organizationId: string,
  unitIds: readonly string[],
  round: (typeof rounds)[number],
): Promise<void> {
  const now = Date.now();
  const isWarning = round !== 'clear';
  const state: SignalState = isWarning
    ? {
        kind: 'warning',
        since: now,
        strikeAt: now,
        isLightningOn: true,
        warningIds: [],
        sounded: ['lightning'],
        wasSounded: true,
      }
    : { kind: 'none', clearedAt: now };
  const cause = isWarning ? 'warning' : 'all-clear';
  const signal = { signal: cause, seconds: 1, plays: isWarning ? 2 : 1 } as const;
  const details = { text: 'Kills' };
  const commands = unitIds.flatMap((unitId): CommandToGive[] => [
    { unitId, cause, details, action: { kind: 'light', on: isWarning, limitSeconds: null } },
    ...(round === 'light' ? [] : [{ unitId, cause, details, action: { kind: 'sound', ...signal } } as const]),
  ]);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('hardware_signals')
      .values(
        unitIds.map((id) => ({
          ...{ unit_id: id, organization_id: organizationId, state: JSON.stringify(state) },
          updated_at: new Date(now),
        })),
      )
      .onConflict((conflict) => conflict.column('unit_id').doUpdateSet({ state: JSON.stringify(state) }))
      .execute();
    await giveCommands(transaction, testActor, { organizationId, commands, now });
  });
}

/** Runs processes until no command waits. */
async function finish({ db, url }: Store): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    await runKilled('sounding-process.ts', [url], finishMs);
    const waiting = await db
      .selectFrom('hardware_commands')
      .select('id')
      .where('state', 'in', ['queued', 'sending'])
      .execute();
    if (waiting.length === 0) return;
  }
  assert.fail('Commands still wait.');
}

async function requireRight({ db }: Store, unitIds: readonly string[], simulators: readonly Simulator[]) {
  const commands = await db
    .selectFrom('hardware_commands')
    .select(['id', 'unit_id', 'action', 'cause', 'state', 'attempts', 'plays_done', 'detail'])
    .orderBy('entry')
    .execute();
  for (const [index, simulator] of simulators.entries()) {
    const own = commands.filter((command) => command.unit_id === unitIds[index]);
    const taken = (output: string) =>
      simulator.commands.filter(({ text }) => text.startsWith(`${output} on`)).length;
    // Limited by the device: nothing sounds when all is done, and the last command darkened the light.
    assert.deepEqual(simulator.state(), { ...simulator.state(), sounding: null, lit: false });
    const clears = own.filter(({ action, cause }) => action === 'sound' && cause === 'all-clear');
    assert(taken('relay2') <= clears.length, 'an all clear sounded twice');
    const clearsDone = clears.filter(({ state }) => state === 'confirmed' || state === 'sent');
    assert(taken('relay2') >= clearsDone.length, 'an all clear that was acknowledged is lost');
    const warnings = own.filter(({ action, cause }) => action === 'sound' && cause === 'warning');
    const plays = warnings.reduce((sum, command) => sum + command.plays_done, 0);
    assert(taken('relay1') >= plays, 'a warning that was acknowledged is lost');
    for (const { state, detail } of warnings)
      assert(['confirmed', 'sent', 'dropped'].includes(state), detail);
  }
  // Without one the rounds would have shown nothing.
  assert(
    simulators.some((one) => one.commands.some(({ text }) => text.startsWith('relay2 on'))),
    'no all clear sounded',
  );
  const cut = commands.filter(({ attempts, state }) => attempts > (state === 'dropped' ? 0 : 1));
  return { commands: commands.length, cutCommands: cut.length };
}
