import type { ForecastCell, ForecastFeed } from '@allclear/adapters';
import { completeForecastHour } from '@allclear/domain';
import type { RoundedPlace } from '../alerts/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { type FeedTask, runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
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
export async function pollForecasts({ feed, db, ...loop }: StoringLoop<ForecastFeed>): Promise<void> {
  const { vendor } = feed;
  const { clock, signal } = loop;

  const askCell = (place: RoundedPlace): FeedTask => ({
    key: `place ${place.latitude},${place.longitude}`,
    async run() {
      const latitude = place.latitude / 1_000;
      const longitude = place.longitude / 1_000;
      const cell = await feed.cellOf({ latitude, longitude, signal });
      await storeForecastPlace(db, actor, vendor, place, cell, clock.now());
    },
  });

  const readCell = ({ cell, ...place }: ForecastCell): FeedTask => ({
    key: `cell ${cell}`,
    async run(onFault) {
      const forecast = await feed.read({ cell: { cell, ...place }, now: clock.now(), signal, onFault });
      const { latitude, longitude } = place;
      const { elevationM, issuedAt, asOf } = forecast;
      const hours = forecast.hours.map((hour) =>
        completeForecastHour(hour, { latitude, longitude, elevationM }),
      );
      await storeForecast(db, actor, vendor, cell, { issuedAt, asOf, hours }, clock.now());
    },
  });

  await runFeedTasks({
    ...loop,
    source: `${vendor} forecast`,
    state: { db, kind: 'forecast', vendor, observedThrough: () => forecastsAsOf(db, vendor) },
    pauseMs: feed.pauseMs,
    list: async () => {
      const [places, cells] = await Promise.all([
        forecastPlacesToAsk(db, vendor, clock.now() - placeGoodForMs),
        cellsToRead(db, vendor, clock.now() - feed.pollEveryMs),
      ]);
      return [...places.map(askCell), ...cells.map(readCell)];
    },
  });
}
