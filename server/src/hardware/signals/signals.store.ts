import type { SignalState } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type CommandToGive, giveCommands } from '../commands/commands.store.ts';
import { lockUnits } from '../commands/open-commands.store.ts';
import { endTestsOf } from '../tests/tests.store.ts';
import { sendSignalEvent } from './send-signal-event.ts';
import type { UnitPlace } from './unit-evidence.ts';

/** What a unit signals, and where it was then. */
export interface StoredSignal {
  readonly unitId: string;
  readonly organizationId: string;
  /** Raised by each step. */
  readonly step: number;
  readonly state: SignalState;
  readonly place: UnitPlace | null;
}

/** Of an organization, or of all. */
export async function storedSignals(
  db: Database,
  organizationIds: readonly string[] | null,
): Promise<StoredSignal[]> {
  const { rows } = await sql<StoredSignal>`
    select unit_id as "unitId", organization_id as "organizationId", step, state, place from hardware_signals
    where ${organizationIds === null} or organization_id = any(${[...(organizationIds ?? [])]}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** What a unit signals; null for one that never signaled. */
export async function storedSignal(db: Database, unitId: string): Promise<SignalState | null> {
  const { rows } = await sql<{ state: SignalState }>`
    select state from hardware_signals where unit_id = ${unitId}`.execute(db);
  return rows[0]?.state ?? null;
}

/** A step of a unit, to be written. */
export interface SignalToWrite {
  readonly unitId: string;
  readonly unitName: string;
  /** The step that it is based on; 0 for none. */
  readonly basedOn: number;
  readonly state: SignalState;
  readonly place: UnitPlace | null;
  readonly commands: readonly CommandToGive[];
  /** A real delay or warning, or that the unit is disabled, ends a test of the unit. */
  readonly endsTest: 'delay' | 'disabled' | null;
  /** For webhooks; null where nothing is to be said. */
  readonly event: { readonly signal: string; readonly text: string; readonly placeName: string } | null;
}

/**
 * Writes the steps of units of one organization with their commands, the tests that end and the events for other
 * programs, in one transaction. Returns the units whose steps were written: of two engines the slower one has none.
 */
export async function writeSignals(
  db: Database,
  actor: Actor,
  organizationId: string,
  given: readonly SignalToWrite[],
  now: number,
): Promise<Set<string>> {
  return db.transaction().execute(async (transaction) => {
    await lockUnits(
      transaction,
      given.map(({ unitId }) => unitId),
    );
    const written = await writeStates(transaction, organizationId, given, now);
    const steps = given.filter(({ unitId }) => written.has(unitId));
    if (steps.length === 0) return written;
    for (const because of ['delay', 'disabled'] as const)
      await endTestsOf(transaction, actor, {
        ...{ organizationId, because, now },
        unitIds: steps.flatMap(({ unitId, endsTest }) => (endsTest === because ? [unitId] : [])),
      });
    await sendEvents(transaction, actor, organizationId, steps, now);
    const commands = steps.flatMap((step) => step.commands);
    if (commands.length === 0) await notify(transaction, { topic: 'hardware', ids: [organizationId] });
    await giveCommands(transaction, actor, { organizationId, commands, now });
    return written;
  });
}

async function writeStates(
  transaction: Database,
  organizationId: string,
  steps: readonly SignalToWrite[],
  now: number,
): Promise<Set<string>> {
  const rows = steps.map(({ unitId, basedOn, state, place }) => ({ unitId, basedOn, state, place }));
  const { rows: written } = await sql<{ unitId: string }>`
    with given as (
      select g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g ("unitId" uuid, "basedOn" int, state jsonb, place jsonb)
      join hardware_units u on u.id = g."unitId" and u.organization_id = ${organizationId}
    ), changed as (
      update hardware_signals s set step = s.step + 1, state = g.state, place = coalesce(g.place, 'null'::jsonb), updated_at = ${new Date(now)}
      from given g where s.unit_id = g."unitId" and s.step = g."basedOn" returning s.unit_id
    ), added as (
      insert into hardware_signals (unit_id, organization_id, step, state, place, updated_at)
      select g."unitId", ${organizationId}::uuid, 1, g.state, coalesce(g.place, 'null'::jsonb), ${new Date(now)} from given g where g."basedOn" = 0
      on conflict (unit_id) do nothing returning unit_id
    )
    select unit_id as "unitId" from changed union all select unit_id from added`.execute(transaction);
  return new Set(written.map(({ unitId }) => unitId));
}

/** One event for all units that do the same. */
async function sendEvents(
  transaction: Database,
  actor: Actor,
  organizationId: string,
  steps: readonly SignalToWrite[],
  now: number,
): Promise<void> {
  const said = steps.flatMap(({ unitId, unitName, place, event }) =>
    event === null ? [] : [{ ...event, id: unitId, name: unitName, placeId: place?.placeId ?? null }],
  );
  for (const [signal, units] of Map.groupBy(said, (one) => one.signal))
    await sendSignalEvent(transaction, actor, {
      ...{ organizationId, signal, now },
      units: units.map(({ id, name, placeId, placeName, text }) => ({ id, name, placeId, placeName, text })),
    });
}
