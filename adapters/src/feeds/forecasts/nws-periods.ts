import {
  celsiusFromFahrenheit,
  codeOfIcon,
  mpsFromKnots,
  mpsFromMph,
  weatherCodeOfText,
} from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import { fieldsOf, time } from '../alerts/nws-alert.ts';
import { numberOf } from '../read-json.ts';

/** One period of api.weather.gov's hourly forecast, in SI units; null is missing. */
export interface NwsPeriod {
  readonly from: number;
  readonly to: number;
  readonly temperatureC: number | null;
  readonly relativeHumidityPct: number | null;
  readonly windMps: number | null;
  readonly windFromDegrees: number | null;
  readonly precipitationChancePct: number | null;
  readonly weatherCode: number | null;
  readonly isDaytime: boolean | null;
}

const COMPASS = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
];

/** Periods without a valid time are skipped. Throws AdapterError `malformed` for another shape. */
export function parseNwsPeriods(json: unknown): NwsPeriod[] {
  const { periods } = fieldsOf(fieldsOf(json).properties);
  if (!Array.isArray(periods))
    throw new AdapterError('api.weather.gov', 'malformed', 'The hourly forecast has no periods.');
  const read = periods.map(parsePeriod).filter((period) => period !== null);
  if (periods.length > 0 && read.length === 0) {
    throw new AdapterError(
      'api.weather.gov',
      'malformed',
      'The hourly forecast holds no period of the shape that is known.',
    );
  }
  return read;
}

function parsePeriod(value: unknown): NwsPeriod | null {
  const period = fieldsOf(value);
  const from = time(period.startTime);
  const to = time(period.endTime);
  if (from === null || to === null || to <= from) return null;
  const icon = typeof period.icon === 'string' ? period.icon : null;
  return {
    from,
    to,
    temperatureC: temperature(period.temperature, period.temperatureUnit),
    relativeHumidityPct: percent(period.relativeHumidity),
    windMps: windMps(period.windSpeed),
    windFromDegrees: direction(period.windDirection),
    precipitationChancePct: percent(period.probabilityOfPrecipitation),
    weatherCode:
      weatherCodeOfText(typeof period.shortForecast === 'string' ? period.shortForecast : null) ??
      codeOfIcon(icon),
    isDaytime: typeof period.isDaytime === 'boolean' ? period.isDaytime : null,
  };
}

/** A number with its unit beside it, or { unitCode, value }. */
function temperature(value: unknown, unit: unknown): number | null {
  const { unitCode, value: inner } = fieldsOf(value);
  const degrees = numberOf(inner ?? value);
  if (degrees === null) return null;
  const name = String(unitCode ?? unit ?? '');
  return /(^|deg)F$/.test(name) ? celsiusFromFahrenheit(degrees) : /(^|deg)C$/.test(name) ? degrees : null;
}

/** '14 mph', '5 to 10 mph' (the stronger counts), '15 km/h', or { unitCode, value | maxValue }; m/s. */
export function windMps(value: unknown): number | null {
  const { unitCode, value: single, maxValue } = fieldsOf(value);
  const isText = typeof value === 'string';
  const unit = isText ? value : String(unitCode ?? '');
  const speeds = isText
    ? (value.match(/\d+(\.\d+)?/g) ?? []).map(Number)
    : [numberOf(maxValue) ?? numberOf(single) ?? Number.NaN];
  const speed = Math.max(...speeds);
  if (!Number.isFinite(speed) || speed < 0) return null;
  if (/mph|mi_h-1/.test(unit)) return mpsFromMph(speed);
  if (/km\/h|km_h-1/.test(unit)) return speed / 3.6;
  if (/\bkt|knots/.test(unit)) return mpsFromKnots(speed);
  return /m\/s|m_s-1/.test(unit) ? speed : null;
}

function direction(value: unknown): number | null {
  const index = COMPASS.indexOf(String(value));
  return index < 0 ? null : index * 22.5;
}

function percent(value: unknown): number | null {
  const given = numberOf(fieldsOf(value).value);
  return given !== null && given >= 0 && given <= 100 ? given : null;
}
