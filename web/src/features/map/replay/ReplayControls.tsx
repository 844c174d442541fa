import { IconCurrentLocation, IconHistory, IconMinus, IconPlus } from '@tabler/icons-react';
import { Control } from '../controls/MapControls.tsx';
import type { LiveMapHandle } from '../LiveMap.tsx';
import { MapNote } from '../notes/MapNote.tsx';
import classes from './Replay.module.css';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import type { StormReplayView } from './use-storm-replay.ts';

/** The controls of a replay, in place of those of the present. */
export function ReplayControls({
  replay,
  handle,
  timeZone,
}: {
  replay: StormReplayView;
  handle: LiveMapHandle | null;
  timeZone: string;
}) {
  const { state, dispatch, scene, radar } = replay;
  const { spot } = state;
  if (spot === null) return null;
  const notes = scene ? [...scene.notes, ...(radar.note ? [radar.note] : [])] : [];
  return (
    <div className={classes.replay} data-replay-part>
      <div className={classes.top}>
        <p className={classes.band} role="status">
          <IconHistory size={20} aria-hidden="true" />
          <strong>Replay — not now</strong>
          <span>{spot.name}</span>
        </p>
        <div className={classes.notes}>
          {notes.map((note) => (
            <MapNote key={note} note={note} />
          ))}
        </div>
      </div>
      <div className={classes.view}>
        <Control label="Zoom in" Icon={IconPlus} onClick={() => handle?.zoomBy(1)} />
        <Control label="Zoom out" Icon={IconMinus} onClick={() => handle?.zoomBy(-1)} />
        <Control
          label="Center on the replay"
          Icon={IconCurrentLocation}
          onClick={() => handle?.center(spot)}
        />
      </div>
      <div className={classes.bottom}>
        {scene && (
          <ReplayPanel
            locations={scene.locations}
            focusId={replay.focusId}
            leftOut={replay.locationsLeftOut}
            miles={spot.miles}
            timeZone={timeZone}
            onFocus={(id) => dispatch({ type: 'focus', id })}
          />
        )}
        <ReplayBar
          {...{ state, timeZone }}
          atMs={scene?.atMs ?? null}
          failed={replay.failed}
          isLoadingRadar={radar.isLoading}
          onToggle={() => dispatch({ type: 'toggle' })}
          onScrub={(step) => dispatch({ type: 'scrub', step })}
          onSpeed={(speed) => dispatch({ type: 'speed', speed })}
          onRetry={replay.retry}
          onLeave={() => dispatch({ type: 'leave' })}
        />
      </div>
    </div>
  );
}
