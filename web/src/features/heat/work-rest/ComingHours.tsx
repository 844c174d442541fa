import type { HeatSeries } from '@allclear/contract';
import { localText } from '@allclear/domain';
import { Skeleton } from '@mantine/core';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import { type Advised, type ComingHour, shortText } from './heat-view.ts';
import classes from './WorkRestCard.module.css';

interface ComingHoursProps {
  /** Null while the current heat or the forecast is unknown. */
  hours: readonly ComingHour[] | null;
  now: Advised | null;
  forecast: HeatSeries['forecast'];
  loading: boolean;
  timeZone: string;
  nowMs: number | null;
}

/** Work and rest in the next three hours by the forecast. */
export function ComingHours({ hours, now, forecast, loading, timeZone, nowMs }: ComingHoursProps) {
  // Without the current heat nothing on the card may look like permission; the days are under Details.
  if (now === null) return null;
  if (loading) {
    return (
      <Delayed>
        <Skeleton height={78} mt={14} radius={10} role="status" aria-label="Loading the next hours" />
      </Delayed>
    );
  }
  if (hours === null || !forecast)
    return <p className={classes.small}>The next three hours are not known.</p>;
  // The zone is shown once, where it differs from the reader's.
  const zone = /[AP]M\s+(\S+)$/.exec(timeOfDay(new Date(hours[0]?.atMs ?? 0).toISOString(), timeZone))?.[1];
  return (
    <section className={classes.coming} aria-label="The next three hours">
      <h3>
        Next three hours{zone && ` · ${zone}`}
        {forecast.stale && <small> · forecast of {timeAgo(forecast.asOf, nowMs)}, not current</small>}
      </h3>
      <ol className={forecast.stale ? 'hatched' : undefined}>
        {hours.map(({ atMs, value, advised }) => (
          <li key={atMs} className={value === null ? 'hatched' : undefined}>
            <time dateTime={new Date(atMs).toISOString()}>{localText(atMs, timeZone)}</time>
            <strong>{value === null ? '--' : `${value.toFixed(1)} °F`}</strong>
            <span data-kind={advised?.kind}>
              {advised?.risk && (
                <i
                  className={classes.smallMark}
                  style={{ background: advised.risk.color, borderColor: advised.risk.colorSecondary }}
                  aria-hidden="true"
                />
              )}
              {advised === null ? 'not known' : shortText(advised)}
              {advised?.risk && <span className="visually-hidden">, {advised.risk.name}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
