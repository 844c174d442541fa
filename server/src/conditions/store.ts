import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { type Station, stationOf } from '../stations/index.ts';

/** A station that an organization may read of: one of its own, or a government's. */
export async function findReadableStation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Station | undefined> {
  const row = await db
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', isUuid(id) ? id.toLowerCase() : id)
    .where('retired_at', 'is', null)
    .where((of) => of.or([of('organization_id', 'is', null), of('organization_id', '=', organizationId)]))
    .executeTakeFirst();
  return row && stationOf(row);
}

/** What history is summed up by: stretches of so many minutes, or the days of a time zone. */
export type HistoryStep = { readonly minutes: number } | { readonly dayIn: string };

/** The values of a station in a short period; means unless stated otherwise. */
export interface HistoryBin {
  /** The beginning of the step that this is a part of, epoch ms. */
  readonly stepAt: number;
  /** The mean instant of its reports, epoch ms. */
  readonly at: number;
  readonly temperatures: number;
  readonly temperatureC: number | null;
  readonly lowestC: number | null;
  readonly highestC: number | null;
  readonly dewPointC: number | null;
  readonly windMps: number | null;
  readonly strongestMps: number | null;
  readonly strongestGustMps: number | null;
  readonly solarWm2: number | null;
  readonly cloudCover: number | null;
  readonly highestWbgtC: number | null;
}

interface BinRow extends Omit<HistoryBin, 'stepAt' | 'at'> {
  step_at: Date;
  at: Date;
}

/**
 * The reports of a station from an instant to another (not included, epoch ms), in bins of so many minutes
 * within each step, in order. Bins without a report are not there. The range is the caller's to bound.
 */
export async function historyBins(
  db: Database,
  stationId: string,
  { from, to, step, binMinutes }: { from: number; to: number; step: HistoryStep; binMinutes: number },
): Promise<HistoryBin[]> {
  const bin = (minutes: number) =>
    sql`date_bin(make_interval(mins => ${minutes}::integer), observed_at, timestamptz 'epoch')`;
  const stepAt = 'minutes' in step ? bin(step.minutes) : sql`date_trunc('day', observed_at, ${step.dayIn})`;
  const { rows } = await sql<BinRow>`
    select step_at, to_timestamp(avg(extract(epoch from observed_at))) as at,
      count(temperature_c)::integer as temperatures,
      avg(temperature_c) as "temperatureC", min(temperature_c) as "lowestC", max(temperature_c) as "highestC",
      avg(dew_point_c) as "dewPointC", avg(wind_mps) as "windMps", max(wind_mps) as "strongestMps", max(wind_gust_mps) as "strongestGustMps",
      avg(solar_wm2) as "solarWm2", avg(cloud_cover) as "cloudCover", max(wbgt_c) as "highestWbgtC"
    from (
      select observed_at, temperature_c, dew_point_c, wind_mps, wind_gust_mps, solar_wm2, cloud_cover, wbgt_c,
        ${stepAt} as step_at, ${bin(binMinutes)} as bin_at
      from observations
      where station_id = ${stationId} and observed_at >= ${new Date(from)} and observed_at < ${new Date(to)}
    ) reports
    group by step_at, bin_at
    order by bin_at, step_at`.execute(db);
  return rows.map(({ step_at, at, ...values }) => ({
    ...values,
    stepAt: step_at.getTime(),
    at: at.getTime(),
  }));
}
