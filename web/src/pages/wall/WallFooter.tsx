import type { Status } from '@allclear/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { timeOfDay } from '../../clock/time-text.ts';
import { ConnectionBanner } from '../../features/shell/Banners.tsx';
import { weatherWarning } from '../../features/shell/weather-text.ts';
import { useTurning } from './use-turning.ts';
import classes from './Wall.module.css';

const lineEveryMs = 8_000;

interface WallFooterProps {
  notes: readonly string[];
  warnings: readonly string[];
  /** ISO; null while nothing is observed. */
  observedThrough: string | null;
  timeZone: string | undefined;
  status: Pick<Status, 'weather' | 'speed'>;
}

/** A line of warnings, and the age of what is shown. */
export function WallFooter({ notes, warnings, observedThrough, timeZone, status }: WallFooterProps) {
  const lines = [...notes, ...warnings];
  const { page } = useTurning(Math.max(1, lines.length), lineEveryMs);
  const line = lines[page];
  const weather = weatherWarning(status.weather, status.speed);
  return (
    <footer className={classes.footer}>
      <ConnectionBanner />
      {line !== undefined && (
        <p className={classes.warning}>
          <IconAlertTriangle size="1.1em" aria-hidden="true" />
          <span>{line}</span>
          {lines.length > 1 && (
            <span className={classes.which}>
              {page + 1}/{lines.length}
            </span>
          )}
        </p>
      )}
      <p className={classes.age}>
        {observedThrough === null ? (
          'lightning not observed'
        ) : (
          <>observed through {timeOfDay(observedThrough, timeZone ?? readersZone(), true)}</>
        )}
        {weather !== null && (
          <span className={classes.weather} role="note" aria-label="Weather source" title={weather}>
            {weather.replace(/:.*?(?= ·|$)/, '')}
          </span>
        )}
      </p>
    </footer>
  );
}

function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
