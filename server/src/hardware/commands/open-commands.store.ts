import type { SignalState } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasQueuedJob } from '../../platform/jobs/jobs.store.ts';
import { leaseIsAlive } from '../../platform/jobs/worker-lease.store.ts';
import type { UnitToOpen } from '../devices/open-device.ts';
import { chooseCommand, type OpenCommand } from './choose-command.ts';
import { queueUnits } from './command-queue.ts';
import { droppedCommand, type EndedCommand, recordEnds } from './ended-commands.store.ts';

/** A command that has begun: no other process carries it out until it ended or its lease is dead. */
export interface BegunCommand extends OpenCommand {
  readonly organizationId: string;
  readonly unitId: string;
  readonly relayId: string | null;
  /** Counted over all processes; 1 for the first. */
  readonly tries: number;
  readonly playsDone: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly unit: UnitToOpen & { readonly name: string };
  /** When the try before began; null for the first. */
  readonly lastTriedAt: number | null;
  readonly givenAt: number;
  /** What the unit (or the siren after which it speaks) signals now. */
  readonly signal: SignalState | null;
}

/** What a unit has to do next. */
export type NextCommand =
  | { readonly kind: 'none' | 'elsewhere' }
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'begun'; readonly command: BegunCommand };

/**
 * Whether what caused a command `c` of a unit `u` is still so. A warning lasts as long as the unit signals it, an all clear
 * until it is withdrawn; a light is not switched off in a warning; what belongs to a test ends with it. Words of a siren
 * are over once somebody stopped the sound of the siren.
 */
const isWanted = sql<boolean>`(case
  when c.action = 'stop-sound' then true
  when c.action = 'play' and exists (select from hardware_commands o
    where o.unit_id = (c.cause_details->>'ofUnitId')::uuid and o.action = 'stop-sound' and o.entry > c.entry) then false
  when c.cause = 'warning' then u.enabled
    and coalesce(s.state->>'kind' = 'warning' or (s.state->>'kind' = 'waiting' and c.action = 'play'), false)
  when c.action = 'light' and c.content->>'on' = 'false' then coalesce(s.state->>'kind' <> 'warning', true)
  when c.cause = 'all-clear' then u.enabled and coalesce(s.state->>'kind' = 'none' and s.state ? 'clearedAt', false)
  when c.cause_details ? 'endsWithTestId' then u.enabled and exists (
    select from hardware_tests t where t.id = (c.cause_details->>'endsWithTestId')::uuid and t.ended_at is null)
  when c.action = 'relay' then true
  else u.enabled end)`;

type Row = Omit<BegunCommand, 'state' | 'unit' | 'entry'> & {
  readonly entry: string;
  readonly state: OpenCommand['state'];
  readonly unit: BegunCommand['unit'];
};

/**
 * Begins the next command of each of these units, drops what is not to be carried out any more, and says of the others
 * why nothing begins.
 */
export async function beginCommands(
  db: Database,
  actor: Actor,
  unitIds: readonly string[],
  {
    lease,
    ended,
    now,
  }: {
    lease: number;
    /** Commands that this process has carried out, and whose ends it is recording. */
    ended: ReadonlySet<string>;
    now: number;
  },
): Promise<Map<string, NextCommand>> {
  return db.transaction().execute(async (transaction) => {
    await lockUnits(transaction, unitIds);
    const all = await openCommands(transaction, unitIds, lease);
    const rows = all.filter(({ id }) => !ended.has(id));
    const next = new Map<string, NextCommand>();
    const begun: Row[] = [];
    const dropped: EndedCommand[] = [];
    for (const [unitId, own] of Map.groupBy(rows, (row) => row.unitId)) {
      const open = own.map((row) => ({ ...row, entry: Number(row.entry) }));
      const choice = chooseCommand(open, now);
      for (const { id, because } of choice.drops) {
        const row = own.find((one) => one.id === id);
        if (row) dropped.push(droppedCommand(row, because));
      }
      const chosen = choice.next.kind === 'command' ? choice.next.id : null;
      const row = own.find(({ id }) => id === chosen);
      if (row) begun.push(row);
      if (choice.next.kind !== 'command') next.set(unitId, choice.next);
    }
    if (begun.length > 0)
      await sql`
        update hardware_commands set state = 'sending', lease = ${lease}, attempts = attempts + 1, begun_at = ${new Date(now)}
        where id = any(${begun.map(({ id }) => id)}::uuid[])`.execute(transaction);
    for (const row of begun)
      next.set(row.unitId, {
        kind: 'begun',
        command: { ...row, entry: Number(row.entry), tries: row.tries + 1 },
      });
    await recordEnds(transaction, actor, dropped, now);
    return next;
  });
}

/** Locks units in the order of their ids: whoever changes what they do waits for the others. */
export async function lockUnits(transaction: Database, unitIds: readonly string[]): Promise<void> {
  await sql`select id from hardware_units where id = any(${[...unitIds]}::uuid[]) order by id for no key update`.execute(
    transaction,
  );
}

async function openCommands(db: Database, unitIds: readonly string[], lease: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.entry, c.organization_id as "organizationId", c.unit_id as "unitId", c.relay_id as "relayId",
      c.content as action, c.cause, c.cause_details as details, c.attempts as tries, c.plays_done as "playsDone",
      case when c.state = 'queued' then 'queued'
        when c.lease is distinct from ${lease} and ${leaseIsAlive('c.lease')} then 'elsewhere' else 'lost' end as state,
      ${isWanted} as "isWanted",
      (extract(epoch from c.not_before) * 1000)::float8 as "notBefore",
      (extract(epoch from c.deadline_at) * 1000)::float8 as "deadlineAt",
      (extract(epoch from c.begun_at) * 1000)::float8 as "lastTriedAt",
      (extract(epoch from c.created_at) * 1000)::float8 as "givenAt", s.state as signal,
      jsonb_build_object('id', u.id, 'organizationId', u.organization_id, 'name', u.name, 'driver', u.driver,
        'address', u.address, 'username', u.username, 'password', u.password, 'options', u.options,
        'wiring', u.wiring) as unit
    from hardware_commands c join hardware_units u on u.id = c.unit_id
    left join hardware_signals s on s.unit_id = coalesce((c.cause_details->>'ofUnitId')::uuid, c.unit_id)
    where c.unit_id = any(${[...unitIds]}::uuid[]) and c.state in ('queued', 'sending') order by c.entry`.execute(
    db,
  );
  return rows;
}

/** What came up while a command is being carried out. */
export interface Interruption {
  /** A stop of the sound waits. */
  readonly isStopped: boolean;
  /** A warning waits, and this is none. */
  readonly isOvertaken: boolean;
  readonly isWanted: boolean;
}

/** By the ids of commands; one that is gone with its unit is not among them. */
export async function interruptions(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Interruption>> {
  const { rows } = await sql<Interruption & { id: string }>`
    select c.id, ${isWanted} as "isWanted",
      exists (select from hardware_commands o where o.unit_id = c.unit_id and o.state = 'queued'
        and o.action = 'stop-sound' and o.entry > c.entry) as "isStopped",
      c.cause <> 'warning' and exists (select from hardware_commands o where o.unit_id = c.unit_id
        and o.state = 'queued' and o.cause = 'warning' and o.entry > c.entry) as "isOvertaken"
    from hardware_commands c join hardware_units u on u.id = c.unit_id
    left join hardware_signals s on s.unit_id = coalesce((c.cause_details->>'ofUnitId')::uuid, c.unit_id)
    where c.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Queues the units of commands again that wait, were given before `before` (epoch ms of the wall clock) and have no job.
 * Returns how many units there were.
 */
export async function requeueOrphanedCommands(db: Database, actor: Actor, before: number): Promise<number> {
  const { rows } = await sql<{ unitId: string }>`
    select distinct c.unit_id as "unitId" from hardware_commands c
    where c.state in ('queued', 'sending') and c.created_at < ${new Date(before)}
      and not ${hasQueuedJob(sql`'unit-' || c.unit_id::text`)} and not ${hasQueuedJob(sql`'unit-later-' || c.unit_id::text`)}
    limit 1000`.execute(db);
  await queueUnits(
    db,
    actor,
    rows.map(({ unitId }) => unitId),
  );
  return rows.length;
}
