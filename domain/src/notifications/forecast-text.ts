import {
  amountText,
  compass16,
  fahrenheitFromCelsius,
  HOUR_MS,
  inchesFromMm,
  localDateTimeText,
  localText,
  localTime,
  mphFromMps,
} from '../core/index.ts';
import {
  type CompleteForecastHour,
  dailyForecast,
  type ForecastDay,
  hoursOfDay,
  isThunderCode,
  mostSevereCode,
  weatherCodeOf,
} from '../forecasts/index.ts';
import { temperaturePolicy } from '../policies/index.ts';
import {
  type NoticeText,
  oneLine,
  paragraphs,
  shortText,
  standingSentence,
  type WeatherKind,
  weatherMarks,
  weatherSentences,
} from './text-parts.ts';

/**
 * The texts of forecasts. Each begins with 'Forecast for', so that none is taken for a warning or an all
 * clear, and none calls a place clear or safe. Simulated and replayed weather stand before everything else.
 */

export interface ProactiveForecastInput {
  readonly typeName: string;
  readonly headline: string;
  /** Plain text. */
  readonly message: string;
  /** Names of the places; null for all of the organization. */
  readonly placeNames: readonly string[] | null;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly timeZone: string;
  readonly weather: WeatherKind;
}

/** The text of a forecast that somebody of the organization wrote. Names and texts are otherwise unchanged. */
export function proactiveForecastText(input: ProactiveForecastInput): NoticeText {
  const { timeZone, weather, expiresAt } = input;
  const typeName = oneLine(input.typeName) || 'Proactive Forecast';
  const headline = oneLine(input.headline).replace(/[.]$/, '');
  const lead = (place: string) => `${weatherMarks[weather]}Forecast for ${place} (${typeName}): ${headline}.`;
  const places = placesText(input.placeNames?.map(oneLine) ?? null);
  const expires = `It expires at ${localDateTimeText(expiresAt, timeZone)}.`;
  const message = paragraphs(input.message);
  return textOf({
    lead,
    place: places,
    details: [expires, forecastSentence, ...weatherSentences(weather)],
    message,
    short: [expires],
  });
}

function placesText(names: readonly string[] | null): string {
  if (names === null) return 'all locations';
  const [first = 'the location', ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

export interface DailyForecastInput {
  readonly locationName: string;
  /** In order of time. */
  readonly hours: readonly CompleteForecastHour[];
  /** When the forecast was good, epoch ms. */
  readonly asOf: number;
  readonly isStale: boolean;
  /** Epoch ms. */
  readonly at: number;
  /** Of the place. */
  readonly timeZone: string;
  readonly weather: WeatherKind;
}

/** With fewer hours the rest of a day is not described. */
const minHoursLeft = 12;
const missing = { unit: '', precision: 0 } as const;

/**
 * The text of the forecast for what is left of the local day, from the hours that are to come. Null when
 * fewer than 12 of them are known: a part would be taken for the whole. The weather is named by its most
 * severe hour, thunder with the time of its first hour; values that the forecast lacks are named as missing.
 */
export function dailyForecastText(input: DailyForecastInput): NoticeText | null {
  const { at, timeZone, weather } = input;
  const hours = hoursOfDay(input.hours, at, timeZone).filter((hour) => hour.at + HOUR_MS > at);
  const day = hours.length < minHoursLeft ? undefined : dailyForecast(hours, at, timeZone)[0];
  if (!day) return null;
  const sky = skyText(mostSevereCode(hours.map(({ weatherCode }) => weatherCode)));
  const high = amountText(fahrenheitFromCelsius(day.highC), { unit: '°F', precision: 0 });
  const low = amountText(fahrenheitFromCelsius(day.lowC), { unit: '°F', precision: 0 });
  const lead = (place: string) =>
    `${weatherMarks[weather]}Forecast for ${place}, ${dateText(at, timeZone)}: ${[
      sky ?? 'weather not known',
      high === null ? 'high not known' : `high ${high}`,
      low === null ? 'low not known' : `low ${low}`,
    ].join(', ')}.`;
  const thunder = hours.find(({ weatherCode }) => isThunderCode(weatherCode));
  const thunderText = thunder ? [`Thunderstorms are forecast from ${localText(thunder.at, timeZone)}.`] : [];
  const values = valueSentences(day);
  return textOf({
    lead,
    place: oneLine(input.locationName) || 'the location',
    details: [
      ...thunderText,
      ...values,
      ...(input.isStale
        ? [`This forecast is of ${localDateTimeText(input.asOf, timeZone)}; there is no newer one.`]
        : []),
      forecastSentence,
      ...weatherSentences(weather),
    ],
    message: '',
    short: [...thunderText, ...values],
  });
}

const forecastSentence = 'A forecast starts no warning and ends none.';

/** Of a cloudless sky the sun is named: no text calls a place clear. */
function skyText(code: number | null): string | null {
  if (code === 1) return 'Sunny';
  if (code === 2) return 'Mostly sunny';
  return weatherCodeOf(code)?.text ?? null;
}

function valueSentences(day: ForecastDay): string[] {
  const isWarm = temperaturePolicy(fahrenheitFromCelsius(day.highC)) === 'HEAT';
  const feels = amountText(day.feelsLikeF, { ...missing, unit: '°F' });
  const wbgt = amountText(day.wbgtF, { unit: '°F', precision: 1 });
  const wind = amountText(mphFromMps(day.windMps), { ...missing, unit: 'mph' });
  const from = compass16(day.windFromDegrees);
  const chance = amountText(day.precipitationChancePct, missing);
  const inches = inchesFromMm(day.precipitationMm);
  const amount = inches === null || inches < 0.005 ? null : amountText(inches, { unit: 'in', precision: 2 });
  const snowInches = inchesFromMm(day.snowMm);
  const snow =
    snowInches === null || snowInches < 0.05 ? null : amountText(snowInches, { unit: 'in', precision: 1 });
  const absent = [
    ...(feels === null ? ['feels-like'] : []),
    ...(wbgt === null ? ['WBGT'] : []),
    ...(wind === null ? ['wind'] : []),
    ...(chance === null && inches === null ? ['precipitation'] : []),
  ];
  return [
    ...(feels === null ? [] : [`Feels like ${isWarm ? 'up' : 'down'} to ${feels}.`]),
    ...(wbgt === null ? [] : [`WBGT up to ${wbgt} (estimated).`]),
    ...(wind === null ? [] : [`Wind up to ${wind}${from === null ? '' : ` from ${from}`}.`]),
    ...(chance === null ? [] : [`Chance of precipitation ${chance}%.`]),
    ...(amount === null ? [] : [`Precipitation ${amount}.`]),
    ...(snow === null ? [] : [`Snow ${snow}.`]),
    ...(absent.length === 0 ? [] : [`Not in this forecast: ${absent.join(', ')}.`]),
  ];
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** 'Sunday 6/07'. */
function dateText(at: number, timeZone: string): string {
  const { day, month, dayOfMonth } = localTime(at, timeZone);
  return `${weekdays[day]} ${month}/${String(dayOfMonth).padStart(2, '0')}`;
}

function textOf(parts: {
  readonly lead: (place: string) => string;
  readonly place: string;
  readonly details: readonly string[];
  readonly message: string;
  readonly short: readonly string[];
}): NoticeText {
  const { lead, place, details, message } = parts;
  return {
    subject: lead(place).replace(/\.$/, ''),
    text: [lead(place), message, details.join(' '), standingSentence]
      .filter((part) => part !== '')
      .join('\n\n'),
    short: shortText(lead, place, parts.short, oneLine(message)),
  };
}

/** The wall clock's time of the daily forecast, minutes after midnight, and until when a late one is sent. */
const dailyForecastMinutes = { from: 6 * 60, until: 9 * 60 } as const;

/**
 * Whether the daily forecast of a place is due: from 06:00 to 09:00 of its wall clock, so that an engine that
 * starts late still sends it. Returns the local date, which occurs once whatever the clock does that day, and
 * the instant at which it became due; null when it is not due.
 */
export function dailyForecastDue(at: number, timeZone: string): { date: string; since: number } | null {
  const { year, month, dayOfMonth, minutes } = localTime(at, timeZone);
  if (minutes < dailyForecastMinutes.from || minutes >= dailyForecastMinutes.until) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  const minute = Math.floor(at / 60_000) * 60_000;
  return {
    date: `${year}-${two(month)}-${two(dayOfMonth)}`,
    since: minute - (minutes - dailyForecastMinutes.from) * 60_000,
  };
}
