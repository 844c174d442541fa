import {
  createMetarFeed,
  createNwsStations,
  createSimulatedObservations,
  createSimulatedStations,
  failingObservations,
  type ObservationFeed,
  type RasterPool,
  type SimulatedStations,
} from '@allclear/adapters';
import type { WeatherSource } from '../platform/weather/weather-source.ts';
import type { StationSettings } from './settings.ts';

export interface StationFeeds {
  readonly observations: readonly ObservationFeed[];
  /** Own stations that report the simulated weather; null in any other. */
  readonly simulated: SimulatedStations | null;
}

export function openStationFeeds(
  weather: WeatherSource,
  { nwsStations }: StationSettings,
  pool: RasterPool,
): StationFeeds {
  if (weather.kind === 'simulated') {
    const feed = createSimulatedObservations(weather.options);
    return {
      observations: [weather.failsFrom === null ? feed : failingObservations(feed, weather.failsFrom)],
      simulated: createSimulatedStations(weather.options, pool),
    };
  }
  const { http } = weather;
  const stations = nwsStations.length > 0 ? [createNwsStations({ http, stationIds: nwsStations })] : [];
  return { observations: [createMetarFeed({ http }), ...stations], simulated: null };
}
