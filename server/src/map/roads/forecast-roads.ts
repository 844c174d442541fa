import {
  AdapterError,
  type ForecastFeed,
  type RadarFeed,
  type RadarFrame,
  type RadarFrames,
  type RadarProduct,
  type RasterPool,
  type RoadConditions,
  type RoadSpot,
  tileBox,
  type View,
} from '@allclear/adapters';
import {
  feedLimitsMs,
  HOUR_MS,
  MILES_PER_DEGREE,
  type RoadCondition,
  roadConditions,
  roadHours,
} from '@allclear/domain';
import {
  cellsToRead,
  currentForecast,
  forecastPlacesToAsk,
  type WatchedForecast,
  watchedForecasts,
} from '../../forecasts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  boxAround,
  latestReports,
  type NearestObservation,
  reportLimitMs,
  reportsAround,
} from '../../stations/index.ts';
import { currentRoad, stationWords } from './current-road.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
const AHEAD_HOURS = 12;
/** Snow and rain of the day before count. */
const BACK_HOURS = 24;
/** How far around a place its forecast stands for the roads. */
const SPOT_MILES = 10;
/** More places than this make a list that nobody wants to fetch; the others have their roads at a point. */
const MAX_SPOTS = 5_000;
/** Stations are looked up by boxes of so many degrees. */
const STATION_BOX_DEGREES = 0.5;
const TILE_PX = 256;
const NOTE =
  'Modelled from forecasts and stations for untreated roads, within 10 miles of places whose forecast is known. Faintly shaded: no hazard found. Elsewhere nothing is known.';

interface Reading {
  /** Of the oldest forecast that counts, epoch ms. */
  readonly asOf: number;
  readonly readAt: number;
  readonly current: readonly RoadSpot[];
  readonly hours: readonly { readonly at: number; readonly spots: readonly RoadSpot[] }[];
}

/**
 * Roads from what the store has: the forecasts of the places that anybody watches, with the reports of
 * stations nearby for the present. There is no free source of roads everywhere; beyond those places nothing
 * is claimed. A frame carries its spots, so that any process can draw it, now and later.
 */
export function createForecastRoads({
  db,
  forecast,
  pool,
}: {
  db: Database;
  forecast: Pick<ForecastFeed, 'vendor' | 'attribution'>;
  pool: RasterPool;
}): RoadConditions {
  const limits = feedLimitsMs.forecast;
  let held: { at: number; reading: Promise<Reading> } | null = null;
  /** Both products are read from the same forecasts at once. */
  const read = (now: number) => {
    if (held && now >= held.at && now - held.at < EVERY_MS / 2) return held.reading;
    const reading = readRoads(now);
    held = { at: now, reading };
    reading.catch(() => {
      held = null;
    });
    return reading;
  };

  const readRoads = async (now: number): Promise<Reading> => {
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
    for await (const one of watchedForecasts(db, forecast.vendor, window)) {
      newestOfAll = Math.max(newestOfAll ?? one.asOf, one.asOf);
      if (now - one.asOf > limits.down || count >= MAX_SPOTS) continue;
      count++;
      oldest = Math.min(oldest ?? one.asOf, one.asOf);
      const road = roadHours(one.hours, { ...one, elevationM: null });
      add(current, one, currentRoad(road, reports(one), one, now)?.moment.state?.condition);
      for (const hour of hours) add(hour.spots, one, road.find(({ at }) => at === hour.at)?.state?.condition);
    }
    // Where nobody watches there is nothing to know, and that is known; where all is too old, its age is
    // told.
    if (newestOfAll === null && (await isForecastMissing(db, forecast.vendor))) {
      throw new AdapterError(
        forecast.vendor,
        'upstream',
        'No forecast has been read yet that roads could be worked out from.',
      );
    }
    return { asOf: oldest ?? newestOfAll ?? readAt, readAt, current, hours };
  };

  const draw = (frame: RadarFrame, view: View) => {
    const { north, south, west, east } = view.box;
    const near = SPOT_MILES / MILES_PER_DEGREE;
    const wide =
      near / Math.max(0.05, Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180));
    const spots = spotsOf(frame).filter(({ latitude, longitude }) => {
      const aside = longitude + 360 * Math.round(((west + east) / 2 - longitude) / 360);
      return (
        latitude >= south - near && latitude <= north + near && aside >= west - wide && aside <= east + wide
      );
    });
    return pool.draw({ kind: 'road-spots', spots, radiusMiles: SPOT_MILES, view });
  };
  const feedOf = (
    kind: string,
    product: RadarProduct,
    framesOf: (reading: Reading) => RadarFrame[],
  ): RadarFeed => ({
    kind,
    product,
    vendor: forecast.vendor,
    pollEveryMs: EVERY_MS,
    minZoom: 4,
    maxZoom: 12,
    box: { north: 85, south: -85, west: -180, east: 180 },
    attribution: forecast.attribution,
    note: NOTE,
    currentForMs: limits.late,
    async poll({ now }): Promise<{ asOf: number; data: RadarFrames }> {
      const reading = await read(now);
      return { asOf: reading.asOf, data: { frames: framesOf(reading) } };
    },
    tile: ({ frame, z, x, y }) => draw(frame, { box: tileBox(z, x, y), widthPx: TILE_PX, heightPx: TILE_PX }),
    image: ({ frame, view }) => draw(frame, view),
  });

  return {
    attribution: forecast.attribution,
    feeds: [
      feedOf('road-conditions', 'current-road-conditions', ({ readAt, current }) => [
        { key: `roads-${readAt}`, validAt: readAt, issuedAt: null, address: addressOf(current) },
      ]),
      feedOf('road-forecast', 'future-road-conditions', ({ readAt, hours }) =>
        hours.map(({ at, spots }) => ({
          key: `roads-${readAt}-${at}`,
          validAt: at,
          issuedAt: readAt,
          address: addressOf(spots),
        })),
      ),
    ],
    async outlook(place, now) {
      const found = await currentForecast(db, forecast, place, now, true);
      if (found.kind === 'outside') return 'outside';
      if (found.kind === 'unobserved') return 'unobserved';
      const road = roadHours(
        found.forecast.hours.filter(({ at }) => at > now - (BACK_HOURS + 1) * HOUR_MS),
        { ...place, elevationM: null },
      );
      const reports = await reportsAround(db, boxAround(place), now - reportLimitMs, now);
      const present = currentRoad(road, reports, place, now);
      return {
        now: present?.moment ?? { at: now, state: null },
        hours: road.filter(({ at }) => at > now).slice(0, AHEAD_HOURS),
        asOf: found.forecast.asOf,
        stale: found.stale,
        basis: present?.station
          ? `Modelled from the forecast and the report of ${stationWords(present.station, place)}.`
          : 'Modelled from the forecast.',
      };
    },
  };
}

/** Whether there are watched places whose forecast could be read but was not. */
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

function addressOf(spots: readonly RoadSpot[]): string {
  return JSON.stringify(spots.map(({ latitude, longitude, condition }) => [latitude, longitude, condition]));
}

function spotsOf({ address }: RadarFrame): RoadSpot[] {
  return (JSON.parse(address) as [number, number, number][]).map(([latitude, longitude, condition]) => ({
    latitude,
    longitude,
    condition,
  }));
}
