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
  /** In the dropdown, as the specification writes it. */
  readonly label: string;
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly colorVar: string;
  readonly measured: (point: ConditionsHistoryPoint) => number | null;
  readonly forecast: (hour: HourlyForecastItem) => number | null;
  /** Which policy is drawn: none watches the air temperature itself. */
  readonly policy: 'WBGT' | 'WIND' | null;
}

export const timelineMetrics: Readonly<Record<TimelineMetric, MetricDescription>> = {
  wbgt: {
    ...{ label: 'WBGT', name: 'WBGT', unit: '°F', decimals: 1, colorVar: '--metric-wbgt', policy: 'WBGT' },
    measured: (point) => point.maxWetBulbGlobalTemp,
    forecast: (hour) => hour.wbgt.value,
  },
  wind: {
    ...{
      label: 'Wind Speed (mph)',
      name: 'Wind speed',
      unit: 'mph',
      decimals: 0,
      colorVar: '--metric-wind',
      policy: 'WIND',
    },
    measured: (point) => point.maxWindSpeed,
    forecast: (hour) => hour.windSpeed.value,
  },
  temperature: {
    ...{
      label: 'Temperature (°F)',
      name: 'Temperature',
      unit: '°F',
      decimals: 0,
      colorVar: '--metric-temp',
      policy: null,
    },
    measured: (point) => point.avgAmbientTemperature,
    forecast: (hour) => hour.ambientTemperature.value,
  },
};
export const defaultMetric: TimelineMetric = 'wbgt';

/** What was kept of the last choice; what is no metric (any more) counts as none. */
export function metricOf(stored: string | null): TimelineMetric {
  return stored !== null && Object.hasOwn(timelineMetrics, stored)
    ? (stored as TimelineMetric)
    : defaultMetric;
}

/** The line of a metric, with its gaps said. */
export function pointsOf(history: readonly ConditionsHistoryPoint[], metric: TimelineMetric): HistoryValue[] {
  const { measured } = timelineMetrics[metric];
  return withGaps(history.map((point) => ({ atMs: Date.parse(point.date), value: measured(point) })));
}

/** How far ahead a 'Forecast Max' looks: an hour of the clock then stands for one hour only. */
const aheadMs = 24 * 3_600_000;
const hourMs = 3_600_000;

export interface ForecastMax {
  /** '89.1 °F at 5 PM', with 'tomorrow' where it is. */
  readonly text: string;
  /** Whether it reaches the policy that is drawn. */
  readonly breaks: boolean;
}

/**
 * The highest value of the hours from this one on, 24 at most, the earliest of equals. Null when no hour says
 * any.
 */
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
 * The policy that is drawn with a metric: the most restrictive of its type; null when none watches, or it is
 * not known which do.
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

/**
 * Reports come in stretches of 15 minutes: this long after the last one began, one that should be there is
 * not.
 */
const silentMs = 35 * 60_000;

/**
 * When the line ends, if that is too long ago for it to reach the present; epoch ms. Null while it does, and
 * when there is no line.
 */
export function silentSince(points: readonly HistoryValue[], nowMs: number): number | null {
  const last = points.findLast(({ value }) => value !== null);
  return last && nowMs - last.atMs > silentMs ? last.atMs : null;
}
