import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { Observation } from '../stations/index.ts';

/**
 * A station's reports since an instant, in order of time, at most one (the last) of each stretch of
 * `everyMs`.
 */
export async function sampledReports(
  db: Database,
  stationId: string,
  { since, now, everyMs }: { readonly since: number; readonly now: number; readonly everyMs: number },
): Promise<Observation[]> {
  const { rows } = await sql<Selectable<Tables['observations']>>`
    select distinct on (stretch) reports.*
    from (
      select observations.*, floor(extract(epoch from observed_at) * 1000 / ${everyMs}::float8) as stretch
      from observations
      where station_id = ${stationId} and observed_at >= ${new Date(since)} and observed_at <= ${new Date(now)}
    ) reports
    order by stretch, observed_at desc`.execute(db);
  return rows.map(recordOf);
}
