import type { ConditionsHistoryPoint } from '@allclear/contract';
import { type GapRule, withGaps } from '@allclear/domain';
import type { ChartSeries } from '../../../ui/chart/chart-rows.ts';

export interface HistoryChart {
  readonly title: string;
  /** The names of its lines, and their unit. */
  readonly legend: string;
  readonly series: readonly ChartSeries[];
  /** The ends of its axis. */
  readonly yRange: { readonly from: number; readonly to: number };
  /** What the lines do not say, in words; empty for most. */
  readonly text: string;
}

/** How far the axes go beyond the values (spec 3 section 2.3): °F below and above, mph, inches. */
const margins = { belowF: 30, aboveF: 10, windMph: 5, rainInches: 0.5 };

/**
 * The measurements of a station as charts; a chart without values is left out. `step` names the length of the points
 * in words.
 */
export function historyCharts(
  points: readonly ConditionsHistoryPoint[],
  { gaps, step }: { readonly gaps: GapRule; readonly step: string },
): HistoryChart[] {
  const line = (
    name: string,
    colorVar: string,
    [unit, decimals]: readonly [string, number],
    measured: (point: ConditionsHistoryPoint) => number | null,
  ): ChartSeries => ({
    ...{ name, colorVar, unit, decimals },
    points: withGaps(
      points.map((point) => ({ atMs: Date.parse(point.date), value: measured(point) })),
      gaps,
    ),
  });
  const charts: Omit<HistoryChart, 'yRange'>[] = [
    {
      title: 'WBGT',
      legend: 'Highest, °F',
      series: [line('Highest WBGT', '--metric-wbgt', ['°F', 1], (point) => point.maxWetBulbGlobalTemp)],
      text: '',
    },
    {
      title: 'Temperature',
      legend: 'Highest, and lowest dashed, °F',
      series: [
        line('Highest', '--metric-temp', ['°F', 0], (point) => point.maxAmbientTemperature),
        {
          ...line('Lowest', '--metric-low', ['°F', 0], (point) => point.minAmbientTemperature),
          dashed: true,
        },
      ],
      text: '',
    },
    {
      title: 'Wind',
      legend: 'Wind speed, and gusts dashed, mph',
      series: [
        line('Wind speed', '--metric-wind', ['mph', 0], (point) => point.maxWindSpeed),
        { ...line('Gusts', '--metric-wind', ['mph', 0], (point) => point.maxWindGust), dashed: true },
      ],
      text: '',
    },
    {
      title: 'Rain',
      legend: `Total of each ${step}, in`,
      series: [
        {
          ...line('Rain', '--metric-precip', ['in', 2], (point) => point.rainTotal),
          barMs: gaps.stepMs,
        },
      ],
      text: rainText(points),
    },
  ];
  return charts.flatMap((chart) => {
    const values = chart.series.flatMap((one) => one.points.flatMap(({ value }) => value ?? []));
    return values.length === 0 ? [] : [{ ...chart, yRange: yRangeOf(chart.title, values) }];
  });
}

/** The ends of a chart's axis around rounded values. */
function yRangeOf(title: string, values: readonly number[]): { from: number; to: number } {
  const highest = Math.max(...values);
  if (title === 'Wind') return { from: 0, to: Math.round(highest) + margins.windMph };
  if (title === 'Rain') return { from: 0, to: Math.round(highest * 100) / 100 + margins.rainInches };
  return {
    from: Math.round(Math.min(...values)) - margins.belowF,
    to: Math.round(highest) + margins.aboveF,
  };
}

/** 'Total 0.42 in, at most 0.30 in within an hour.' What was never measured is not named. */
function rainText(points: readonly ConditionsHistoryPoint[]): string {
  const totals = points.flatMap(({ rainTotal }) => rainTotal ?? []);
  const hours = points.flatMap(({ maxRain1Hr }) => maxRain1Hr ?? []);
  if (totals.length === 0) return '';
  const total = `Total ${totals.reduce((sum, inches) => sum + inches, 0).toFixed(2)} in`;
  return hours.length === 0
    ? `${total}.`
    : `${total}, at most ${Math.max(...hours).toFixed(2)} in within an hour.`;
}
