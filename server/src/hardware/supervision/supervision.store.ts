import type { DeviceReading } from '@allclear/adapters';
import type { FaultKind, SignalState } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { giveCommands } from '../commands/commands.store.ts';
import { lockUnits } from '../commands/open-commands.store.ts';

/** One question to a unit and its answer. Instants are epoch ms of the product clock. */
export interface AskedUnit {
  readonly unitId: string;
  readonly askedAt: number;
  /** When it answered; null when it did not. */
  readonly contactAt: number | null;
  readonly reading: DeviceReading | null;
  /** Why there is no reading. */
  readonly failure: string | null;
}

/**
 * Stores the answers of many units in one statement. A unit that was removed meanwhile is left out. An uptime that is
 * shorter than the one before is a restart.
 */
export async function writeStatus(db: Database, _actor: Actor, asked: readonly AskedUnit[]): Promise<void> {
  const rows = asked.map(({ unitId, askedAt, contactAt, reading, failure }) => ({
    ...{ unit_id: unitId, asked_at: new Date(askedAt), reading, failure },
    contact_at: contactAt === null ? null : new Date(contactAt),
  }));
  await sql`
    insert into hardware_status as status
      (unit_id, organization_id, asked_at, last_contact_at, reading, read_at, failure, failing_since)
    select unit.id, unit.organization_id, asked.asked_at, asked.contact_at, asked.reading,
      case when asked.reading is not null then asked.contact_at end, asked.failure,
      case when asked.failure is not null then asked.asked_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as asked (unit_id uuid, asked_at timestamptz, contact_at timestamptz, reading jsonb, failure text)
    join hardware_units unit on unit.id = asked.unit_id
    on conflict (unit_id) do update set
      asked_at = excluded.asked_at,
      last_contact_at = coalesce(excluded.last_contact_at, status.last_contact_at),
      reading = coalesce(nullif(excluded.reading, 'null'), status.reading),
      read_at = coalesce(excluded.read_at, status.read_at),
      failure = excluded.failure,
      failing_since = case when excluded.failure is not null
        then coalesce(status.failing_since, excluded.failing_since) end,
      restarts = status.restarts + case when
        (excluded.reading ->> 'uptimeSeconds')::float8 < (status.reading ->> 'uptimeSeconds')::float8 then 1 else 0 end,
      restarted_at = case when
        (excluded.reading ->> 'uptimeSeconds')::float8 < (status.reading ->> 'uptimeSeconds')::float8
        then excluded.read_at - make_interval(secs => (excluded.reading ->> 'uptimeSeconds')::float8)
        else status.restarted_at end`.execute(db);
}

/** Pages read the units of these organizations again. */
export async function announceStatus(
  db: Database,
  _actor: Actor,
  organizationIds: readonly string[],
): Promise<void> {
  if (organizationIds.length > 0) await notify(db, { topic: 'hardware', ids: [...organizationIds] });
}

/** When units were last heard, epoch ms of the product clock, by id. */
export async function lastContacts(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('hardware_status')
    .select(['unit_id', 'last_contact_at'])
    .where('last_contact_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.unit_id, row.last_contact_at?.getTime() ?? 0]));
}

/** The last command to a relay. */
export interface RelayCommand {
  readonly name: string;
  readonly output: string;
  readonly on: boolean;
  readonly limitSeconds: number | null;
  readonly state: string;
  /** Wall clock, epoch ms; null while it is carried out. */
  readonly endedAt: number | null;
}

/** What the outputs of a unit should do, and what it answered to its last command. */
export interface UnitExpectation {
  readonly unitId: string;
  readonly signal: SignalState | null;
  readonly isTested: boolean;
  /** Commands wait or are being carried out. */
  readonly isBusy: boolean;
  /** Until when it may sound, epoch ms of the wall clock; null when no command lets it. */
  readonly soundsUntil: number | null;
  /** Of its last command that ended one way or the other. */
  readonly last: { readonly state: string; readonly detail: string } | null;
  readonly relays: readonly RelayCommand[];
  readonly openFaults: readonly FaultKind[];
}

/** The newest commands of a unit, of which supervision findings at the last ones. */
const commandsRead = 60;

export async function expectationsOf(db: Database, unitIds: readonly string[]): Promise<UnitExpectation[]> {
  const { rows } = await sql<UnitExpectation>`
    select unit.id as "unitId",
      (select state from hardware_signals where unit_id = unit.id) as signal,
      exists (select from hardware_tests where unit_id = unit.id and ended_at is null) as "isTested",
      exists (select from hardware_commands where unit_id = unit.id and state in ('queued', 'sending')) as "isBusy",
      recent."soundsUntil", recent.last, coalesce(recent.relays, '[]') as relays,
      (select coalesce(array_agg(kind), '{}') from hardware_faults
        where unit_id = unit.id and ended_at is null) as "openFaults"
    from hardware_units unit, lateral (
      with newest as (
        select * from hardware_commands where unit_id = unit.id order by entry desc limit ${commandsRead}
      )
      select
        (select (extract(epoch from max(sounds_until)) * 1000)::float8 from newest) as "soundsUntil",
        (select jsonb_build_object('state', state, 'detail', detail) from newest
          where state in ('confirmed', 'sent', 'refused', 'failed') order by entry desc limit 1) as last,
        (select jsonb_agg(jsonb_build_object('name', relay.name, 'output', relay.output,
            'on', command.content -> 'on', 'limitSeconds', command.content -> 'limitSeconds', 'state', command.state,
            'endedAt', extract(epoch from command.ended_at) * 1000))
          from hardware_relays relay, lateral (
            select * from newest where relay_id = relay.id order by entry desc limit 1) command
          where relay.unit_id = unit.id) as relays
    ) recent
    where unit.id = any(${[...unitIds]}::uuid[])`.execute(db);
  return rows;
}

/**
 * Switches relays of a unit on again that their automation left on in a warning that lasts, and that are off: after a
 * restart of the device. Nothing while commands wait. Returns how many.
 *
 * @param now the product clock, epoch ms
 */
export function relaysAgain(
  db: Database,
  actor: Actor,
  {
    organizationId,
    unitId,
    outputs,
    now,
  }: { organizationId: string; unitId: string; outputs: readonly string[]; now: number },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; name: string; output: string; limitSeconds: number | null }>`
      select r.id, r.name, r.output, r.longest_on_seconds as "limitSeconds"
      from hardware_relays r join hardware_relay_states s on s.relay_id = r.id
      where r.unit_id = ${unitId} and r.output = any(${[...outputs]}::text[])
        and s.state ->> 'phase' = 'active' and (s.state ->> 'isOn')::boolean and s.state -> 'wanted' = 'null'
        and not exists (
          select from hardware_commands where unit_id = ${unitId} and state in ('queued', 'sending'))
      for share of s`.execute(transaction);
    await giveCommands(transaction, actor, {
      ...{ organizationId, now },
      commands: rows.map(({ id: relayId, name, output, limitSeconds }) => ({
        ...{ unitId, relayId, cause: 'automation' as const },
        action: { kind: 'relay', output, on: true, limitSeconds },
        details: { text: `Relay ${name} was off although its automation left it on` },
      })),
    });
    return rows.length;
  });
}

/**
 * Switches the light on that is off although the unit signals a warning, or off that is on although it signals none;
 * off as with an all clear, so that it goes out only while darkness is earned. Null when the unit signals otherwise by
 * now, or commands wait that may do it.
 */
export function correctLight(
  db: Database,
  actor: Actor,
  {
    organizationId,
    unitId,
    on,
    limitSeconds,
    now,
  }: { organizationId: string; unitId: string; on: boolean; limitSeconds: number | null; now: number },
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await lockUnits(transaction, [unitId]);
    const { rows } = await sql<{ isSo: boolean }>`
      select coalesce((select state ->> 'kind' = 'warning' from hardware_signals where unit_id = ${unitId}), false) = ${on}
        and not exists (
          select from hardware_commands where unit_id = ${unitId} and state in ('queued', 'sending')) as "isSo"`.execute(
      transaction,
    );
    if (rows[0]?.isSo !== true) return null;
    const text = on
      ? 'The light was off while the unit signals a warning'
      : 'The light was on while the unit signals nothing';
    const cause = on ? 'warning' : 'all-clear';
    const [id = null] = await giveCommands(transaction, actor, {
      ...{ organizationId, now },
      commands: [{ unitId, action: { kind: 'light', on, limitSeconds }, cause, details: { text } }],
    });
    return id;
  });
}
