import { isDeepStrictEqual } from 'node:util';
import { idleRelay, nextRelay, type RelayEffect, type RelayState, type RelayStep } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type CommandToGive, giveCommands } from '../commands/commands.store.ts';
import { lockUnits } from '../commands/open-commands.store.ts';
import type { UnitToOpen } from '../devices/open-device.ts';

/** A relay with its automation, and the unit whose output it is. */
export interface AutomatedRelay {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly output: string;
  /** Null without automation, also after its policy was deleted. */
  readonly policyId: string | null;
  readonly onAtStart: boolean;
  readonly onAtClear: boolean;
  readonly shortestOnSeconds: number | null;
  readonly longestOnSeconds: number | null;
  readonly excludesRelayId: string | null;
  readonly state: RelayState;
  /** The command of its last step, a resume, was dropped: it was not earned any more, or came too late. */
  readonly isResumeDropped: boolean;
  readonly unit: UnitToOpen & { readonly enabled: boolean; readonly placeId: string | null };
}

const columns = sql`r.id, r.organization_id as "organizationId", r.name, r.output,
  (select p.id from policies p where p.id = r.policy_id and p.deleted_at is null) as "policyId",
  r.on_at_start as "onAtStart", r.on_at_clear as "onAtClear", r.shortest_on_seconds as "shortestOnSeconds",
  r.longest_on_seconds as "longestOnSeconds", r.excludes_relay_id as "excludesRelayId", s.state,
  s.state->>'phase' = 'idle' and coalesce((
    select c.state = 'dropped' and c.cause_details->'isResume' = 'true'::jsonb and c.at = s.updated_at
    from (select * from hardware_commands where unit_id = r.unit_id order by entry desc limit 50) c
    where c.relay_id = r.id order by c.entry desc limit 1), false) as "isResumeDropped",
  jsonb_build_object('id', u.id, 'organizationId', u.organization_id, 'driver', u.driver, 'address', u.address,
    'username', u.username, 'password', u.password, 'options', u.options, 'wiring', u.wiring, 'enabled', u.enabled,
    'placeId', u.organization_location_id) as unit`;
const tables = sql`hardware_relays r join hardware_units u on u.id = r.unit_id
  left join hardware_relay_states s on s.relay_id = r.id`;

type Row = Omit<AutomatedRelay, 'state'> & { readonly state: RelayState | null };

const read = (row: Row): AutomatedRelay => ({ ...row, state: row.state ?? idleRelay });

/** The relays of all organizations that have automation, or whose last step is not at its end. */
export async function relaysAtWork(db: Database): Promise<AutomatedRelay[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables}
    where r.policy_id is not null or s.state->>'phase' <> 'idle' or s.state->'wanted' <> 'null'::jsonb
      or (r.longest_on_seconds is not null and s.state->'isOn' = 'true'::jsonb)
    order by r.id`.execute(db);
  return rows.map(read);
}

/** The relays of units of an organization, by name. */
export async function relaysOfUnits(
  db: Database,
  organizationId: string,
  unitIds: readonly string[],
): Promise<AutomatedRelay[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables}
    where r.organization_id = ${organizationId} and r.unit_id = any(${[...unitIds]}::uuid[])
    order by lower(r.name), r.id`.execute(db);
  return rows.map(read);
}

export async function relayById(
  db: Database,
  organizationId: string,
  id: string,
): Promise<AutomatedRelay | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where r.organization_id = ${organizationId} and r.id = ${id}`.execute(
    db,
  );
  return rows.map(read)[0];
}

/** The relays that must not be on together with one, whichever of the two says so. */
export async function excludedRelays(
  db: Database,
  { id, organizationId, excludesRelayId }: AutomatedRelay,
): Promise<AutomatedRelay[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables}
    where r.organization_id = ${organizationId} and r.id <> ${id}
      and (r.id = ${excludesRelayId}::uuid or r.excludes_relay_id = ${id})`.execute(db);
  return rows.map(read);
}

/** What a person switched, for the record. */
export interface RelayDetails {
  readonly text: string;
  readonly reason?: string;
}

/**
 * Writes a step of a relay with its commands. Returns the id of the command that switches it, null where none does yet;
 * undefined when the relay was switched or set up otherwise meanwhile, and nothing is written.
 *
 * @param details of the person who switched it; null for automation
 */
export async function writeRelayStep(
  db: Database,
  actor: Actor,
  {
    relay,
    excluded,
    step,
    details,
    now,
  }: {
    relay: AutomatedRelay;
    excluded: readonly AutomatedRelay[];
    step: RelayStep;
    details: RelayDetails | null;
    now: number;
  },
): Promise<string | null | undefined> {
  const { organizationId } = relay;
  return db.transaction().execute(async (transaction) => {
    const units = [relay, ...excluded].map(({ unit }) => unit.id);
    await lockUnits(transaction, units);
    const current = await relaysOfUnits(transaction, organizationId, units);
    const own = current.find(({ id }) => id === relay.id);
    if (!own || !isDeepStrictEqual(own.state, relay.state)) return undefined;
    await writeState(transaction, relay, step.state, now);
    const isDisplacing = step.effects.some(({ kind }) => kind === 'excluded-off');
    const others = isDisplacing ? current.filter(({ id }) => excluded.some((other) => other.id === id)) : [];
    for (const other of others)
      await writeState(
        transaction,
        other,
        nextRelay(other, other.state, { kind: 'displaced' }, now).state,
        now,
      );
    const commands = step.effects.flatMap((effect) => commandsOf(effect, relay, others, details));
    const isPerson = details !== null;
    if (commands.length === 0 && isPerson)
      await appendAudit(transaction, actor, {
        ...{ chain: organizationId, action: 'relay.switched', recordId: relay.id, before: null, now },
        after: { ...details },
      });
    const ids = await giveCommands(transaction, actor, {
      ...{ organizationId, commands, now },
      ...(isPerson && { action: 'relay.switched' as const }),
    });
    return ids[commands.findIndex(({ relayId }) => relayId === relay.id)] ?? null;
  });
}

async function writeState(
  transaction: Database,
  { id, organizationId }: AutomatedRelay,
  state: RelayState,
  now: number,
): Promise<void> {
  const row = { state: JSON.stringify(state), updated_at: new Date(now) };
  await transaction
    .insertInto('hardware_relay_states')
    .values({ relay_id: id, organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column('relay_id').doUpdateSet(row))
    .execute();
}

function commandsOf(
  effect: RelayEffect,
  relay: AutomatedRelay,
  excluded: readonly AutomatedRelay[],
  details: RelayDetails | null,
): CommandToGive[] {
  if (effect.kind === 'excluded-off')
    return excluded.map((other) => ({
      ...{ unitId: other.unit.id, relayId: other.id, cause: details ? 'person' : 'automation' },
      action: { kind: 'relay', output: other.output, on: false, limitSeconds: null },
      details: { ...details, text: `${relay.name} goes on, which excludes ${other.name}`, relay: other.name },
    }));
  const { on, limitSeconds, cause, isResume, text } = effect;
  return [
    {
      ...{ unitId: relay.unit.id, relayId: relay.id, cause },
      action: { kind: 'relay', output: relay.output, on, limitSeconds },
      details: { text, ...details, isResume, relay: relay.name },
    },
  ];
}

/** How a command ended, or where it is. */
export async function commandState(
  db: Database,
  id: string,
): Promise<{ state: string; detail: string } | undefined> {
  return db
    .selectFrom('hardware_commands')
    .select(['state', 'detail'])
    .where('id', '=', id)
    .executeTakeFirst();
}
