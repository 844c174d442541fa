import {
  type AirQualityFeed,
  createAirnow,
  createOpenMeteoAirQuality,
  createSimulatedAirQuality,
  createWorld,
  failingAirQuality,
} from '@allclear/adapters';
import type { Platform } from '../platform/subject.ts';
import type { AirQualitySettings } from './settings.ts';

/**
 * Null when none is configured. AirNow needs a key, and a model is used only when it is chosen, never as a
 * fallback.
 */
export function openAirQualityFeed(
  { weather, settings }: Pick<Platform, 'weather' | 'settings'>,
  { source }: AirQualitySettings,
): AirQualityFeed | null {
  if (weather.kind === 'simulated') {
    const feed = createSimulatedAirQuality(createWorld(weather.options));
    return weather.failsFrom === null ? feed : failingAirQuality(feed, weather.failsFrom);
  }
  if (source === null) return null;
  const { http } = weather;
  if (source.kind === 'airnow') return createAirnow({ http, key: source.key });
  return createOpenMeteoAirQuality({ http, key: settings.openMeteoKey });
}
