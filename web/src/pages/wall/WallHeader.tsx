import { timeOfDay } from '../../clock/time-text.ts';
import { PoweredBy } from '../../ui/Logo.tsx';
import { countText, type StateCount } from '../places/place-list.ts';
import classes from './Wall.module.css';

interface WallHeaderProps {
  name: string;
  counts: readonly StateCount[];
  /** Null while all places are on one page. */
  page: { number: number; of: number } | null;
  nowMs: number | null;
  timeZone: string | undefined;
  /** Whether nobody is signed in: a display link shows the wall. */
  isPublic: boolean;
}

/** Whose wall it is, how many places have each answer, and the time. */
export function WallHeader({
  name,
  counts,
  page,
  nowMs,
  timeZone = readersZone(),
  isPublic,
}: WallHeaderProps) {
  const time = nowMs === null ? '--' : timeOfDay(new Date(nowMs).toISOString(), timeZone);
  return (
    <header className={classes.header}>
      <h1>{name === '' ? 'Allclear' : name}</h1>
      <p className={classes.counts}>
        {counts.map((count) => countText(count).replaceAll(' ', '\u00a0')).join(' · ')}
        {page && (
          <span className={classes.page}>
            page {page.number} of {page.of}
          </span>
        )}
        {isPublic && (
          <span className={classes.powered}>
            <PoweredBy />
          </span>
        )}
      </p>
      <p className={classes.clock}>{time}</p>
    </header>
  );
}

function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
