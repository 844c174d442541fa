import type { ConditionsHistoryPoint } from '@allclear/contract';
import { DAY_MS, dateText, localDayOf } from '@allclear/domain';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import { CustomRange } from './CustomRange.tsx';
import {
  type CustomDays,
  customProblem,
  type HistoryRange,
  type HistoryWindow,
  rangeLabels,
  rangeOf,
  windowOf,
  zoneText,
} from './history-window.ts';
import classes from './StationHistory.module.css';
import { historyCharts } from './station-history.ts';

export const historyCrashText = 'There was an error while trying to load the history of this station';
const chartPx = 260;

interface StationHistoryProps {
  /** Undefined until it is known, and while a custom range does not apply. */
  history: QueryState<readonly ConditionsHistoryPoint[]> | undefined;
  range: HistoryRange;
  custom: CustomDays;
  onRange: (range: HistoryRange, custom: CustomDays) => void;
  /** That of the station. */
  timeZone: string;
  nowMs: number;
  speed: number;
}

/** Historical Data of a weather station: its measurements of the last day, week or month, or of some days. */
export function StationHistory(props: StationHistoryProps) {
  const { history, range, custom, onRange, timeZone, nowMs, speed } = props;
  const problem = range === 'custom' ? customProblem(custom, nowMs, timeZone) : null;
  const shown = problem === null ? windowOf(range, custom, nowMs, timeZone) : null;
  const points = history?.value;
  const old = points != null && trustOf(history, nowMs, speed, 'conditionHistory') === 'unknown';
  return (
    <section aria-label="Historical Data">
      <h2 className={classes.title}>Historical Data</h2>
      <div className={classes.controls}>
        <SegmentedControl
          className={classes.ranges}
          aria-label="Range"
          value={range}
          onChange={(value) => onRange(rangeOf(value), custom)}
          data={Object.entries(rangeLabels).map(([value, label]) => ({ value, label }))}
        />
        {shown && <span className={classes.zone}>{zoneText(timeZone, shown.fromMs, shown.toMs)}</span>}
        {old && shown && (
          <span role="status">
            <strong>Not current.</strong> Last read{' '}
            {timeAgo(new Date(history?.asOfMs ?? 0).toISOString(), nowMs)}. We keep trying.
          </span>
        )}
      </div>
      {range === 'custom' && (
        <CustomRange
          days={custom}
          lastDay={dateText(Date.parse(localDayOf(nowMs, timeZone).day) - DAY_MS)}
          problem={problem}
          onChange={(days) => onRange('custom', days)}
        />
      )}
      {shown && <Charts {...props} shown={shown} isOld={old} />}
    </section>
  );
}

interface ChartsProps extends StationHistoryProps {
  shown: HistoryWindow;
  isOld: boolean;
}

function Charts({ history, shown, isOld, timeZone, range }: ChartsProps) {
  const points = history?.value;
  const { step, gaps, period, fromMs, toMs } = shown;
  // The rules of gaps are constants: a new window of the same steps draws nothing anew.
  const charts = useMemo(() => historyCharts(points ?? [], { step, gaps }), [points, step, gaps]);
  if (history === undefined)
    return (
      <Delayed>
        <div className={classes.charts} role="status" aria-busy="true" aria-label="Loading the history">
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} height={chartPx + 80} radius={12} />
          ))}
        </div>
      </Delayed>
    );
  if (points == null)
    return (
      <Card title="No history" unknown>
        <p role="alert">{historyCrashText}. We keep trying.</p>
      </Card>
    );
  if (charts.length === 0)
    return (
      <Card title="No measurements">
        <p className={classes.nothing}>
          This station has measured nothing in this time. What it measures is drawn here as it comes in.
        </p>
      </Card>
    );
  return (
    <div className={classes.charts}>
      {charts.map(({ title, legend, series, yRange, text }) => (
        <Card key={title} title={title} age={`${legend} · ${period}`} unknown={isOld}>
          <TimeChart
            title={`${title}, ${period}`}
            series={series}
            timeZone={timeZone}
            heightPx={chartPx}
            nowMs={range === 'custom' ? null : toMs}
            {...{ fromMs, toMs, yRange }}
            yTickCount={5}
          />
          {text !== '' && <p className={classes.text}>{text}</p>}
        </Card>
      ))}
    </div>
  );
}
