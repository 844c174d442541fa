import type { HardwareCommand } from '@allclear/contract';
import type { HardwareAction } from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** A command to a unit as its record shows it. Instants are epoch ms. */
export interface RecordedCommand {
  readonly id: string;
  readonly unitId: string;
  readonly content: HardwareAction;
  readonly cause: Tables['hardware_commands']['cause'];
  /** What caused it, in words. */
  readonly causeText: string;
  readonly state: HardwareCommand['state'];
  readonly detail: string;
  /** The product clock. */
  readonly at: number;
  /** The wall clock. */
  readonly endedAt: number | null;
}

const shownCommands = 200;

/** The last commands to a unit, newest first. */
export async function lastCommands(db: Database, unitId: string): Promise<RecordedCommand[]> {
  const rows = await db
    .selectFrom('hardware_commands')
    .select(['id', 'unit_id', 'content', 'cause', 'cause_details', 'state', 'detail', 'at', 'ended_at'])
    .where('unit_id', '=', unitId)
    .orderBy('entry', 'desc')
    .limit(shownCommands)
    .execute();
  return rows.map(({ id, content, cause, state, detail, ...row }) => ({
    ...{ id, content, cause, state, detail },
    ...{ unitId: row.unit_id, causeText: row.cause_details.text },
    ...{ at: row.at.getTime(), endedAt: row.ended_at?.getTime() ?? null },
  }));
}
