import type { StationCurrent } from '@allclear/contract';

/**
 * Feels-like of the station page, °F: the heat index from 80 °F on, the wind chill at 50 °F and below with wind of
 * 5 mph or more, else the temperature (spec 3 section 2.3). Null when the value that decides is missing.
 */
export function feelsLikeOf({
  ambientTemperature: temperature,
  heatIndex,
  windChill,
  windSpeed,
}: Pick<StationCurrent, 'ambientTemperature' | 'heatIndex' | 'windChill' | 'windSpeed'>): number | null {
  if (temperature === null) return null;
  if (temperature >= 80) return heatIndex;
  if (temperature > 50) return temperature;
  if (windSpeed === null) return null;
  return windSpeed >= 5 ? windChill : temperature;
}
