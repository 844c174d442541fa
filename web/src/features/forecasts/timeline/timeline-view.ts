import type { ConditionsHistoryPoint, HourlyForecastItem } from '@allclear/contract';
import {
  amountText,
  type HistoryValue,
  isThresholdExceeded,
  localTime,
  restrictive,
  roundTo,
  type WatchedLimit,
  withGaps,
} from '@allclear/domain';

export type TimelineMetric = 'wbgt' | 'wind' | 'temperature';

interface MetricDescription {
  /** In the dropdown, as in the specification. */
  readonly label: string;
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly colorVar: string;
  /** The least range of the axis in its unit. */
  readonly minSpan: number;
  readonly measured: (point: ConditionsHistoryPoint) => number | null;
  readonly forecast: (hour: HourlyForecastItem) => number | null;
  /** The type of the drawn policy: no policy watches the air temperature itself. */
  readonly policy: 'WBGT' | 'WIND' | null;
}

export const timelineMetrics: Readonly<Record<TimelineMetric, MetricDescription>> = {
  wbgt: {
    label: 'WBGT',
    name: 'WBGT',
    unit: '°F',
    decimals: 1,
    colorVar: '--metric-wbgt',
    minSpan: 6,
    policy: 'WBGT',
    measured: (point) => point.maxWetBulbGlobalTemp,
    forecast: (hour) => hour.wbgt.value,
  },
  wind: {
    label: 'Wind Speed (mph)',
    name: 'Wind speed',
    unit: 'mph',
    decimals: 0,
    colorVar: '--metric-wind',
    minSpan: 9,
    policy: 'WIND',
    measured: (point) => point.maxWindSpeed,
    forecast: (hour) => hour.windSpeed.value,
  },
  temperature: {
    label: 'Temperature (°F)',
    name: 'Temperature',
    unit: '°F',
    decimals: 0,
    colorVar: '--metric-temp',
    minSpan: 6,
    policy: null,
    measured: (point) => point.avgAmbientTemperature,
    forecast: (hour) => hour.ambientTemperature.value,
  },
};
export const defaultMetric: TimelineMetric = 'wbgt';

/** The stored choice; anything but a current metric counts as none. */
export function metricOf(stored: string | null): TimelineMetric {
  return stored !== null && Object.hasOwn(timelineMetrics, stored)
    ? (stored as TimelineMetric)
    : defaultMetric;
}

/** The line of a metric, with explicit gaps. */
export function pointsOf(history: readonly ConditionsHistoryPoint[], metric: TimelineMetric): HistoryValue[] {
  const { measured } = timelineMetrics[metric];
  return withGaps(history.map((point) => ({ atMs: Date.parse(point.date), value: measured(point) })));
}

/** The range of 'Forecast Max': within it each hour of the clock occurs once. */
const aheadMs = 24 * 3_600_000;
const hourMs = 3_600_000;

export interface ForecastMax {
  /** '89.1 °F at 5 PM', with 'tomorrow' if so. */
  readonly text: string;
  /** Whether it reaches the drawn policy. */
  readonly breaks: boolean;
}

/** The maximum of the next 24 hours at most, the earliest of equals. Null when no hour has a value. */
export function forecastMax(
  hours: readonly HourlyForecastItem[],
  metric: TimelineMetric,
  { nowMs, timeZone, limit }: { nowMs: number; timeZone: string; limit: WatchedLimit | null },
): ForecastMax | null {
  const { forecast, unit, decimals } = timelineMetrics[metric];
  let best: { value: number; atMs: number } | null = null;
  for (const hour of hours) {
    const atMs = Date.parse(hour.forecastStartTime);
    const value = forecast(hour);
    if (value === null || atMs + hourMs <= nowMs || atMs >= nowMs + aheadMs) continue;
    if (best === null || value > best.value) best = { value, atMs };
  }
  if (best === null) return null;
  const { minutes, dayOfMonth } = localTime(best.atMs, timeZone);
  const hour = Math.floor(minutes / 60);
  const when = `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}${dayOfMonth === localTime(nowMs, timeZone).dayOfMonth ? '' : ' tomorrow'}`;
  return {
    text: `${roundTo(best.value, decimals)?.toFixed(decimals)} ${unit} at ${when}`,
    breaks:
      limit !== null &&
      isThresholdExceeded(roundTo(best.value, limit.precision), limit.threshold, limit.isDesc) === true,
  };
}

/**
 * The policy drawn with a metric: the most restrictive of its type; null when none watches, or the policies
 * are unknown.
 */
export function limitOf(
  policies: readonly WatchedLimit[] | null | undefined,
  metric: TimelineMetric,
): WatchedLimit | null {
  const { policy } = timelineMetrics[metric];
  return policy === null || !policies ? null : restrictive(policies, policy);
}

/** 'policy 87.0 °F' beside its line. */
export function thresholdsOf(limit: WatchedLimit | null): { value: number; label: string }[] {
  return limit === null
    ? []
    : [{ value: limit.threshold, label: `policy ${amountText(limit.threshold, limit)}` }];
}

/** Reports come every 15 minutes: this long after the last period began, a report is missing. */
const silentMs = 35 * 60_000;

/**
 * The end of the line (epoch ms) if it is too old to count as current; null while it is current, and without
 * a line.
 */
export function silentSince(points: readonly HistoryValue[], nowMs: number): number | null {
  const last = points.findLast(({ value }) => value !== null);
  return last && nowMs - last.atMs > silentMs ? last.atMs : null;
}
