import { isFiniteReading, type Reading } from '../core/index.ts';

/**
 * The wind from which wind chill applies: NWS above 3 mph, the station page (and the printed chart) from 5
 * mph.
 */
export type WindChillRule = 'above-3-mph' | 'from-5-mph';

const MIN_TEMPERATURE_F = -200;
const MAX_WIND_MPH = 300;

/**
 * NWS wind chill in °F from air temperature (°F, −200 … 50) and 10 m wind (mph, above 3 or, by `rule`, from
 * 5, to 300). Null when an input is missing or outside its range: use the air temperature then.
 *
 * Source: NWS/MSC wind chill of 1 November 2001 (OFCM FCM-R19-2003),
 * weather.gov/safety/cold-wind-chill-chart.
 */
export function windChillF(
  temperatureF: Reading,
  windMph: Reading,
  rule: WindChillRule = 'above-3-mph',
): number | null {
  if (!isFiniteReading(temperatureF) || !isFiniteReading(windMph)) return null;
  if (temperatureF > 50 || temperatureF < MIN_TEMPERATURE_F) return null;
  const windCounts = rule === 'from-5-mph' ? windMph >= 5 : windMph > 3;
  if (!windCounts || windMph > MAX_WIND_MPH) return null;
  const v = windMph ** 0.16;
  return 35.74 + 0.6215 * temperatureF - 35.75 * v + 0.4275 * temperatureF * v;
}
