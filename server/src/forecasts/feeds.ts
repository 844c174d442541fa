import {
  createNwsForecast,
  createOpenMeteoForecast,
  createSimulatedForecast,
  createWorld,
  type ForecastFeed,
  failingForecast,
} from '@allclear/adapters';
import type { Platform } from '../platform/subject.ts';
import type { ForecastSettings } from './settings.ts';

export function openForecastFeed(
  { weather, clock, settings }: Pick<Platform, 'weather' | 'clock' | 'settings'>,
  { source }: ForecastSettings,
): ForecastFeed {
  if (weather.kind === 'simulated') {
    const feed = createSimulatedForecast(createWorld(weather.options));
    return weather.failsFrom === null ? feed : failingForecast(feed, weather.failsFrom, clock.now);
  }
  const { http, nwsPoints: points } = weather;
  return source === 'nws'
    ? createNwsForecast({ http, points })
    : createOpenMeteoForecast({ http, key: settings.openMeteoKey });
}
