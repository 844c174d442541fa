import { fahrenheitFromCelsius, isFiniteReading, localTime } from '../core/index.ts';
import { temperaturePolicy } from '../policies/index.ts';
import { type CompleteForecastHour, largest } from './forecast-hour.ts';
import { mostSevereCode } from './weather-codes.ts';

/** The summary of the hours of one local day. */
export interface ForecastDay {
  /** The local date, '2026-11-21'. */
  readonly date: string;
  /** The first forecast hour of the day, epoch ms. */
  readonly startsAt: number;
  readonly highC: number | null;
  readonly lowC: number | null;
  /** On a day that reaches 65 °F the highest, else the lowest feels-like: the dangerous extreme. */
  readonly feelsLikeF: number | null;
  readonly wbgtF: number | null;
  /** The strongest wind and its direction (where it comes from). */
  readonly windMps: number | null;
  readonly windFromDegrees: number | null;
  readonly precipitationMm: number | null;
  readonly precipitationChancePct: number | null;
  readonly snowMm: number | null;
  /** The most severe code of the daytime, or of the night when no daytime is left. */
  readonly weatherCode: number | null;
}

/** A later day with fewer forecast hours has no reliable high and low. */
const HOURS_OF_A_DAY = 18;

/** '2026-11-21': the date of a zone's wall clock at an instant (epoch ms). */
export function localDate(at: number, timeZone: string): string {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

/** The hours (in order of time) of the local day that contains an instant. */
export function hoursOfDay<H extends { readonly at: number }>(
  hours: readonly H[],
  at: number,
  timeZone: string,
): H[] {
  const date = localDate(at, timeZone);
  return hours.filter((hour) => localDate(hour.at, timeZone) === date);
}

/**
 * Days from hours (in order of time), the day of `now` first. Earlier days are omitted, and so are later days
 * with fewer than 18 hours. Sums and extremes are over the hours with a value; null where none has one.
 */
export function dailyForecast(
  hours: readonly CompleteForecastHour[],
  now: number,
  timeZone: string,
): ForecastDay[] {
  const today = localDate(now, timeZone);
  const byDate = Map.groupBy(hours, (hour) => localDate(hour.at, timeZone));
  return [...byDate]
    .filter(([date, ofDate]) => date === today || (date > today && ofDate.length >= HOURS_OF_A_DAY))
    .map(([date, ofDate]) => dayOf(date, ofDate));
}

function dayOf(date: string, hours: readonly CompleteForecastHour[]): ForecastDay {
  const highC = largest(hours.map((hour) => hour.temperatureC));
  const felt = hours.map((hour) => hour.feelsLikeF);
  const isWarm = temperaturePolicy(fahrenheitFromCelsius(highC)) === 'HEAT';
  const strongestMps = largest(hours.map((hour) => hour.windMps));
  const windiest = strongestMps === null ? undefined : hours.find((hour) => hour.windMps === strongestMps);
  const daytime = mostSevereCode(hours.filter((hour) => hour.isDaytime).map((hour) => hour.weatherCode));
  return {
    date,
    startsAt: Math.min(...hours.map((hour) => hour.at)),
    highC,
    lowC: smallest(hours.map((hour) => hour.temperatureC)),
    feelsLikeF: isWarm ? largest(felt) : smallest(felt),
    wbgtF: largest(hours.map((hour) => hour.wbgtF)),
    windMps: windiest?.windMps ?? null,
    windFromDegrees: windiest?.windFromDegrees ?? null,
    precipitationMm: sum(hours.map((hour) => hour.precipitationMm)),
    precipitationChancePct: largest(hours.map((hour) => hour.precipitationChancePct)),
    snowMm: sum(hours.map((hour) => hour.snowMm)),
    weatherCode: daytime ?? mostSevereCode(hours.map((hour) => hour.weatherCode)),
  };
}

function smallest(values: readonly (number | null)[]): number | null {
  const present = values.filter(isFiniteReading);
  return present.length === 0 ? null : Math.min(...present);
}

function sum(values: readonly (number | null)[]): number | null {
  const present = values.filter(isFiniteReading);
  return present.length === 0 ? null : present.reduce((total, value) => total + value, 0);
}
