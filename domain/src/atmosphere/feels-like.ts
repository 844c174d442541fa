import { isFiniteReading, type Reading } from '../core/index.ts';
import { heatIndexF } from './heat-index.ts';
import { type WindChillRule, windChillF } from './wind-chill.ts';

export type FeelsLikeInput = { temperatureF: Reading; relativeHumidityPct: Reading; windMph: Reading };

/**
 * Apparent temperature in °F: the heat index from 80 °F on, the wind chill at 50 °F and below when there is
 * wind, between them the temperature. `rule` says from which wind on (NWS: above 3 mph; the station page:
 * from 5 mph). Null when the temperature is missing, or the value that decides at that temperature is
 * (humidity from 80 °F on, wind at 50 °F and below): a number without it would understate the danger. Ranges
 * as in `heatIndexF` and `windChillF`.
 *
 * Source: NWS (weather.gov/ama/heatindex, "apparent temperature"), as in MetPy's `apparent_temperature`.
 */
export function feelsLikeF(
  { temperatureF, relativeHumidityPct, windMph }: FeelsLikeInput,
  rule: WindChillRule = 'above-3-mph',
): number | null {
  if (!isFiniteReading(temperatureF)) return null;
  if (temperatureF >= 80) return heatIndexF(temperatureF, relativeHumidityPct);
  if (temperatureF > 50) return temperatureF;
  if (!isFiniteReading(windMph) || windMph < 0) return null;
  const calm = rule === 'from-5-mph' ? windMph < 5 : windMph <= 3;
  return calm ? temperatureF : windChillF(temperatureF, windMph, rule);
}
