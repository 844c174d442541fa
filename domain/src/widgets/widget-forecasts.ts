import {
  fahrenheitFromCelsius,
  HOUR_MS,
  inchesFromMm,
  localTime,
  mphFromMps,
  type Reading,
  roundTo,
} from '../core/index.ts';
import { type CompleteForecastHour, dailyForecast, type ForecastDay, localDate } from '../forecasts/index.ts';
import { widgetConditionOf } from './widget-codes.ts';

/** The hours of a forecast in order of time, and through when it is good, epoch ms. */
export interface WidgetForecasts {
  readonly hours: readonly CompleteForecastHour[];
  readonly goodUntil: number;
}

interface ForecastChoice {
  readonly forecastType: number;
  readonly conditionType: number;
}

/** So many hours and days are shown. */
const shown = { hours: 6, days: 5 };

/** The chosen forecasts; one that is not known has no points, and is good no longer. */
export function forecastViews(
  choices: readonly ForecastChoice[],
  forecast: WidgetForecasts | null,
  timeZone: string,
  now: number,
) {
  return choices.flatMap(({ forecastType, conditionType }) => {
    const condition = widgetConditionOf(conditionType);
    if (!condition) return [];
    const isDaily = forecastType === 1;
    const hours = forecast?.hours ?? [];
    return [
      {
        forecastType: isDaily ? (1 as const) : (0 as const),
        label: `${isDaily ? 'Daily' : 'Hourly'} forecast: ${condition.label}`,
        points: isDaily
          ? dayPoints(hours, conditionType, timeZone, now)
          : hourPoints(hours, conditionType, timeZone, now),
        goodUntil: new Date(forecast?.goodUntil ?? now).toISOString(),
      },
    ];
  });
}

function hourPoints(hours: readonly CompleteForecastHour[], code: number, timeZone: string, now: number) {
  return hours
    .filter(({ at }) => at + HOUR_MS > now)
    .slice(0, shown.hours)
    .map((hour) => ({
      at: new Date(hour.at).toISOString(),
      label: hourLabel(hour.at, timeZone),
      value: valueText(ofHour(hour, code), code),
    }));
}

function dayPoints(hours: readonly CompleteForecastHour[], code: number, timeZone: string, now: number) {
  const byDate = Map.groupBy(hours, ({ at }) => localDate(at, timeZone));
  return dailyForecast(hours, now, timeZone)
    .slice(0, shown.days)
    .map((day) => ({
      at: new Date(day.startsAt).toISOString(),
      label: weekdays[localTime(day.startsAt, timeZone).day] ?? '',
      value: valueText(ofDay(day, byDate.get(day.date) ?? [], code), code),
      ...(code === 0 ? { low: valueText(fahrenheitFromCelsius(day.lowC), code) } : {}),
    }));
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** '3 PM'. */
function hourLabel(at: number, timeZone: string): string {
  const { minutes } = localTime(at, timeZone);
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

function ofHour(hour: CompleteForecastHour, code: number): Reading {
  switch (code) {
    case 0:
      return fahrenheitFromCelsius(hour.temperatureC);
    case 1:
      return hour.wbgtF;
    case 2:
      return mphFromMps(hour.windMps);
    case 3:
      return inchesFromMm(hour.precipitationMm);
    case 4:
      return mphFromMps(hour.windGustMps);
    default:
      return hour.feelsLikeF;
  }
}

function ofDay(day: ForecastDay, hours: readonly CompleteForecastHour[], code: number): Reading {
  switch (code) {
    case 0:
      return fahrenheitFromCelsius(day.highC);
    case 1:
      return day.wbgtF;
    case 2:
      return mphFromMps(day.windMps);
    case 3:
      return inchesFromMm(day.precipitationMm);
    case 4: {
      const gusts = hours.flatMap(({ windGustMps }) => windGustMps ?? []);
      return gusts.length === 0 ? null : mphFromMps(Math.max(...gusts));
    }
    default:
      return day.feelsLikeF;
  }
}

/** '84°', '12 mph', '0.10 in'; '--' while it is not known. */
function valueText(value: Reading, code: number): string {
  const condition = widgetConditionOf(code);
  const rounded = roundTo(value, condition?.decimals ?? 0);
  if (rounded === null || !condition) return '--';
  const digits = rounded.toFixed(condition.decimals);
  if (condition.unit === '°F') return `${digits}°`;
  return `${digits} ${code === 3 ? 'in' : condition.unit}`;
}
