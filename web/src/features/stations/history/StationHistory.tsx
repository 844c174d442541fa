import type { ConditionsHistoryPoint } from '@allclear/contract';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import classes from './StationHistory.module.css';
import { type HistoryRange, historyCharts, historyRanges, rangeOf } from './station-history.ts';

export const historyCrashText = 'There was an error while trying to load the history of this station';
const chartPx = 260;
const minuteMs = 60_000;

/** The least range of the axis, °F or mph. */
const minSpanOf = (title: string) => (title === 'Wind' ? 9 : 6);

interface StationHistoryProps {
  history: QueryState<readonly ConditionsHistoryPoint[]> | undefined;
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
  /** That of the station's place; the reader's if it is unknown. */
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** Historical Data of a weather station: its measurements of the last day, week or month. */
export function StationHistory({ history, range, onRange, timeZone, nowMs, speed }: StationHistoryProps) {
  const points = history?.value;
  const charts = useMemo(() => historyCharts(points ?? [], range), [points, range]);
  const old = points != null && trustOf(history, nowMs, speed, 'conditionHistory') === 'unknown';
  const failed = history !== undefined && points == null;
  const toMs = nowMs === null ? null : Math.floor(nowMs / minuteMs) * minuteMs;
  const axis = toMs === null ? {} : { fromMs: toMs - historyRanges[range].spanMs, toMs };
  return (
    <section aria-label="Historical Data">
      <div className={classes.controls}>
        <SegmentedControl
          aria-label="Range"
          value={range}
          onChange={(value) => onRange(rangeOf(value))}
          data={Object.entries(historyRanges).map(([value, { label }]) => ({ value, label }))}
        />
        {old && (
          <span role="status">
            <strong>Not current.</strong> Last read{' '}
            {timeAgo(new Date(history?.asOfMs ?? 0).toISOString(), nowMs)}. We keep trying.
          </span>
        )}
      </div>
      {failed && (
        <Card title="Historical Data" unknown>
          <p role="alert">{historyCrashText}. We keep trying.</p>
        </Card>
      )}
      {history === undefined && (
        <Delayed>
          <div className={classes.charts} role="status" aria-busy="true" aria-label="Loading the history">
            {[0, 1, 2].map((i) => (
              <Skeleton key={i} height={chartPx + 80} radius={12} />
            ))}
          </div>
        </Delayed>
      )}
      {points != null && charts.length === 0 && (
        <Card title="Historical Data">
          <p className={classes.nothing}>
            This station has measured nothing in this time. What it measures is drawn here as it comes in.
          </p>
        </Card>
      )}
      <div className={classes.charts}>
        {charts.map(({ title, legend, series }) => (
          <Card key={title} title={title} age={`${legend} · ${historyRanges[range].period}`} unknown={old}>
            <TimeChart
              title={`${title}, ${historyRanges[range].period}`}
              series={series}
              timeZone={timeZone}
              heightPx={chartPx}
              nowMs={toMs}
              {...axis}
              yTickCount={4}
              minSpan={minSpanOf(title)}
            />
          </Card>
        ))}
      </div>
    </section>
  );
}
