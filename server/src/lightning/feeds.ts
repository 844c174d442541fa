import {
  awayLightning,
  createGlmFeed,
  createSimulatedLightning,
  createXweatherFeed,
  failingLightning,
  type LightningFeed,
  xweatherCenters,
} from '@allclear/adapters';
import type { WeatherSource } from '../platform/weather/weather-source.ts';
import type { LightningAround } from './poll-around-places.ts';
import type { LightningSettings } from './settings.ts';

export interface LightningFeeds {
  /** Each covers a region of its own. */
  readonly regions: readonly LightningFeed[];
  /** A network that is polled around places; null for none. */
  readonly aroundPlaces: LightningAround | null;
}

export function openLightningFeeds(weather: WeatherSource, settings: LightningSettings): LightningFeeds {
  if (weather.kind === 'simulated') {
    const { options, failsFrom } = weather;
    const feed = createSimulatedLightning(options);
    const scenarioFeed = failsFrom === null ? feed : failingLightning(feed, failsFrom);
    return { regions: [awayLightning(scenarioFeed, options)], aroundPlaces: null };
  }
  const { http } = weather;
  const { glmSatellites, xweather: key } = settings;
  return {
    regions: glmSatellites.map((satellite) => createGlmFeed({ satellite, http })),
    aroundPlaces: key && {
      vendor: 'xweather',
      feedsFor: (places) =>
        xweatherCenters(places).map((center) => createXweatherFeed({ http, key, center })),
    },
  };
}
