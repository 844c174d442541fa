import { DAY_MS } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Station, stationOf } from '../observations.store.ts';

/** A month of a station whose reports are not summed up yet. */
export interface PendingMonth {
  readonly station: Station;
  /** Its first instant and that of the next month (UTC), epoch ms. */
  readonly from: number;
  readonly until: number;
}

function monthAfter(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

const pending = (db: Database) =>
  db
    .selectFrom('station_fills')
    .innerJoin('stations', 'stations.id', 'station_fills.station_id')
    .selectAll('stations')
    .select('month_at');

function pendingOf({
  month_at,
  ...row
}: Parameters<typeof stationOf>[0] & { readonly month_at: Date }): PendingMonth {
  const from = month_at.getTime();
  return { station: stationOf(row), from, until: monthAfter(from) };
}

/** The newest month that is not summed up, of any station; undefined once all are. */
export async function newestPendingMonth(db: Database): Promise<PendingMonth | undefined> {
  const row = await pending(db).orderBy('month_at', 'desc').orderBy('id').limit(1).executeTakeFirst();
  return row && pendingOf(row);
}

/** The months of a station with a part from an instant until another (epoch ms) that are not summed up, newest first. */
export async function pendingMonthsOf(
  db: Database,
  stationId: string,
  { from, until }: { from: number; until: number },
): Promise<PendingMonth[]> {
  const rows = await pending(db)
    .where('station_id', '=', stationId)
    .where('month_at', '>', new Date(from - 31 * DAY_MS))
    .where('month_at', '<', new Date(until))
    .orderBy('month_at', 'desc')
    .execute();
  return rows.map(pendingOf);
}

export async function isPending(db: Database, { station, from }: PendingMonth): Promise<boolean> {
  const row = await db
    .selectFrom('station_fills')
    .select('station_id')
    .where('station_id', '=', station.id)
    .where('month_at', '=', new Date(from))
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a month is summed up. No entry in the audit: it is about measurements. */
export async function removePending(
  db: Database,
  _actor: Actor,
  { station, from }: PendingMonth,
): Promise<void> {
  await db
    .deleteFrom('station_fills')
    .where('station_id', '=', station.id)
    .where('month_at', '=', new Date(from))
    .execute();
}

/** The beginnings of the quarter hours in which a station reported from an instant until another, epoch ms. */
export async function reportedQuarters(
  db: Database,
  stationId: string,
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select distinct date_bin('15 minutes', observed_at, timestamptz 'epoch') as at from observations
    where station_id = ${stationId} and observed_at >= ${new Date(from)} and observed_at < ${new Date(until)}`.execute(
    db,
  );
  return rows.map(({ at }) => at.getTime());
}

/** Takes coarse particles, which had no column before, from what an own station sent and passed the checks. */
export async function fillParticles(
  db: Database,
  _actor: Actor,
  { station, from, until }: PendingMonth,
): Promise<void> {
  if (station.organizationId === null) return;
  await sql`
    update observations set pm10_ugm3 = (raw::jsonb ->> 'pm10Ugm3')::float8
    where station_id = ${station.id} and observed_at >= ${new Date(from)} and observed_at < ${new Date(until)}
      and pm10_ugm3 is null and raw like '%"pm10Ugm3":%' and flagged -> 'pm10Ugm3' is null`.execute(db);
}
