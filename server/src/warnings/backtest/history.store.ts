import type { BatchWindow, CapAlert } from '@allclear/domain';
import { DAY_MS } from '@allclear/domain';
import { sql } from 'kysely';
import { unpackPoints } from '../../lightning/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordOf } from '../../platform/database/record.ts';
import { governmentStationsIn, type NearestObservation } from '../../stations/index.ts';

/** The weather that is stored, for trying policies on the past. Instants are epoch ms. */

export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/**
 * The windows of the batches of each lightning feed between two instants. `inSunWindow` says when the sun may
 * blind a feed.
 */
export async function windowsBetween(
  db: Database,
  begin: number,
  end: number,
  inSunWindow: (feed: string, at: number) => boolean,
): Promise<Map<string, BatchWindow[]>> {
  const rows = await db
    .selectFrom('lightning_batches')
    .select(['feed', 'observed_from', 'observed_to', 'received_at', 'event_count', 'data_lost'])
    .where('provides_coverage', '=', true)
    .where('observed_to', '>', new Date(begin))
    .where('observed_from', '<', new Date(end))
    .orderBy('observed_from')
    .execute();
  const windows = new Map<string, BatchWindow[]>();
  for (const row of rows) {
    const [from, to] = [row.observed_from.getTime(), row.observed_to.getTime()];
    const window: BatchWindow = {
      from,
      to,
      receivedAt: row.received_at.getTime(),
      eventCount: row.event_count,
      dataLost: row.data_lost,
      inSunWindow: inSunWindow(row.feed, from) || inSunWindow(row.feed, to),
    };
    const list = windows.get(row.feed);
    if (list) list.push(window);
    else windows.set(row.feed, [window]);
  }
  return windows;
}

export interface PastFlash {
  readonly feed: string;
  readonly at: number;
  /** Latitude, longitude, … */
  readonly points: Float64Array;
}

/**
 * Flashes with their centroid in a box, a day at a time, oldest first. A box over the date line is given as
 * two.
 */
export async function* flashesBetween(
  db: Database,
  box: Box,
  from: number,
  to: number,
): AsyncIterable<PastFlash[]> {
  for (let begin = from; begin < to; begin += DAY_MS) {
    const rows = await db
      .selectFrom('flashes')
      .select(['feed', 'at', 'points'])
      .where('at', '>=', new Date(begin))
      .where('at', '<', new Date(Math.min(to, begin + DAY_MS)))
      .where('latitude', '>=', box.south)
      .where('latitude', '<=', box.north)
      .where('longitude', '>=', box.west)
      .where('longitude', '<=', box.east)
      .orderBy('at')
      .execute();
    yield rows.map((row) => ({ feed: row.feed, at: row.at.getTime(), points: unpackPoints(row.points) }));
  }
}

/** Reports of the government stations in a box, in the order of receipt. */
export async function reportsBetween(
  db: Database,
  box: Box,
  from: number,
  to: number,
): Promise<NearestObservation[]> {
  const stations = new Map((await governmentStationsIn(db, box)).map((station) => [station.id, station]));
  if (stations.size === 0) return [];
  const rows = await db
    .selectFrom('observations')
    .selectAll()
    .where(sql<boolean>`station_id = any(${[...stations.keys()]}::text[])`)
    .where('observed_at', '>=', new Date(from))
    .where('observed_at', '<=', new Date(to))
    .orderBy('received_at')
    .orderBy('observed_at')
    .execute();
  return rows.flatMap((row) => {
    const station = stations.get(row.station_id);
    return station ? [{ station, observation: recordOf(row) }] : [];
  });
}

/**
 * Alerts of the weather service that were sent or in effect between two instants, and the zones of places to
 * join them with.
 */
export async function alertsBetween(db: Database, from: number, to: number): Promise<CapAlert[]> {
  const rows = await db
    .selectFrom('weather_alerts')
    .select('alert')
    .where('sent_at', '<=', new Date(to))
    .where(sql<boolean>`coalesce(ends_at, expires_at) >= ${new Date(from)}`)
    .execute();
  return rows.map(({ alert }) => alert);
}
