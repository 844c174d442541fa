import type { AirQualityFeed } from '@allclear/adapters';
import type { ForecastSource } from '../forecasts/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { openAirQualityFeed } from './feeds.ts';
import { pollAirQuality } from './poll-air-quality.ts';
import { airQualityRoutes } from './routes.ts';
import { airQualitySettings } from './settings.ts';

export {
  type AirReadingsByPlace,
  airQualityLimitsMs,
  hasNowCast,
  isCurrentReading,
  type NearReading,
  readAirQuality,
  readingsByPollutant,
  readingsNear,
  readOwnAir,
} from './readings.ts';
export { airQualityCell, findAirQuality } from './store.ts';

export interface AirQualityApi {
  /** The source of readings; null where there is none. */
  readonly source: ForecastSource | null;
}

interface AirQualityFeeds {
  readonly feed: AirQualityFeed | null;
  readonly source: ForecastSource | null;
}

export const airQuality = defineSubject({
  name: 'air-quality',
  settings: airQualitySettings,
  openFeeds({ platform, settings }): AirQualityFeeds {
    const feed = openAirQualityFeed(platform, settings);
    return { feed, source: feed };
  },
  async open({ platform: { db, clock, log, changes }, feeds: { feed, source } }) {
    const api: AirQualityApi = { source };
    const nextWake = () => changes.next('locations');
    return {
      api,
      routes: (app) => airQualityRoutes(app, { db, clock, source }),
      loops:
        feed === null
          ? []
          : [
              {
                name: `air quality ${feed.vendor}`,
                run: (signal) => pollAirQuality({ feed, db, clock, log, signal, nextWake }),
              },
            ],
      health: { feeds: feed ? [{ kind: 'air-quality', vendor: feed.vendor }] : [] },
    };
  },
});
