import { IconCloudOff, IconFlask } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { span } from '../../clock/time-text.ts';
import { useNow } from '../../clock/use-now.ts';
import { useServices } from '../../services.ts';
import classes from './Banners.module.css';
import { weatherWarning } from './weather-text.ts';

/**
 * Across every page: simulated or replayed weather must not be mistaken for live weather. `children` are
 * what can be done with it.
 */
export function WeatherBar({
  weather,
  speed,
  children,
}: {
  weather: string;
  speed: number;
  children?: ReactNode;
}) {
  const words = weatherWarning(weather, speed);
  if (!words) return null;
  return (
    <div className={classes.weather} role="note" aria-label="Weather source">
      <IconFlask size={16} aria-hidden="true" />
      <span>{words}</span>
      {children}
    </div>
  );
}

/** Shown while the server does not answer: since when, and what happens next. */
export function ConnectionBanner() {
  const { connection } = useServices();
  const lostAt = useSyncExternalStore(connection.subscribe, connection.lostAt);
  useNow(1000);
  if (lostAt === null) return null;
  const seconds = Math.round((Date.now() - lostAt) / 1000);
  return (
    <div className={classes.lost} role="alert">
      <IconCloudOff size={18} aria-hidden="true" />
      <span>
        Connection lost{seconds >= 10 && <span aria-hidden="true"> for {span(seconds)}</span>}. What you see
        may be old; we keep trying.
      </span>
    </div>
  );
}
