import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type CommandCause,
  commandLifeSeconds,
  type HardwareAction,
} from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { queueUnits } from './command-queue.ts';

/** A command to a unit, to be stored with what causes it. */
export interface CommandToGive {
  readonly unitId: string;
  readonly relayId?: string;
  readonly action: HardwareAction;
  readonly cause: CommandCause;
  /**
   * For the record and the audit, JSON: what caused it and why, in words (`text`), and the ids of the warning, test or
   * relay.
   */
  readonly details: { readonly text: string } & Readonly<Record<string, unknown>>;
  /** It does not begin before so many seconds went by: words after a signal. */
  readonly afterSeconds?: number;
}

/**
 * Stores commands of one organization, queues their units and adds one audit entry for all of them, in the transaction
 * of their cause: call it last. Returns their ids in the same order.
 *
 * @param now the product clock, epoch ms
 */
export async function giveCommands(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    commands,
    now,
    action = 'hardware.commanded',
  }: {
    organizationId: string;
    commands: readonly CommandToGive[];
    now: number;
    /** What the entry of the audit calls it. */
    action?: AuditAction;
  },
): Promise<string[]> {
  if (commands.length === 0) return [];
  const wall = wallNow();
  const rows = commands.map((command) => ({ id: randomUUID(), ...command }));
  const userId = actor.kind === 'user' ? actor.userId : null;
  await transaction
    .insertInto('hardware_commands')
    .values(
      rows.map(({ id, unitId, relayId, action, cause, details, afterSeconds = 0 }) => ({
        ...{ id, organization_id: organizationId, unit_id: unitId, relay_id: relayId ?? null },
        ...{ action: action.kind, content: JSON.stringify(action), cause, user_id: userId },
        ...{ cause_details: JSON.stringify(details), at: new Date(now), created_at: new Date(wall) },
        not_before: new Date(wall + afterSeconds * 1_000),
        deadline_at: new Date(wall + (afterSeconds + commandLifeSeconds[cause]) * 1_000),
      })),
    )
    .execute();
  await queueUnits(
    transaction,
    actor,
    rows.map(({ unitId }) => unitId),
  );
  await notify(transaction, { topic: 'hardware', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action, recordId: null, before: null, now },
    after: {
      commands: rows.map(({ id, unitId, relayId, cause, details, ...command }) => ({
        ...{ id, unitId, relayId: relayId ?? null, action: { ...command.action }, cause },
        details: { ...details },
      })),
    },
  });
  return rows.map(({ id }) => id);
}

/** Whether a unit has commands that wait or are being carried out. */
export async function hasWaitingCommands(db: Database, unitId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from hardware_commands where unit_id = ${unitId} and state in ('queued', 'sending')) as waits`.execute(
    db,
  );
  return rows[0]?.waits ?? false;
}
