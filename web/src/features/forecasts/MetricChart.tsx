import { type CSSProperties, Fragment } from 'react';
import classes from './MetricChart.module.css';
import { chartHeightPx, columnPx, metricLine, type Threshold } from './metric-line.ts';
import { type Metric, metricText } from './metrics.ts';
import { amountText, type Period } from './periods.ts';

/** The least range of the axis in the metric's unit: a drizzle must not fill the chart. */
const nearBy: Readonly<Record<Metric, number>> = {
  ambient: 8,
  high: 8,
  low: 8,
  feels: 8,
  wbgt: 6,
  wind: 8,
  precipitation: 0.3,
  snow: 0.6,
};
const neverNegative: ReadonlySet<Metric> = new Set(['precipitation', 'snow', 'wind']);

/** The height of a policy's label with its distance to the line. */
const labelPx = 18;

interface MetricChartProps {
  metric: Metric;
  periods: readonly Period[];
  thresholds: readonly Threshold[];
}

/** The selected metric as a line under its columns; the table above it has the same numbers. */
export function MetricChart({ metric, periods, thresholds }: MetricChartProps) {
  const { name, unit, color, decimals } = metricText[metric];
  const line = metricLine(
    periods.map(({ values }) => values[metric] ?? null),
    thresholds,
    { floor: neverNegative.has(metric) ? 0 : null, nearBy: nearBy[metric] },
  );
  if (!line) return <p className={classes.nothing}>No {name} in this forecast.</p>;
  const isNamedAbove = line.beyond.some(({ side }) => side === 'above');
  const tickDecimals = Math.min(
    decimals,
    Math.max(0, ...line.ticks.map(({ value }) => String(value).split('.')[1]?.length ?? 0)),
  );
  return (
    <div className={classes.chart} style={{ '--metric': color } as CSSProperties}>
      <div className={classes.axis} aria-hidden="true">
        {line.ticks.map(({ value, y }) => (
          <span key={value} style={{ top: y }}>
            {value.toFixed(tickDecimals)}
          </span>
        ))}
        <small>{unit}</small>
      </div>
      <p className={classes.policies}>
        {line.thresholds.map(({ name: policy, value, y }) => (
          <span
            key={policy}
            className={classes.policy}
            data-under={(isNamedAbove && y < 2 * labelPx) || undefined}
            style={{ top: y }}
          >
            {policy} {amountText(metric, value)}
          </span>
        ))}
        {line.beyond.map(({ name: policy, value, side }) => (
          <span key={policy} className={classes.policy} data-side={side}>
            {policy} {amountText(metric, value)}, {side} what is shown
          </span>
        ))}
      </p>
      <Plot metric={metric} periods={periods} thresholds={thresholds} line={line} />
    </div>
  );
}

interface PlotProps extends MetricChartProps {
  line: NonNullable<ReturnType<typeof metricLine>>;
}

function Plot({ metric, periods, thresholds, line }: PlotProps) {
  const { name, unit } = metricText[metric];
  const width = periods.length * columnPx;
  return (
    <svg
      width={width}
      height={chartHeightPx}
      viewBox={`0 0 ${width} ${chartHeightPx}`}
      role="img"
      aria-label={[
        `${name} in ${unit} as a line`,
        ...thresholds.map((one) => `${one.name} ${amountText(metric, one.value)}`),
      ].join(', ')}
    >
      {periods.map(
        ({ key, night }, i) =>
          night && (
            <rect
              key={key}
              className={classes.night}
              x={i * columnPx}
              width={columnPx}
              height={chartHeightPx}
            />
          ),
      )}
      {line.ticks.map(({ value, y }) => (
        <line key={value} className={classes.grid} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {line.thresholds.map(({ name: policy, y }) => (
        <line key={policy} className={classes.threshold} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {line.paths.map((path) => (
        <path key={path} className={classes.line} d={path} />
      ))}
      {line.points.map(({ index, x, y }) => {
        const period = periods[index];
        if (!period) return null;
        return (
          <Fragment key={period.key}>
            <circle className={classes.point} cx={x} cy={y} r={3.5} />
            <rect className={classes.touch} x={index * columnPx} width={columnPx} height={chartHeightPx}>
              <title>
                {period.spoken}: {amountText(metric, period.values[metric])}
              </title>
            </rect>
          </Fragment>
        );
      })}
    </svg>
  );
}
