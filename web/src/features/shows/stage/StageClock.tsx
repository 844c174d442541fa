import { localText } from '@allclear/domain';
import classes from './Stage.module.css';

/** The time of day at the first place of the show. */
export function StageClock({ now, timeZone }: { now: number; timeZone: string }) {
  return (
    <time className={classes.clock} dateTime={new Date(Math.floor(now / 60_000) * 60_000).toISOString()}>
      {localText(now, timeZone, true)}
    </time>
  );
}
