import type { ForecastFeed } from '@allclear/adapters';
import { defineSubject } from '../platform/subject.ts';
import type { ForecastSource } from './current-forecast.ts';
import { openForecastFeed } from './feeds.ts';
import { pollForecasts } from './poll-forecasts.ts';
import { forecastRoutes } from './routes.ts';
import { forecastSettings } from './settings.ts';
import { dropForecastsReadBefore } from './store.ts';

export { currentForecast, type ForecastSource } from './current-forecast.ts';
export { forecastUnobserved, noForecast, type Place, placeOf } from './routes.ts';
export { cellsToRead, forecastPlacesToAsk, type WatchedForecast, watchedForecasts } from './store.ts';

/** How long a forecast is kept after its last read. */
const keepMs = 7 * 24 * 3_600_000;

export interface ForecastsApi {
  /** The source of forecasts; null where there is none. */
  readonly source: ForecastSource | null;
}

/** A feed that is polled, a source whose forecasts are already stored, or none. */
interface ForecastFeeds {
  readonly feed: ForecastFeed | null;
  readonly source: ForecastSource | null;
}

export const forecasts = defineSubject({
  name: 'forecasts',
  settings: forecastSettings,
  openFeeds({ platform, settings }): ForecastFeeds {
    const feed = openForecastFeed(platform, settings);
    return { feed, source: feed };
  },
  async open({ platform: { db, clock, log, changes }, feeds: { feed, source } }) {
    const api: ForecastsApi = { source };
    const nextWake = () => changes.next('locations');
    return {
      api,
      routes: (app) => forecastRoutes(app, { db, clock, source }),
      loops:
        feed === null
          ? []
          : [
              {
                name: `forecast ${feed.vendor}`,
                run: (signal) => pollForecasts({ feed, db, clock, log, signal, nextWake }),
              },
            ],
      retention: [{ table: 'forecasts', keepMs, dropBefore: dropForecastsReadBefore }],
      health: { feeds: feed ? [{ kind: 'forecast', vendor: feed.vendor }] : [] },
    };
  },
});
