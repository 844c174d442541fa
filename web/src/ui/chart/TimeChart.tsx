import { Skeleton, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { ChartTable } from './ChartTable.tsx';
import type { ChartSeries } from './chart-rows.ts';
import classes from './TimeChart.module.css';

/**
 * Recharts is larger than the rest of the dashboard: it is loaded when a chart is shown, or earlier by code
 * that expects one.
 */
export const loadDrawing = () => import('./TimeChartDrawing.tsx');
const TimeChartDrawing = lazy(loadDrawing);

export interface TimeChartProps {
  /** Names the chart for readers who cannot see it. */
  title: string;
  series: readonly ChartSeries[];
  /** The time zone of the axis, the tooltip and the table. */
  timeZone: string;
  heightPx: number;
  /** Product time; null while it is unknown: no line for now. */
  nowMs: number | null;
  /** Limits in the unit of the lines. One far from the values is named at the edge. */
  thresholds?: readonly { readonly value: number; readonly label: string }[];
  nights?: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** The first and last instant of the axis; by default those of the points. */
  fromMs?: number;
  toMs?: number;
  yTickStep?: number;
  yTickCount?: number;
  /** The least range of the axis in the unit of the lines. */
  minSpan?: number;
  /** The ends of the axis in the unit of the lines, in place of round ones around the values. */
  yRange?: { readonly from: number; readonly to: number } | undefined;
}

/** Values over time as lines, and the same as a table. */
export function TimeChart(props: TimeChartProps) {
  const { title, series, timeZone, heightPx } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure className={classes.figure} aria-label={title}>
      <div id={id} className={classes.stage} style={{ height: heightPx }}>
        {asTable ? (
          <ChartTable title={title} series={series} timeZone={timeZone} />
        ) : (
          <Suspense fallback={<Skeleton height={heightPx} aria-hidden="true" />}>
            <TimeChartDrawing {...props} />
          </Suspense>
        )}
      </div>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={asTable}
        aria-controls={id}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'Show as chart' : 'Show as table'}
      </UnstyledButton>
    </figure>
  );
}
