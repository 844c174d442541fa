import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Hours with rain readings by which a station is judged: a week of hours, however old. Lists of stations ask often. */
const judgedHours = 168;

/**
 * Which of these stations tell of rain less often than every 15 minutes: in the median of their hours with a reading they
 * did not report in each quarter. One that never told of rain is not judged.
 */
export async function stationsWithCoarseRain(
  db: Database,
  stationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select station.id from unnest(${[...stationIds]}::text[]) as station (id)
    cross join lateral (
      select percentile_disc(0.5) within group (order by quarters) as median
      from (select quarters from station_hours where station_id = station.id and rain_mm is not null
        order by at desc limit ${judgedHours}) newest
    ) hours
    where hours.median < 4`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
