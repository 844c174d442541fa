import type { CommandCause, HardwareAction } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';

/** A play that a device took. */
export interface PlayTaken {
  readonly id: string;
  readonly playsDone: number;
  /** Until when the device may sound because of it, epoch ms of the wall clock. */
  readonly soundsUntil: number;
}

/** Records the plays that devices took, so that people see what sounds, and a process that takes over goes on from them. */
export async function recordPlays(db: Database, _actor: Actor, plays: readonly PlayTaken[]): Promise<void> {
  const rows = plays.map((play) => ({ ...play, soundsUntil: new Date(play.soundsUntil) }));
  const { rows: changed } = await sql<{ organizationId: string }>`
    update hardware_commands c set plays_done = p."playsDone", sounds_until = p."soundsUntil"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id uuid, "playsDone" int, "soundsUntil" timestamptz)
    where c.id = p.id returning c.organization_id as "organizationId"`.execute(db);
  await announce(
    db,
    changed.map(({ organizationId }) => organizationId),
  );
}

/** How a command ended, or when it is tried again. */
export type CommandResult =
  | {
      readonly kind: 'ended';
      readonly state: 'confirmed' | 'sent' | 'refused' | 'failed' | 'dropped' | 'unknown';
      readonly detail: string;
    }
  | { readonly kind: 'again'; readonly afterMs: number; readonly detail: string };

/** How a try of a command ended. */
export interface EndedCommand {
  readonly id: string;
  readonly organizationId: string;
  readonly unitId: string;
  readonly action: HardwareAction;
  readonly cause: CommandCause;
  readonly tries: number;
  readonly playsDone: number;
  readonly result: CommandResult;
  /** When its sound is over at once, because it was stopped. */
  readonly isSilent: boolean;
}

export function droppedCommand(
  command: Omit<EndedCommand, 'result' | 'isSilent'>,
  because: string,
): EndedCommand {
  const { id, organizationId, unitId, action, cause, tries, playsDone } = command;
  return {
    ...{ id, organizationId, unitId, action, cause, tries, playsDone, isSilent: false },
    result: { kind: 'ended', state: 'dropped', detail: because },
  };
}

/** Records how commands ended or when they are tried again. One that was taken over meanwhile is left alone. */
export async function endCommands(
  db: Database,
  actor: Actor,
  ended: readonly EndedCommand[],
  now: number,
): Promise<void> {
  await db.transaction().execute((transaction) => recordEnds(transaction, actor, ended, now));
}

/** The same within a transaction. */
export async function recordEnds(
  transaction: Database,
  actor: Actor,
  ended: readonly EndedCommand[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return;
  const at = new Date(now);
  const rows = ended.map(({ id, tries, playsDone, isSilent, result }) => ({
    ...{ id, tries, playsDone, isSilent },
    state: result.kind === 'again' ? 'queued' : result.state,
    detail: result.detail.replaceAll('\0', '').slice(0, 500).toWellFormed(),
    notBefore: result.kind === 'again' ? new Date(now + result.afterMs) : null,
  }));
  const { rows: changed } = await sql<{ id: string }>`
    update hardware_commands c set state = e.state, detail = e.detail, plays_done = e."playsDone",
      not_before = coalesce(e."notBefore", c.not_before),
      ended_at = case when e.state = 'queued' then null else ${at}::timestamptz end,
      sounds_until = case when e."isSilent" then least(c.sounds_until, ${at}::timestamptz) else c.sounds_until end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, tries int, "playsDone" int, "isSilent" boolean,
      state text, detail text, "notBefore" timestamptz)
    where c.id = e.id and c.attempts = e.tries and c.state in ('queued', 'sending')
    returning c.id`.execute(transaction);
  const ids = new Set(changed.map(({ id }) => id));
  const recorded = ended.filter(({ id }) => ids.has(id));
  const silenced = recorded.filter(
    ({ action, result }) =>
      action.kind === 'stop-sound' && result.kind === 'ended' && result.state !== 'dropped',
  );
  if (silenced.length > 0)
    await sql`
      update hardware_commands set sounds_until = ${at}
      where unit_id = any(${silenced.map(({ unitId }) => unitId)}::uuid[]) and sounds_until > ${at}`.execute(
      transaction,
    );
  await announce(
    transaction,
    recorded.map(({ organizationId }) => organizationId),
  );
  // Of a command that is tried again the first failure is on record; its end is.
  const audited = recorded.filter(({ result, tries }) => result.kind === 'ended' || tries === 1);
  const byOrganization = [...Map.groupBy(audited, ({ organizationId }) => organizationId)];
  for (const [organizationId, own] of byOrganization.toSorted(([a], [b]) => a.localeCompare(b)))
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'hardware.answered', recordId: null, now: null },
      after: {
        commands: own.map(({ id, unitId, action, cause, playsDone, result }) => ({
          ...{ id, unitId, action: action.kind, cause, playsDone, detail: result.detail.slice(0, 500) },
          outcome: result.kind === 'again' ? 'tried again' : result.state,
        })),
      },
    });
}

async function announce(db: Database, organizationIds: readonly string[]): Promise<void> {
  const ids = [...new Set(organizationIds)].sort();
  if (ids.length > 0) await notify(db, { topic: 'hardware', ids });
}
