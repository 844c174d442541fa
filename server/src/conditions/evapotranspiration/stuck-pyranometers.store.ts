import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * The quarter hours (their beginnings, epoch ms) from an instant until another in which quality checks rejected values
 * of a station's pyranometer because they did not change.
 */
export async function stuckPyranometerQuarters(
  db: Database,
  stationId: string,
  { from, until }: { from: number; until: number },
): Promise<Set<number>> {
  const { rows } = await sql<{ at: Date }>`
    select distinct date_bin('15 minutes', observed_at, 'epoch') as at from observations
    where station_id = ${stationId} and observed_at >= ${new Date(from)} and observed_at < ${new Date(until)}
      and flagged #>> '{solarWm2,reason}' = 'stuck'`.execute(db);
  return new Set(rows.map(({ at }) => at.getTime()));
}
