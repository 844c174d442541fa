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
  readAirQuality,
  readingsByPollutant,
} from './readings.ts';
export { airQualityCell } from './store.ts';

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
    const nextWake = () => changes.next('locations');
    return {
      api: {},
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
