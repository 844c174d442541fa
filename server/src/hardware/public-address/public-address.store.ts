import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import { type CommandToGive, giveCommands } from '../commands/commands.store.ts';

/** A unit that speaks, and how often. */
export interface Spoken {
  readonly unitId: string;
  readonly text: string;
  readonly clip: string | null;
  readonly plays: number;
}

/**
 * Gives the commands of a PA message, with one entry in the audit. Units that sound a warning, or are about to, are left
 * out. Returns the ids of the commands by unit.
 *
 * @param now the product clock, epoch ms
 */
export function givePaMessage(
  db: Database,
  actor: Actor,
  {
    organizationId,
    message,
    spoken,
    refused,
    now,
  }: {
    organizationId: string;
    message: string;
    spoken: readonly Spoken[];
    /** Units that cannot speak it, for the record: why not, by id. */
    refused: Readonly<Record<string, string>>;
    now: number;
  },
): Promise<ReadonlyMap<string, string>> {
  return db.transaction().execute(async (transaction) => {
    const warned = await unitsInWarning(
      transaction,
      spoken.map(({ unitId }) => unitId),
    );
    const commands = spoken
      .filter(({ unitId }) => !warned.has(unitId))
      .map(
        ({ unitId, ...play }): CommandToGive => ({
          ...{ unitId, action: { kind: 'play', ...play }, cause: 'person' },
          details: { text: 'A PA message' },
        }),
      );
    if (commands.length === 0) {
      await appendAudit(transaction, actor, {
        ...{ chain: organizationId, action: 'pa-message.sent', recordId: null, now },
        after: { message, commands: [], refused: { ...refused }, warned: [...warned] },
      });
      return new Map();
    }
    const ids = await giveCommands(transaction, actor, {
      ...{ organizationId, commands, now, action: 'pa-message.sent' },
    });
    return new Map(commands.map(({ unitId }, index) => [unitId, ids[index] ?? '']));
  });
}

/** Units that sound a warning or its words, or whose command for it waits. */
async function unitsInWarning(db: Database, unitIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ unitId: string }>`
    select distinct unit_id as "unitId" from hardware_commands
    where unit_id = any(${[...unitIds]}::uuid[]) and cause = 'warning' and action in ('sound', 'play')
      and (state in ('queued', 'sending') or sounds_until > now())`.execute(db);
  return new Set(rows.map(({ unitId }) => unitId));
}

/** What became of a command. */
export interface CommandState {
  readonly id: string;
  readonly state: string;
  readonly detail: string;
  readonly playsDone: number;
}

export async function commandStates(db: Database, ids: readonly string[]): Promise<CommandState[]> {
  return db
    .selectFrom('hardware_commands')
    .select(['id', 'state', 'detail', 'plays_done as playsDone'])
    .where('id', 'in', [...ids])
    .execute();
}

/** The name of the recorded clip of a stored message; null for none, undefined when there is no such message. */
export async function clipOf(db: Database, key: RecordKey): Promise<string | null | undefined> {
  const row = await db.selectFrom('pa_messages').select('clip').where(hasKey(key)).executeTakeFirst();
  return row && (row.clip === '' ? null : row.clip);
}
