import type { HourlyForecastItem } from '@allclear/contract';
import { nightsBetween, type WatchedLimit } from '@allclear/domain';
import { NativeSelect, Skeleton } from '@mantine/core';
import { IconAlertOctagonFilled } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { CardPlaceholder, StaleNote } from '../../../ui/CardStates.tsx';
import { loadDrawing, TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import { timelineCrashText, timelineTitle } from './crash-text.ts';
import classes from './TimelineCard.module.css';
import {
  forecastMax,
  limitOf,
  pointsOf,
  silentSince,
  type TimelineMetric,
  thresholdsOf,
  timelineMetrics,
} from './timeline-view.ts';
import { timelineHours, useConditionHistory, useMetric } from './use-timeline.ts';

interface TimelineCardProps {
  /** A station of the organization's own. */
  station: { readonly id: string; readonly name: string };
  place: { readonly latitude: number; readonly longitude: number; readonly timeZone: string };
  /** The page with the whole history; null when the user may not open it. */
  historicalPath: string | null;
  hourly: QueryState<readonly HourlyForecastItem[]> | undefined;
  policies: readonly WatchedLimit[] | null | undefined;
  nowMs: number | null;
  speed: number;
}

const minuteMs = 60_000;
/** With the content above and below it the card is 340 high (spec 1 section 9). */
const chartPx = 203;

/**
 * Conditions timeline of a station (spec 1 section 2.4): the last hours as measured, and the forecast's
 * maximum.
 */
export default function TimelineCard(props: TimelineCardProps) {
  const { station, place, historicalPath, hourly, policies, nowMs, speed } = props;
  const history = useConditionHistory(station.id, speed);
  const [metric, setMetric] = useMetric();
  // The drawing code loads in parallel with the values.
  useEffect(() => void loadDrawing().catch(() => undefined), []);
  const metricInfo = timelineMetrics[metric];
  const limit = useMemo(() => limitOf(policies, metric), [policies, metric]);
  const thresholds = useMemo(() => thresholdsOf(limit), [limit]);
  const points = useMemo(() => pointsOf(history?.value ?? [], metric), [history?.value, metric]);
  const series = useMemo(() => {
    const { name, colorVar, unit, decimals } = metricInfo;
    return [{ name, colorVar, unit, decimals, points }];
  }, [metricInfo, points]);
  const trust = trustOf(history, nowMs, speed, 'conditionHistory');
  const { fromMs, toMs, nights } = useWindow(nowMs, place);

  const shown = points.some(({ value }) => value !== null);
  const stale = history?.value != null && trust === 'unknown';
  const failed = history !== undefined && history.value === null;
  const silent = nowMs === null || stale ? null : silentSince(points, nowMs);
  return (
    <Card
      title={timelineTitle}
      className={classes.card}
      unknown={stale || failed}
      age={`${station.name} · last ${timelineHours} hours`}
    >
      <div className={classes.controls}>
        <NativeSelect
          aria-label="Condition"
          classNames={{ input: classes.choice }}
          value={metric}
          onChange={(event) => setMetric(event.currentTarget.value as TimelineMetric)}
          data={Object.entries(timelineMetrics).map(([value, { label }]) => ({ value, label }))}
        />
        <ForecastBadge {...{ hourly, metric, limit, nowMs, speed }} timeZone={place.timeZone} />
        {historicalPath && (
          <Link className={`${classes.link} touch-area`} to={historicalPath}>
            View All
          </Link>
        )}
      </div>
      {history === undefined && <Loading />}
      {failed && <Failed />}
      {stale && (
        <StaleNote>
          Last read {timeAgo(new Date(history.asOfMs ?? 0).toISOString(), nowMs)}. We keep trying.
        </StaleNote>
      )}
      {history?.value != null && !shown && <NothingMeasured name={metricInfo.name} />}
      {shown && fromMs !== null && toMs !== null && (
        <div className={classes.chart}>
          {silent !== null && (
            <p className={classes.silent} role="status">
              Nothing since {timeOfDay(new Date(silent).toISOString(), place.timeZone)}.
            </p>
          )}
          <TimeChart
            title={`${metricInfo.name} of the last ${timelineHours} hours`}
            series={series}
            timeZone={place.timeZone}
            heightPx={chartPx}
            nowMs={toMs}
            thresholds={thresholds}
            nights={nights}
            fromMs={fromMs}
            toMs={toMs}
            yTickCount={4}
            minSpan={metricInfo.minSpan}
          />
        </div>
      )}
    </Card>
  );
}

/** The shown hours up to this minute, with their nights; null while the time is unknown. */
function useWindow(nowMs: number | null, { latitude, longitude }: TimelineCardProps['place']) {
  const toMs = nowMs === null ? null : Math.floor(nowMs / minuteMs) * minuteMs;
  // The server's periods of 15 minutes begin at the quarters of the hour: the first one is shown whole.
  const fromMs =
    toMs === null
      ? null
      : Math.floor((toMs - timelineHours * 60 * minuteMs) / (15 * minuteMs)) * 15 * minuteMs;
  // The sun moves slowly: the bands are computed every five minutes.
  const nightMs = toMs === null ? null : Math.floor(toMs / (5 * minuteMs)) * 5 * minuteMs;
  const nights = useMemo(
    () =>
      nightMs === null
        ? []
        : nightsBetween(nightMs - (timelineHours * 60 + 15) * minuteMs, nightMs + 5 * minuteMs, {
            latitude,
            longitude,
          }),
    [nightMs, latitude, longitude],
  );
  return { fromMs, toMs, nights };
}

function Loading() {
  return (
    <Delayed>
      <Skeleton className={classes.chart} height={chartPx} radius={8} aria-hidden="true" />
    </Delayed>
  );
}

function NothingMeasured({ name }: { name: string }) {
  return (
    <CardPlaceholder title={`No ${name} in the last ${timelineHours} hours`} heightPx={chartPx}>
      <p>What the station measures is drawn here as it comes in.</p>
    </CardPlaceholder>
  );
}

function Failed() {
  return (
    <CardPlaceholder title={timelineCrashText} heightPx={chartPx} role="alert">
      <p>We keep trying.</p>
    </CardPlaceholder>
  );
}

interface ForecastBadgeProps {
  hourly: QueryState<readonly HourlyForecastItem[]> | undefined;
  metric: TimelineMetric;
  limit: WatchedLimit | null;
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** 'Forecast Max' with value and hour; '--' when the forecast is unknown or not current. */
function ForecastBadge({ hourly, metric, limit, timeZone, nowMs, speed }: ForecastBadgeProps) {
  if (hourly === undefined) return null;
  const current =
    nowMs !== null &&
    trustOf(hourly, nowMs, speed, 'hourlyForecast') !== 'unknown' &&
    hourly.value?.[0]?.stale === false;
  const max = current ? forecastMax(hourly.value ?? [], metric, { nowMs, timeZone, limit }) : null;
  return (
    <span className={classes.badge} data-breaks={max?.breaks || undefined}>
      {max?.breaks && <IconAlertOctagonFilled size={14} aria-hidden="true" />}
      <span>
        Forecast Max <strong>{max?.text ?? '--'}</strong>
        {max?.breaks && ', over policy'}
      </span>
    </span>
  );
}
