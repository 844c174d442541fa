import {
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
import { feedLimitsMs, HOUR_MS, MILES_PER_DEGREE, roadHours } from '@allclear/domain';
import { currentForecast } from '../../forecasts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { boxAround, reportLimitMs, reportsAround } from '../../stations/index.ts';
import { currentRoad, stationWords } from './current-road.ts';
import { AHEAD_HOURS, BACK_HOURS, type RoadReading, readRoads } from './read-roads.ts';

const EVERY_MS = 5 * 60_000;
/** How far around a place its forecast applies to roads. */
const SPOT_MILES = 10;
const TILE_PX = 256;
const NOTE =
  'Modeled from forecasts and stations for untreated roads, within 10 miles of places whose forecast is known. Faintly shaded: no hazard found. Elsewhere nothing is known.';

interface RoadSources {
  readonly db: Database;
  readonly forecast: Pick<ForecastFeed, 'vendor' | 'attribution'>;
}

/**
 * Roads from stored data: the forecasts of all watched places, with the reports of stations nearby for the
 * present. There is no free source of road conditions everywhere; nothing is claimed beyond those places. A
 * frame contains its spots, so that any process can draw it at any time.
 */
export function createForecastRoads({
  db,
  forecast,
  pool,
}: RoadSources & { readonly pool: RasterPool }): RoadConditions {
  const limits = feedLimitsMs.forecast;
  let held: { at: number; reading: Promise<RoadReading> } | null = null;
  /** Both products are read from the same forecasts at once. */
  const read = (now: number) => {
    if (held && now >= held.at && now - held.at < EVERY_MS / 2) return held.reading;
    const reading = readRoads(db, forecast.vendor, now);
    held = { at: now, reading };
    reading.catch(() => {
      held = null;
    });
    return reading;
  };

  const feedOf = (
    kind: string,
    product: RadarProduct,
    framesOf: (reading: RoadReading) => RadarFrame[],
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
    tile: ({ frame, z, x, y }) =>
      draw(pool, frame, { box: tileBox(z, x, y), widthPx: TILE_PX, heightPx: TILE_PX }),
    image: ({ frame, view }) => draw(pool, frame, view),
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
    outlook: (place, now) => outlookAt({ db, forecast }, place, now),
  };
}

/** The roads at a place now and in the next hours. */
async function outlookAt(
  { db, forecast }: RoadSources,
  place: Parameters<RoadConditions['outlook']>[0],
  now: number,
): ReturnType<RoadConditions['outlook']> {
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
      ? `Modeled from the forecast and the report of ${stationWords(present.station, place)}.`
      : 'Modeled from the forecast.',
  };
}

/** The spots of a frame that reach into a view, drawn. */
function draw(pool: RasterPool, frame: RadarFrame, view: View): Promise<Uint8Array> {
  const { north, south, west, east } = view.box;
  const near = SPOT_MILES / MILES_PER_DEGREE;
  const wide = near / Math.max(0.05, Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180));
  const spots = spotsOf(frame).filter(({ latitude, longitude }) => {
    const aside = longitude + 360 * Math.round(((west + east) / 2 - longitude) / 360);
    return (
      latitude >= south - near && latitude <= north + near && aside >= west - wide && aside <= east + wide
    );
  });
  return pool.draw({ kind: 'road-spots', spots, radiusMiles: SPOT_MILES, view });
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
