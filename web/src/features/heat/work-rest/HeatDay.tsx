import type { HeatPoint, HeatSeries } from '@allclear/contract';
import { timeOfDay } from '../../../clock/time-text.ts';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import classes from './HeatDialog.module.css';
import { type Advised, type BandRow, bandLines, type Day, type HeatMetric, metricOf } from './heat-view.ts';

const chartHeightPx = 260;
const tickEveryF = 5;
const colors: Readonly<Record<HeatMetric, string>> = {
  WBGT: '--metric-wbgt',
  Temperature: '--metric-temp',
  'Heat Index': '--metric-feels',
};

interface HeatDayProps {
  day: Day;
  series: HeatSeries;
  metric: HeatMetric;
  rows: readonly BandRow[];
  adjustment: number;
  adviseAt: (value: number | null) => Advised | null;
  timeZone: string;
  nowMs: number;
}

/** One local day: its observations, its forecast, and where the advice changes. */
export function HeatDay({ day, series, metric, rows, adjustment, adviseAt, timeZone, nowMs }: HeatDayProps) {
  const points = series.points.filter(({ observationTime }) => {
    const atMs = Date.parse(observationTime);
    return atMs >= day.fromMs && atMs <= day.toMs;
  });
  const line = (isForecast: boolean) =>
    points
      .filter((point) => point.isForecast === isForecast)
      .map((point) => ({ atMs: Date.parse(point.observationTime), value: metricOf(point, metric) }));
  const values = points.map((point) => metricOf(point, metric)).filter((value) => value !== null);
  if (values.length === 0) return <p className={classes.notice}>Nothing is known of this day.</p>;
  const hottest = hottestOf(
    points.filter(({ isForecast }) => isForecast),
    metric,
  );
  const advised = adviseAt(hottest?.value ?? null);
  return (
    <div className={classes.day}>
      {hottest && advised ? (
        <p className={classes.hottest}>
          Hottest hour forecast: <strong>{hottest.value.toFixed(1)} °F</strong> at{' '}
          {timeOfDay(hottest.observationTime, timeZone)}, {advised.headline}
          {advised.risk && ` (${advised.risk.name})`}
        </p>
      ) : (
        <p className={classes.hottest}>The rest of this day is not forecast.</p>
      )}
      <TimeChart
        title={`${metric}, ${day.name.toLowerCase()}`}
        series={[
          { name: 'Observed', colorVar: colors[metric], unit: '°F', decimals: 1, points: line(false) },
          {
            name: 'Forecast',
            colorVar: colors[metric],
            unit: '°F',
            decimals: 1,
            points: line(true),
            dashed: true,
          },
        ].filter((one) => one.points.length > 0)}
        timeZone={timeZone}
        heightPx={chartHeightPx}
        nowMs={nowMs}
        fromMs={day.fromMs}
        toMs={day.toMs}
        yTickStep={tickEveryF}
        thresholds={bandLines(rows, adjustment, values)}
      />
    </div>
  );
}

function hottestOf(
  points: readonly HeatPoint[],
  metric: HeatMetric,
): { value: number; observationTime: string } | null {
  let hottest: { value: number; observationTime: string } | null = null;
  for (const point of points) {
    const value = metricOf(point, metric);
    if (value !== null && (hottest === null || value > hottest.value))
      hottest = { value, observationTime: point.observationTime };
  }
  return hottest;
}
