import { ActionIcon, Slider } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { useSlowNow } from '../use-slow-now.ts';
import type { Playback } from './playback.ts';
import classes from './RadarBar.module.css';

export interface BarFrame {
  readonly time: string;
  /** Null for observed radar. */
  readonly issuedAt: string | null;
}

interface RadarBarProps {
  playback: Playback;
  /** The title of the bar: 'Past radar'. */
  name: string;
  frame: BarFrame | null;
  /** Of the frames, the number with a loaded image and the number without any. */
  loaded: { ready: number; missing: number; all: number };
  /** Whether the map shows the slider's frame. */
  shown: boolean;
  stale: boolean;
  /** Why there is no radar, in words. */
  failure: string | null;
  timeZone: string;
  onToggle: () => void;
  onScrub: (progress: number) => void;
  /** The menus of the bar. */
  children: ReactNode;
}

/** Play, the shown time, and the loading progress. */
export function RadarBar({
  playback,
  name,
  frame,
  loaded,
  shown,
  stale,
  failure,
  timeZone,
  onToggle,
  onScrub,
  children,
}: RadarBarProps) {
  const now = useSlowNow(1_000);
  const playing = playback.mode === 'play';
  const unknown = failure !== null || stale;
  return (
    <section
      className={`${classes.bar} ${unknown ? 'hatched' : ''}`}
      aria-label="Radar bar"
      data-mode={playback.mode}
    >
      <ActionIcon
        aria-label={playing ? 'Pause' : 'Play'}
        disabled={loaded.all < 2}
        onClick={onToggle}
        variant="filled"
        color="primary"
        radius="xl"
      >
        {playing ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </ActionIcon>
      <div className={classes.when}>
        {frame ? (
          <>
            <strong data-shown={shown || undefined}>{timeOfDay(frame.time, timeZone)}</strong>
            <span>
              {name} · {frame.issuedAt === null ? timeAgo(frame.time, now, 'short') : ahead(frame.time, now)}
            </span>
          </>
        ) : (
          <strong className={classes.none}>{failure ?? 'Loading radar…'}</strong>
        )}
        {frame && failure && <span className={classes.failure}>{failure}</span>}
        {frame && !failure && stale && (
          <span className={classes.failure}>
            This radar is old and nothing newer has arrived. We do not know what is there now.
          </span>
        )}
        {frame && !stale && !failure && note(loaded, playing, shown)}
      </div>
      <Slider
        className={classes.slider ?? ''}
        value={playback.progress}
        onChange={onScrub}
        min={0}
        max={100}
        step={loaded.all > 1 ? 100 / (loaded.all - 1) : 1}
        disabled={loaded.all < 2}
        label={null}
        thumbLabel="Time of the radar"
        thumbSize={22}
        thumbProps={{ 'aria-valuetext': frame ? timeOfDay(frame.time, timeZone) : 'no radar' } as object}
      />
      <div className={classes.menus}>{children}</div>
    </section>
  );
}

function note({ ready, missing, all }: RadarBarProps['loaded'], playing: boolean, shown: boolean) {
  if (missing > 0)
    return (
      <span className={classes.failure}>
        {missing === 1 ? '1 frame is missing' : `${missing} frames are missing`}
      </span>
    );
  if (playing && ready < all) return <span>{`Loading frames: ${ready} of ${all}`}</span>;
  return shown ? null : <span>Loading…</span>;
}

/** 'in 45 min, expected' */
function ahead(time: string, now: number | null): string {
  const minutes = now === null ? Number.NaN : Math.round((Date.parse(time) - now) / 60_000);
  if (Number.isNaN(minutes)) return 'expected';
  if (minutes <= 0) return 'expected for now';
  return `in ${minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`}, expected`;
}
