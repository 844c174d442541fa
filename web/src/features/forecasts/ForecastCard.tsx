import type { DailyForecastItem, HourlyForecastItem } from '@allclear/contract';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { Card } from '../../ui/Card.tsx';
import { CardPlaceholder, StaleNote } from '../../ui/CardStates.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import classes from './ForecastCard.module.css';
import { defaultMetric, type ForecastView, hasSnow, metricIn, metricsOf } from './metrics.ts';
import { comesFrom, dailyPeriods, hourlyPeriods } from './periods.ts';
import { thresholdsOf, type WatchingPolicy } from './thresholds.ts';

export const forecastCrashText =
  "Your forecast breakdown is having a breakdown. Give us a moment, and we'll be back up and running soon!";
const title = 'Forecast Breakdown';
const hourMs = 3_600_000;
// Strip, icons and chart load after the page.
const ForecastStrip = lazy(() => import('./ForecastStrip.tsx'));

interface ForecastCardProps {
  hourly: QueryState<readonly HourlyForecastItem[]> | undefined;
  daily: QueryState<readonly DailyForecastItem[]> | undefined;
  /** The policies that watch the location: the thresholds in the chart. */
  policies: readonly WatchingPolicy[];
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** Forecast Breakdown of a location (spec 1 sections 2.6 and 4). */
export function ForecastCard({ hourly, daily, policies, timeZone, nowMs, speed }: ForecastCardProps) {
  const [view, setView] = useState<ForecastView>('hourly');
  const [chosen, setChosen] = useState(defaultMetric);
  const state: QueryState<readonly (HourlyForecastItem | DailyForecastItem)[]> | undefined =
    view === 'hourly' ? hourly : daily;
  const trust = trustOf(state, nowMs, speed, view === 'hourly' ? 'hourlyForecast' : 'dailyForecast');
  const snow = hasSnow(hourly?.value ?? [], daily?.value ?? []);
  const metric = metricIn(view, chosen, snow);
  // Nothing is computed or drawn again before an hour is over.
  const fromMs = comesFrom(state?.value ?? [], nowMs, view === 'hourly' ? hourMs : 24 * hourMs);
  const hours = hourly?.value;
  const days = daily?.value;
  const periods = useMemo(
    () =>
      view === 'hourly' ? hourlyPeriods(hours ?? [], timeZone, fromMs) : dailyPeriods(days ?? [], fromMs),
    [view, hours, days, timeZone, fromMs],
  );
  const metrics = useMemo(() => metricsOf(view, snow), [view, snow]);
  const thresholds = useMemo(() => thresholdsOf(metric, policies), [metric, policies]);
  const first = state?.value?.[0];
  const stale = first !== undefined && (trust === 'unknown' || first.stale);
  const nothing = state !== undefined && periods.length === 0;
  const unavailable = nothing && !state.none && trust === 'unknown';

  const switchTo = (next: ForecastView) => {
    setView(next);
    setChosen(metricIn(next, metric, snow));
  };

  return (
    <Card
      title={title}
      age={<ViewToggle view={view} onChange={switchTo} />}
      unknown={stale || unavailable}
      className={classes.card}
    >
      {state === undefined && (
        <Delayed>
          <Loading />
        </Delayed>
      )}
      {nothing && (
        <CardPlaceholder
          title="No forecast data available for this location"
          heightPx={120}
          role={unavailable ? 'alert' : 'status'}
        >
          {unavailable && <p>The forecast is temporarily unavailable. We keep trying.</p>}
        </CardPlaceholder>
      )}
      {stale && !nothing && (
        <StaleNote>
          The forecast was last read {timeAgo(first.asOf, nowMs)}, at {timeOfDay(first.asOf, timeZone)}. We
          keep trying.
        </StaleNote>
      )}
      {periods.length > 0 && (
        <>
          <Suspense fallback={<Loading />}>
            <ForecastStrip
              // A switch starts at the first column again.
              key={view}
              view={view}
              periods={periods}
              metrics={metrics}
              metric={metric}
              onMetric={setChosen}
              thresholds={thresholds}
            />
          </Suspense>
          {first && (
            <footer className={classes.footer}>
              <span>Issued {timeOfDay(first.issuedTime, timeZone)}</span>
              <span>{first.attribution}</span>
              <span>WBGT is an estimate</span>
            </footer>
          )}
        </>
      )}
    </Card>
  );
}

function ViewToggle({ view, onChange }: { view: ForecastView; onChange: (view: ForecastView) => void }) {
  return (
    <SegmentedControl
      className={classes.toggle ?? ''}
      aria-label="Forecast by the hour or by the day"
      value={view}
      onChange={(value) => onChange(value === 'daily' ? 'daily' : 'hourly')}
      data={[
        { value: 'hourly', label: 'Hourly' },
        { value: 'daily', label: 'Daily' },
      ]}
    />
  );
}

/** The layout of the content to come: side buttons, columns and the chart. */
function Loading() {
  return (
    <div className={classes.loading} role="status" aria-busy="true" aria-label="Loading the forecast">
      {Array.from({ length: 7 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <div key={row} className={classes.loadingRow}>
          <Skeleton height={row === 0 ? 96 : 24} width={64} radius={8} />
          <Skeleton height={row === 0 ? 96 : 24} radius={8} />
        </div>
      ))}
      <Skeleton height={225} radius={8} />
    </div>
  );
}
