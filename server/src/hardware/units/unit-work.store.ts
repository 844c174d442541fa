import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Whether a unit signals, is being tested, has commands that wait or run, or may still sound because of one.
 *
 * @param wall epoch ms of the wall clock
 */
export async function isUnitAtWork(db: Database, unitId: string, wall: number): Promise<boolean> {
  const { rows } = await sql<{ works: boolean }>`
    select exists (select from hardware_signals where unit_id = ${unitId} and state ->> 'kind' <> 'none')
      or exists (select from hardware_tests where unit_id = ${unitId} and ended_at is null)
      or exists (select from hardware_commands where unit_id = ${unitId}
        and (state in ('queued', 'sending') or sounds_until > ${new Date(wall)})) as works`.execute(db);
  return rows[0]?.works ?? false;
}
