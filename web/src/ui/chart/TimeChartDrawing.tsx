import { type ComponentProps, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ChartTooltip } from './ChartTooltip.tsx';
import { type ChartRow, type ChartSeries, chartRows, standsAlone } from './chart-rows.ts';
import { isWithinReach, scaleBetween, spanOf, timeTicks, valueScale } from './chart-scale.ts';
import { valueText } from './chart-words.ts';
import classes from './TimeChart.module.css';
import type { TimeChartProps } from './TimeChart.tsx';

/** The horizontal padding of a time label, in pixels. */
const timeLabelPx = 68;
const noThresholds: NonNullable<TimeChartProps['thresholds']> = [];
const noNights: NonNullable<TimeChartProps['nights']> = [];
type Threshold = (typeof noThresholds)[number];
type Night = (typeof noNights)[number];

/** How many labels of times fit. */
const maxTimesIn = (widthPx: number) => Math.max(2, Math.floor(widthPx / timeLabelPx));

/** The drawing of a TimeChart. It has no animation, so reduced motion needs no special case. */
function TimeChartDrawing(props: TimeChartProps) {
  const { title, series, timeZone, heightPx, nowMs, thresholds = noThresholds, nights = noNights } = props;
  const { fromMs, toMs, yTickStep, yTickCount, minSpan = 0, yRange } = props;
  const [box, widthPx] = useWidth();
  const rows = useMemo(() => chartRows(series), [series]);
  const decimals = Math.max(0, ...series.map((line) => line.decimals));
  const ticks = { tickCount: yTickCount, tickStep: yTickStep, decimals };
  const { scale, within, beyond } = useScale(rows, thresholds, { ...ticks, minSpan, yRange });
  const [startMs, endMs] = spanOf(rows, fromMs, toMs);
  const tickTexts = tickLabels(scale.ticks, decimals);
  const axisWidthPx = 10 + 7 * Math.max(...[...tickTexts.values()].map((text) => text.length));
  const times = timeTicks(startMs, endMs, timeZone, maxTimesIn(widthPx - axisWidthPx));
  const timeTexts = new Map(times.map(({ atMs, label }) => [atMs, label]));
  return (
    <div ref={box} className={classes.drawing}>
      {widthPx > 0 && (
        <LineChart
          width={widthPx}
          height={heightPx}
          data={rows}
          margin={{ top: 18, right: 14, bottom: 0, left: 0 }}
          {...{ 'aria-label': `${title}. The arrow keys go from value to value.` }}
        >
          {nights.map((night) => nightArea(night, startMs, endMs))}
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="atMs"
            type="number"
            scale="linear"
            domain={[startMs, endMs]}
            allowDataOverflow
            ticks={times.map(({ atMs }) => atMs)}
            tickFormatter={(atMs: number) => timeTexts.get(atMs) ?? ''}
            interval="preserveStartEnd"
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            tick={axisText}
          />
          <YAxis
            domain={[scale.from, scale.to]}
            ticks={scale.ticks}
            tickFormatter={(value: number) => tickTexts.get(value) ?? ''}
            interval={0}
            width={axisWidthPx}
            tickLine={false}
            axisLine={false}
            tick={axisText}
          />
          {nowMs !== null && nowMs >= startMs && nowMs <= endMs && nowLine(nowMs)}
          {within.map(thresholdLine)}
          {series.map((line, index) => [seriesBars(line, endMs), seriesLine(line, index, rows)])}
          <Tooltip
            isAnimationActive={false}
            filterNull={false}
            cursor={{ stroke: 'var(--muted)', strokeDasharray: '2 3' }}
            content={({ active, payload }) =>
              tooltipOf(active ? (payload?.[0]?.payload as ChartRow | undefined) : undefined, {
                series,
                timeZone,
                withDay: endMs - startMs > 20 * 3_600_000,
              })
            }
          />
        </LineChart>
      )}
      <EdgeLabels unit={series[0]?.unit ?? ''} beyond={beyond} leftPx={axisWidthPx + 6} />
    </div>
  );
}

interface EdgeLabelsProps {
  unit: string;
  beyond: readonly { readonly label: string; readonly side: 'above' | 'below' }[];
  leftPx: number;
}

/** The unit above the axis, and the thresholds that lie beyond it. */
function EdgeLabels({ unit, beyond, leftPx }: EdgeLabelsProps) {
  return (
    <>
      <span className={classes.unit} aria-hidden="true">
        {unit}
      </span>
      {beyond.map(({ label, side }) => (
        <span key={label} className={classes.beyond} data-side={side} style={{ left: leftPx }}>
          {label}, {side} what is shown
        </span>
      ))}
    </>
  );
}

/** Rendered again only after a change of its data. */
export default memo(TimeChartDrawing);

// Functions that return elements, not components: the chart inspects the types of its children.
function nightArea(night: Night, startMs: number, endMs: number) {
  const x1 = Math.max(night.fromMs, startMs);
  const x2 = Math.min(night.toMs, endMs);
  return (
    x2 > x1 && (
      <ReferenceArea
        key={night.fromMs}
        className={classes.night}
        x1={x1}
        x2={x2}
        fill="var(--muted)"
        fillOpacity={0.08}
      />
    )
  );
}

function nowLine(nowMs: number) {
  return <ReferenceLine className={classes.now} x={nowMs} stroke="var(--muted)" strokeWidth={1} />;
}

function thresholdLine({ value, label }: Threshold) {
  return (
    <ReferenceLine
      key={label}
      className={classes.threshold}
      y={value}
      stroke="var(--danger)"
      strokeWidth={1.5}
      strokeDasharray="5 4"
      label={{
        value: label,
        position: 'insideBottomLeft',
        className: classes.thresholdLabel,
        fontSize: 12,
        offset: 5,
      }}
    />
  );
}

function seriesLine(line: ChartSeries, index: number, rows: readonly ChartRow[]) {
  return (
    <Line
      key={line.name}
      name={line.name}
      dataKey={(row: ChartRow) => row.drawn[index] ?? null}
      type="linear"
      stroke={line.barMs === undefined ? `var(${line.colorVar})` : 'none'}
      strokeWidth={2}
      strokeDasharray={line.dashed ? '6 4' : undefined}
      connectNulls={false}
      isAnimationActive={false}
      dot={({ key, cx, cy, index: row }) =>
        line.barMs === undefined && standsAlone(rows, row, index) && cx != null && cy != null ? (
          <circle key={key} cx={cx} cy={cy} r={2.5} fill={`var(${line.colorVar})`} />
        ) : (
          <g key={key} />
        )
      }
      activeDot={{ r: 4, fill: `var(${line.colorVar})`, stroke: 'var(--card)', strokeWidth: 2 }}
    />
  );
}

/** The share of a stretch that its bar leaves free. */
const barGap = 0.12;

/** Bars over the stretches that the values sum up; a stretch without a value has none. */
function seriesBars(line: ChartSeries, endMs: number) {
  const { barMs } = line;
  if (barMs === undefined) return null;
  return line.points.map(
    ({ atMs, value }) =>
      value !== null &&
      value > 0 && (
        <ReferenceArea
          key={`${line.name} ${atMs}`}
          className={classes.bar}
          x1={atMs}
          x2={Math.min(endMs, atMs + barMs * (1 - barGap))}
          y1={0}
          y2={value}
          ifOverflow="hidden"
          fill={`var(${line.colorVar})`}
          fillOpacity={1}
        />
      ),
  );
}

function tooltipOf(row: ChartRow | undefined, props: Omit<ComponentProps<typeof ChartTooltip>, 'row'>) {
  return row ? <ChartTooltip row={row} {...props} /> : null;
}

/** A scale that contains all values and the thresholds near them, and on which side the others are. */
function useScale(
  rows: readonly ChartRow[],
  thresholds: readonly Threshold[],
  {
    tickCount,
    tickStep,
    decimals,
    minSpan = 0,
    yRange,
  }: Parameters<typeof valueScale>[1] & Pick<TimeChartProps, 'yRange'>,
) {
  return useMemo(() => {
    const finite = rows.flatMap(({ drawn }) => drawn).filter((value) => value !== null);
    const within = thresholds.filter(({ value }) => isWithinReach(value, finite, minSpan));
    const scale = yRange
      ? scaleBetween(yRange.from, yRange.to, tickCount)
      : valueScale([...finite, ...within.map(({ value }) => value)], {
          ...{ tickCount, tickStep, decimals, minSpan },
        });
    const beyond = thresholds
      .filter((one) => !within.includes(one))
      .map(({ value, label }) => ({
        label,
        side: value > scale.to ? ('above' as const) : ('below' as const),
      }));
    return { scale, within, beyond };
  }, [rows, thresholds, tickCount, tickStep, decimals, minSpan, yRange]);
}

const axisText = { fill: 'var(--muted)', fontSize: 12 };

/** Tick labels with the same, smallest sufficient number of decimals. */
function tickLabels(ticks: readonly number[], maximum: number): Map<number, string> {
  const needed =
    [0, 1, 2].find(
      (decimals) => decimals >= maximum || ticks.every((tick) => Number(tick.toFixed(decimals)) === tick),
    ) ?? maximum;
  return new Map(ticks.map((tick) => [tick, valueText(tick, { decimals: needed })]));
}

/** The current width of a box in pixels; a document without a layout (in tests) counts as 640 wide. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidthPx(element.clientWidth || 640);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, widthPx] as const;
}
