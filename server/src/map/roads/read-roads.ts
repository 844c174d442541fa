import { AdapterError, type RoadSpot } from '@allclear/adapters';
import {
  feedLimitsMs,
  HOUR_MS,
  MINUTE_MS,
  type RoadCondition,
  roadConditions,
  roadHours,
} from '@allclear/domain';
import {
  cellsToRead,
  forecastPlacesToAsk,
  type WatchedForecast,
  watchedForecasts,
} from '../../forecasts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { latestReports, type NearestObservation, reportLimitMs } from '../../stations/index.ts';
import { currentRoad } from './current-road.ts';

/** How far ahead road conditions are modeled, hours. */
export const AHEAD_HOURS = 12;
/** Snow and rain of the day before count, hours. */
export const BACK_HOURS = 24;
/** More places would make the list too large; the others have roads at a point only. */
const MAX_SPOTS = 5_000;
/** Stations are indexed by boxes of so many degrees. */
const STATION_BOX_DEGREES = 0.5;

export interface RoadReading {
  /** Of the oldest forecast that counts, epoch ms. */
  readonly asOf: number;
  readonly readAt: number;
  readonly current: readonly RoadSpot[];
  readonly hours: readonly { readonly at: number; readonly spots: readonly RoadSpot[] }[];
}

/**
 * The roads now and in the next hours at the places that are watched. Throws AdapterError before the first
 * forecast.
 */
export async function readRoads(db: Database, vendor: string, now: number): Promise<RoadReading> {
  const readAt = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const reports = byBox(await latestReports(db, { since: now - reportLimitMs, ownSince: now }, now));
  const hours = Array.from({ length: AHEAD_HOURS }, (_, index) => ({
    at: firstHour + index * HOUR_MS,
    spots: [] as RoadSpot[],
  }));
  const current: RoadSpot[] = [];
  let oldest: number | null = null;
  let newestOfAll: number | null = null;
  let count = 0;
  const window = { from: now - BACK_HOURS * HOUR_MS, to: firstHour + AHEAD_HOURS * HOUR_MS };
  for await (const one of watchedForecasts(db, vendor, window)) {
    newestOfAll = Math.max(newestOfAll ?? one.asOf, one.asOf);
    if (now - one.asOf > feedLimitsMs.forecast.down || count >= MAX_SPOTS) continue;
    count++;
    oldest = Math.min(oldest ?? one.asOf, one.asOf);
    const road = roadHours(one.hours, { ...one, elevationM: null });
    add(current, one, currentRoad(road, reports(one), one, now)?.moment.state?.condition);
    for (const hour of hours) add(hour.spots, one, road.find(({ at }) => at === hour.at)?.state?.condition);
  }
  // Without watched places an empty reading is complete; where all forecasts are too old, it has their age.
  if (newestOfAll === null && (await isForecastMissing(db, vendor))) {
    throw new AdapterError(
      vendor,
      'upstream',
      'No forecast has been read yet that roads could be worked out from.',
    );
  }
  return { asOf: oldest ?? newestOfAll ?? readAt, readAt, current, hours };
}

/** Whether there are watched places within the source's area whose forecast is missing. */
async function isForecastMissing(db: Database, vendor: string): Promise<boolean> {
  const [unasked, unread] = await Promise.all([
    forecastPlacesToAsk(db, vendor, 0),
    cellsToRead(db, vendor, 0),
  ]);
  return unasked.length + unread.length > 0;
}

function add(
  spots: RoadSpot[],
  { latitude, longitude }: WatchedForecast,
  condition: RoadCondition | undefined,
): void {
  if (condition !== undefined)
    spots.push({ latitude, longitude, condition: roadConditions.indexOf(condition) });
}

/** The stations in a place's box and the eight around it. */
function byBox(
  reports: readonly NearestObservation[],
): (place: { latitude: number; longitude: number }) => NearestObservation[] {
  const boxOf = (degrees: number) => Math.floor(degrees / STATION_BOX_DEGREES);
  const boxes = Map.groupBy(
    reports,
    ({ station }) => `${boxOf(station.latitude)} ${boxOf(station.longitude)}`,
  );
  const around = [-1, 0, 1];
  return ({ latitude, longitude }) =>
    around.flatMap((up) =>
      around.flatMap((right) => boxes.get(`${boxOf(latitude) + up} ${boxOf(longitude) + right}`) ?? []),
    );
}
