import type { ConditionsHistoryPoint } from '@allclear/contract';
import { type GapRule, withGaps } from '@allclear/domain';
import type { ChartSeries } from '../../../ui/chart/chart-rows.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type HistoryRange = 'day' | 'week' | 'month';

interface RangeDescription {
  /** As the specification names it (3, section 2). */
  readonly label: string;
  /** The period in words. */
  readonly period: string;
  readonly spanMs: number;
  /** A period without any report has no point; local days have 23 to 25 hours. */
  readonly gaps: GapRule;
}
export const historyRanges: Readonly<Record<HistoryRange, RangeDescription>> = {
  day: {
    label: 'Hourly',
    period: 'last 24 hours',
    spanMs: 24 * hourMs,
    gaps: { maxMs: 30 * minuteMs, stepMs: 15 * minuteMs },
  },
  week: {
    label: '7 Days',
    period: 'last 7 days',
    spanMs: 7 * 24 * hourMs,
    gaps: { maxMs: 1.5 * hourMs, stepMs: hourMs },
  },
  month: {
    label: '30 Days',
    period: 'last 30 days',
    spanMs: 30 * 24 * hourMs,
    gaps: { maxMs: 36 * hourMs, stepMs: 24 * hourMs },
  },
};
export const rangeOf = (text: string): HistoryRange =>
  Object.hasOwn(historyRanges, text) ? (text as HistoryRange) : 'week';

export interface HistoryChart {
  readonly title: string;
  /** The names of its lines, and their unit. */
  readonly legend: string;
  readonly series: readonly ChartSeries[];
}

/** The measurements of a station as charts; a chart without values is left out. */
export function historyCharts(
  points: readonly ConditionsHistoryPoint[],
  range: HistoryRange,
): HistoryChart[] {
  const line = (
    name: string,
    colorVar: string,
    unit: string,
    decimals: number,
    measured: (point: ConditionsHistoryPoint) => number | null,
  ) => ({
    name,
    colorVar,
    unit,
    decimals,
    points: withGaps(
      points.map((point) => ({ atMs: Date.parse(point.date), value: measured(point) })),
      historyRanges[range].gaps,
    ),
  });
  const charts: HistoryChart[] = [
    {
      title: 'WBGT',
      legend: 'Highest, °F',
      series: [line('Highest WBGT', '--metric-wbgt', '°F', 1, (point) => point.maxWetBulbGlobalTemp)],
    },
    {
      title: 'Temperature',
      legend: 'Highest, and lowest dashed, °F',
      series: [
        line('Highest', '--metric-temp', '°F', 0, (point) => point.maxAmbientTemperature),
        { ...line('Lowest', '--metric-low', '°F', 0, (point) => point.minAmbientTemperature), dashed: true },
      ],
    },
    {
      title: 'Wind',
      legend: 'Wind speed, and gusts dashed, mph',
      series: [
        line('Wind speed', '--metric-wind', 'mph', 0, (point) => point.maxWindSpeed),
        { ...line('Gusts', '--metric-wind', 'mph', 0, (point) => point.maxWindGust), dashed: true },
      ],
    },
  ];
  return charts.filter(({ series }) => series.some((one) => one.points.some(({ value }) => value !== null)));
}
