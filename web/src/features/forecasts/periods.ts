import type { DailyForecastItem, HourlyForecastItem } from '@allclear/contract';
import { clockText, localText, localTime, roundTo, weekdayNames } from '@allclear/domain';
import { type Metric, metricText } from './metrics.ts';

/** One column of the strip: an hour or a day. */
export interface Period {
  readonly key: string;
  /** 'Sat' */
  readonly weekday: string;
  /** '4 PM' ('4:30 PM' where the hours begin at half), or 'Nov 21'. */
  readonly label: string;
  /** The full text for screen readers: 'Saturday 4:00 PM CST', 'Saturday, November 21'. */
  readonly spoken: string;
  /** Percent above 0; null when it is 0 or missing. */
  readonly chancePct: number | null;
  readonly icon: string | null;
  readonly weather: string | null;
  readonly night: boolean;
  /** Missing values are null. */
  readonly values: Readonly<Partial<Record<Metric, number | null>>>;
  /** The direction that the wind comes from. */
  readonly windFrom: string | null;
  /**
   * Rotation in degrees of an upward arrow so that it points where the wind blows to; null without a
   * direction.
   */
  readonly arrowDegrees: number | null;
}

const months = [
  ...[
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
] as const;
const HOUR_MS = 3_600_000;

/**
 * The periods that have not passed at `nowMs`: a period lasts for `lengthMs`, a day until the next one begins
 * (an hour more or less when the clocks change). All of them while the time is unknown.
 */
export function comingItems<T extends { readonly observationTime: string }>(
  items: readonly T[],
  nowMs: number | null,
  lengthMs: number,
): T[] {
  if (nowMs === null) return [...items];
  return items.filter((item, i) => {
    const startMs = Date.parse(item.observationTime);
    const nextMs = Date.parse(items[i + 1]?.observationTime ?? '');
    const isDay = lengthMs > HOUR_MS && Math.abs(nextMs - startMs - lengthMs) <= HOUR_MS;
    return (isDay ? nextMs : startMs + lengthMs) > nowMs;
  });
}

/**
 * The start of the first period that has not passed; infinity when all have passed. It changes once a period,
 * while the time changes continuously.
 */
export function comesFrom(
  items: readonly { readonly observationTime: string }[],
  nowMs: number | null,
  lengthMs: number,
): number | null {
  if (nowMs === null) return null;
  const first = comingItems(items, nowMs, lengthMs)[0];
  return first ? Date.parse(first.observationTime) : Number.POSITIVE_INFINITY;
}

/** The coming hours at a place in its local time, which may repeat or skip an hour. */
export function hourlyPeriods(
  items: readonly HourlyForecastItem[],
  timeZone: string,
  nowMs: number | null,
): Period[] {
  return comingItems(items, nowMs, HOUR_MS).map((item) => {
    const atMs = Date.parse(item.observationTime);
    const local = localTime(atMs, timeZone);
    const weekday = weekdayNames[local.day] ?? '';
    return {
      key: item.observationTime,
      weekday: weekday.slice(0, 3),
      label: clockText(local.minutes).replace(':00', ''),
      spoken: `${weekday} ${localText(atMs, timeZone, true)}`,
      chancePct: shownChance(item.precipitationChance.value),
      icon: item.weatherCode.icon,
      weather: item.weatherCode.text,
      night: !item.dayLight,
      values: {
        ambient: item.ambientTemperature.value,
        precipitation: item.precipitation.value,
        feels: item.feelsLike.value,
        wbgt: item.wbgt.value,
        wind: item.windSpeed.value,
        snow: item.snowAccumulation.value,
      },
      ...windOf(item),
    };
  });
}

/** The coming days; a day is the place's own, independent of the reader's clock. */
export function dailyPeriods(items: readonly DailyForecastItem[], nowMs: number | null): Period[] {
  return comingItems(items, nowMs, 24 * HOUR_MS).map((item) => {
    const [year = 1970, month = 1, day = 1] = item.date.split('-').map(Number);
    const weekday = weekdayNames[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
    const monthName = months[month - 1] ?? '';
    return {
      key: item.date,
      weekday: weekday.slice(0, 3),
      label: `${monthName.slice(0, 3)} ${day}`,
      spoken: `${weekday}, ${monthName} ${day}`,
      chancePct: shownChance(item.precipitationChance.value),
      icon: item.weather_code.icon,
      weather: item.weather_code.text,
      night: false,
      values: {
        high: item.temperatureHigh.value,
        low: item.temperatureLow.value,
        precipitation: item.precipitation.value,
        feels: item.feelLike.value,
        wbgt: item.wgbt.value,
        wind: item.windSpeed.value,
        snow: item.snowAccumulation.value,
      },
      ...windOf(item),
    };
  });
}

/** A value with the decimals of its metric; '--' when it is missing. */
export function valueText(metric: Metric, value: number | null | undefined): string {
  const { decimals } = metricText[metric];
  return roundTo(value ?? null, decimals)?.toFixed(decimals) ?? '--';
}

/** The same with its unit, for sentences. */
export function amountText(metric: Metric, value: number | null | undefined): string {
  const text = valueText(metric, value);
  return text === '--' ? text : `${text} ${metricText[metric].unit}`;
}

function shownChance(percent: number | null): number | null {
  const whole = roundTo(percent, 0);
  return whole !== null && whole > 0 ? whole : null;
}

function windOf(item: Pick<HourlyForecastItem, 'windSpeed' | 'windDirection' | 'windDirectionDegrees'>) {
  const { windDirectionDegrees: from } = item;
  const blows = (item.windSpeed.value ?? 0) > 0;
  return {
    windFrom: item.windDirection,
    arrowDegrees: blows && from !== null ? (from + 180) % 360 : null,
  };
}
