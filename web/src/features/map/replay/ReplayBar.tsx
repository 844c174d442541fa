import { ActionIcon, Button, NativeSelect, Slider } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { useSlowNow } from '../use-slow-now.ts';
import classes from './Replay.module.css';
import { lastStep, type ReplaySpeed, type ReplayState } from './replay-state.ts';

interface ReplayBarProps {
  state: ReplayState;
  /** The shown instant, epoch ms; null while there is nothing to show. */
  atMs: number | null;
  failed: boolean;
  isLoadingRadar: boolean;
  timeZone: string;
  onToggle: () => void;
  onScrub: (step: number) => void;
  onSpeed: (speed: ReplaySpeed) => void;
  onRetry: () => void;
  onLeave: () => void;
}

const speeds = [
  { value: 'slow', label: 'Slow' },
  { value: 'normal', label: 'Normal' },
  { value: 'fast', label: 'Fast' },
];

/** Play, the shown instant, and the way back to now. */
export function ReplayBar({
  state,
  atMs,
  failed,
  isLoadingRadar,
  timeZone,
  onToggle,
  onScrub,
  onSpeed,
  onRetry,
  onLeave,
}: ReplayBarProps) {
  const play = useRef<HTMLButtonElement>(null);
  const ready = atMs !== null;
  // The button that started the replay is gone: the keyboard focus moves here.
  useEffect(() => {
    if (ready) play.current?.focus({ preventScroll: true });
  }, [ready]);
  const at = atMs === null ? null : new Date(atMs).toISOString();
  return (
    <section className={classes.bar} aria-label="Replay bar" data-playing={state.playing || undefined}>
      <ActionIcon
        ref={play}
        aria-label={state.playing ? 'Pause the replay' : 'Play the replay'}
        disabled={!ready}
        onClick={onToggle}
        variant="filled"
        color="primary"
        radius="xl"
      >
        {state.playing ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </ActionIcon>
      <ReplayTime {...{ at, failed, isLoadingRadar, timeZone }} />
      {failed && !ready ? (
        <Button className={classes.slider ?? ''} variant="default" size="md" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <Slider
          className={classes.slider ?? ''}
          value={state.step}
          onChange={onScrub}
          min={0}
          max={lastStep}
          step={1}
          disabled={!ready}
          label={null}
          thumbLabel="Time of the replay"
          thumbSize={22}
          thumbProps={{ 'aria-valuetext': at ? timeOfDay(at, timeZone, true) : 'no replay' } as object}
        />
      )}
      <NativeSelect
        className={classes.speed ?? ''}
        aria-label="Replay speed"
        size="md"
        data={speeds}
        value={state.speed}
        onChange={({ currentTarget }) => onSpeed(currentTarget.value as ReplaySpeed)}
      />
      <Button
        className={classes.back ?? ''}
        size="md"
        onClick={onLeave}
        leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
      >
        Back to now
      </Button>
    </section>
  );
}

/** The shown instant and its age, or why there is none. */
function ReplayTime({
  at,
  failed,
  isLoadingRadar,
  timeZone,
}: Pick<ReplayBarProps, 'failed' | 'isLoadingRadar' | 'timeZone'> & { at: string | null }) {
  const now = useSlowNow(1_000);
  return (
    <div className={classes.when}>
      {at ? (
        <>
          <strong>{timeOfDay(at, timeZone, true)}</strong>
          <span>
            {timeAgo(at, now, 'short')}
            {isLoadingRadar && ' · loading radar…'}
          </span>
        </>
      ) : failed ? (
        <strong className={classes.words} role="alert">
          The replay could not be loaded.
        </strong>
      ) : (
        <strong className={classes.words} role="status">
          Loading the replay…
        </strong>
      )}
    </div>
  );
}
