import { type AlertFeed, createNwsAlerts, createSimulatedAlerts, failingAlerts } from '@allclear/adapters';
import type { WeatherSource } from '../platform/weather/weather-source.ts';

/** The weather service's alerts on this weather. */
export function openAlertFeeds(weather: WeatherSource): readonly AlertFeed[] {
  if (weather.kind === 'simulated') {
    const feed = createSimulatedAlerts(weather.options);
    return [weather.failsFrom === null ? feed : failingAlerts(feed, weather.failsFrom)];
  }
  const { http, nwsPoints: points, archive } = weather;
  const feed = createNwsAlerts({ http, points });
  // An archive without zones is not asked for them: what is unavailable is then reported at once.
  const hasZones =
    archive === null || archive.responses.some(({ url }) => url.pathname.startsWith('/zones/'));
  if (hasZones) return [feed];
  const { shapeOf: _, ...withoutShapes } = feed;
  return [withoutShapes];
}
