import type { ForecastCell, ForecastFeed } from '@allclear/adapters';
import { completeForecastHour } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { RoundedPlace } from '../alerts/place-zones.store.ts';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import { type FeedTask, runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
import { recordFeed } from '../platform/feeds/store.ts';
import {
  cellsToRead,
  forecastPlacesToAsk,
  forecastsAsOf,
  storeForecast,
  storeForecastPlace,
} from './store.ts';

const actor = systemActor('poll-forecasts');

/** Grids are redrawn once in years. */
const placeGoodForMs = 7 * 24 * 3_600_000;

/**
 * Reads the forecast of every cell in which a watched place lies, each cell once however many places lie in
 * it, until the signal aborts. What is computed from it (WBGT, feels-like) is computed once, here.
 */
export async function pollForecasts({
  feed,
  db,
  clock,
  log,
  signal,
  nextWake,
}: {
  feed: ForecastFeed;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const { vendor } = feed;
  const feedLog = new FeedLog(log, `${vendor} forecast`);
  let lastSuccessAt: number | null = null;
  let lastErrorAt: number | null = null;

  const askCell = (place: RoundedPlace): FeedTask => ({
    key: `place ${place.latitude},${place.longitude}`,
    async run() {
      const cell = await feed.cellOf({
        latitude: place.latitude / 1_000,
        longitude: place.longitude / 1_000,
        signal,
      });
      await storeForecastPlace(db, actor, vendor, place, cell, clock.now());
    },
  });

  const readCell = (cell: ForecastCell): FeedTask => ({
    key: `cell ${cell.cell}`,
    async run() {
      const forecast = await feed.read({
        cell,
        now: clock.now(),
        signal,
        onFault: (fault) => feedLog.fault(fault),
      });
      const place = { latitude: cell.latitude, longitude: cell.longitude, elevationM: forecast.elevationM };
      const hours = forecast.hours.map((hour) => completeForecastHour(hour, place));
      await storeForecast(
        db,
        actor,
        vendor,
        cell.cell,
        { issuedAt: forecast.issuedAt, asOf: forecast.asOf, hours },
        clock.now(),
      );
      lastSuccessAt = clock.now();
    },
  });

  await runFeedTasks({
    ...{ feedLog, pauseMs: feed.pauseMs, clock, log, signal, nextWake },
    list: async () => {
      const [places, cells] = await Promise.all([
        forecastPlacesToAsk(db, vendor, clock.now() - placeGoodForMs),
        cellsToRead(db, vendor, clock.now() - feed.pollEveryMs),
      ]);
      return [...places.map(askCell), ...cells.map(readCell)];
    },
    settle: async (lastError) => {
      if (lastError !== null) lastErrorAt = clock.now();
      const observedThrough = await forecastsAsOf(db, vendor);
      await recordFeed(db, {
        kind: 'forecast',
        vendor,
        observedThrough,
        lastSuccessAt,
        lastError,
        lastErrorAt,
      });
    },
  });
}
