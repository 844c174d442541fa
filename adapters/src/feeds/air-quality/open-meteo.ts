import { HOUR_MS, type Pollutant } from '@allclear/domain';
import {
  askOpenMeteo,
  malformedOpenMeteo,
  type OpenMeteoAccess,
  openMeteoPauseMs,
  readOpenMeteoHours,
} from '../open-meteo-hours.ts';
import type { AirQualityFeed, PollutantReading } from './port.ts';

const WHAT = 'The modeled air quality';
const HOURS = 24;
/** Display text in place of a monitor's name: there is no monitor. */
const SITE = 'Open-Meteo air quality model (CAMS), no monitor';
/**
 * µg/m³ of ozone (48 g/mol) as ppm at 25 °C and one atmosphere (24.45 L/mol), the conditions of 40 CFR 50.3.
 */
const OZONE_PPM_PER_UGM3 = 24.45 / 48 / 1_000;

const variables: readonly (readonly [variable: string, pollutant: Pollutant, scale: number])[] = [
  ['pm2_5', 'PM2.5', 1],
  ['pm10', 'PM10', 1],
  ['ozone', 'O3', OZONE_PPM_PER_UGM3],
];

/**
 * Air quality of Open-Meteo, for the whole world: concentrations of the Copernicus models, hour by hour. A
 * model's value for the place, not a monitor's, and marked so. Data under CC BY 4.0; without a key the
 * service is for non-commercial use only. Used only when configured.
 */
export function createOpenMeteoAirQuality({ http, key }: OpenMeteoAccess): AirQualityFeed {
  return {
    vendor: 'open-meteo',
    pollEveryMs: HOUR_MS,
    pauseMs: openMeteoPauseMs(key),
    attribution: 'Modeled air quality by Open-Meteo.com (CC BY 4.0) from CAMS; not measured',
    async read({ latitude, longitude, now, signal }) {
      const query = {
        latitude: latitude.toFixed(3),
        longitude: longitude.toFixed(3),
        hourly: variables.map(([variable]) => variable).join(','),
        past_days: '1',
        forecast_days: '1',
      };
      const bytes = await askOpenMeteo(http, {
        path: 'air-quality-api.open-meteo.com/v1/air-quality',
        key,
        query,
        signal,
      });
      return parseOpenMeteoAir(bytes, { latitude, longitude }, now);
    },
  };
}

/**
 * The last day of a response up to `now`, in the units of `PollutantReading`; a pollutant without values is
 * left out. The newest hour is the newest with a value. Throws AdapterError `malformed` for another shape,
 * unknown units, and hours that do not include the present one.
 */
export function parseOpenMeteoAir(
  bytes: Uint8Array,
  place: { latitude: number; longitude: number },
  now: number,
): PollutantReading[] {
  const { times, has, of } = readOpenMeteoHours(bytes, WHAT);
  const indexAt = new Map(times.map((at, index) => [at, index]));
  const present = Math.floor(now / HOUR_MS) * HOUR_MS;
  if (!indexAt.has(present)) throw malformedOpenMeteo(WHAT, 'does not hold the present hour');
  if (!variables.some(([variable]) => has(variable))) throw malformedOpenMeteo(WHAT, 'holds no pollutant');
  return variables.flatMap(([variable, pollutant, scale]): PollutantReading[] => {
    const value = of(variable, 'concentration');
    const at = (instant: number) => {
      const given = value(indexAt.get(instant) ?? -1);
      return given === null ? null : given * scale;
    };
    const hoursAgo = Array.from({ length: HOURS }, (_, ago) => ago).find(
      (ago) => at(present - ago * HOUR_MS) !== null,
    );
    if (hoursAgo === undefined) return [];
    const observedAt = present - hoursAgo * HOUR_MS;
    const hours = Array.from({ length: HOURS }, (_, ago) => at(observedAt - ago * HOUR_MS));
    return [{ pollutant, siteName: SITE, modelled: true, ...place, observedAt, nowCastIndex: null, hours }];
  });
}
