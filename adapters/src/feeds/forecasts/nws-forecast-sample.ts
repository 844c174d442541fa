/** For tests: responses in the format of api.weather.gov, invented. Times epoch ms. */

type Fields = Record<string, unknown>;

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', '+00:00');

/** A layer: periods of the given hours, one after the other from `from`. */
import { HOUR_MS } from '@allclear/domain';
export function nwsLayer(
  uom: string | undefined,
  from: number,
  values: readonly (readonly [hours: number, value: unknown])[],
): Fields {
  let at = from;
  const entries = values.map(([hours, value]) => {
    const validTime = `${iso(at)}/${hours % 24 === 0 ? `P${hours / 24}D` : hours > 24 ? `P${Math.floor(hours / 24)}DT${hours % 24}H` : `PT${hours}H`}`;
    at += hours * HOUR_MS;
    return { validTime, value };
  });
  return { ...(uom ? { uom } : {}), values: entries };
}

/** A week from `from`, made at `issuedAt`: 20 °C and 50 %, with `changes` applied. */
export function nwsGrid(issuedAt: number, from: number, changes: Fields = {}): string {
  const all = (uom: string, value: unknown) => nwsLayer(uom, from, [[168, value]]);
  return JSON.stringify({
    '@context': [],
    type: 'Feature',
    properties: {
      updateTime: iso(issuedAt),
      validTimes: `${iso(from)}/P7D`,
      elevation: { unitCode: 'wmoUnit:m', value: 100 },
      temperature: all('wmoUnit:degC', 20),
      relativeHumidity: all('wmoUnit:percent', 50),
      windSpeed: all('wmoUnit:km_h-1', 18),
      windGust: all('wmoUnit:km_h-1', 36),
      windDirection: all('wmoUnit:degree_(angle)', 310),
      skyCover: all('wmoUnit:percent', 40),
      probabilityOfPrecipitation: all('wmoUnit:percent', 30),
      quantitativePrecipitation: nwsLayer(
        'wmoUnit:mm',
        from,
        Array.from({ length: 28 }, () => [6, 3] as const),
      ),
      snowfallAmount: nwsLayer(
        'wmoUnit:mm',
        from,
        Array.from({ length: 28 }, () => [6, 0] as const),
      ),
      weather: nwsLayer(undefined, from, [
        [168, [{ coverage: 'chance', weather: 'rain_showers', intensity: 'light', attributes: [] }]],
      ]),
      hainesIndex: { values: [] },
      ...changes,
    },
  });
}

/** The hourly forecast of the given number of hours from `from`. */
export function nwsHourly(from: number, count: number, changes: Fields = {}): string {
  const periods = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: '',
    startTime: iso(from + index * HOUR_MS),
    endTime: iso(from + (index + 1) * HOUR_MS),
    isDaytime: true,
    temperature: 68,
    temperatureUnit: 'F',
    probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: 30 },
    dewpoint: { unitCode: 'wmoUnit:degC', value: 9.4 },
    relativeHumidity: { unitCode: 'wmoUnit:percent', value: 51 },
    windSpeed: '5 to 10 mph',
    windDirection: 'NW',
    icon: 'https://api.weather.gov/icons/land/day/tsra_hi,30?size=small',
    shortForecast: 'Chance Showers And Thunderstorms',
    ...changes,
  }));
  return JSON.stringify({ type: 'Feature', properties: { units: 'us', generatedAt: iso(from), periods } });
}
