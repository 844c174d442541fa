import type { LocationObservation } from '@allclear/contract';
import type { TileState } from '@allclear/domain';
import { IconAlertOctagonFilled, IconAlertTriangleFilled, IconArrowUp, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApproximateMark } from '../../ui/CardStates.tsx';
import classes from './ConditionsCard.module.css';
import {
  stateText,
  type Tile,
  type TileGauge,
  turnTo,
  windArrowDegrees,
  windText,
} from './conditions-view.ts';

interface ConditionTileProps {
  tile: Tile;
  /** The government station that is used in place of an own station. */
  source: string;
  children?: ReactNode;
}

/**
 * One number of the current conditions, in large type: '--' when it is missing, and its state against the
 * policy that watches it.
 */
export function ConditionTile({ tile, source, children }: ConditionTileProps) {
  return (
    <div className={classes.tile} data-state={tile.state?.kind}>
      <dt>
        {tile.name}
        {tile.approximate && (
          <ApproximateMark
            label={`Estimated from the nearest government station (${source}), because this location has no weather station of its own that reports now.`}
          />
        )}
      </dt>
      <dd className={classes.value}>
        {tile.value}
        {tile.unit && <small>{tile.unit}</small>}
      </dd>
      {tile.gauge && <Gauge tile={tile} gauge={tile.gauge} />}
      {tile.warned ? (
        <dd className={classes.state} data-state="near">
          <IconAlertTriangleFilled size={14} aria-hidden="true" />
          warning in effect
        </dd>
      ) : (
        tile.state && <StateNote state={tile.state} />
      )}
      {tile.unsaid && !tile.warned && (
        <dd className={classes.state} aria-hidden="true">
          {'\u00a0'}
        </dd>
      )}
      <dd className={classes.note}>{children}</dd>
    </div>
  );
}

/** A bar between the ends of the scale; the value above it is the exact one. */
function Gauge({ tile, gauge }: { tile: Tile; gauge: TileGauge }) {
  return (
    <dd className={classes.gauge}>
      <meter
        aria-label={`${tile.name}, ${gauge.min} to ${gauge.max} ${tile.unit}`}
        min={gauge.min}
        max={gauge.max}
        value={gauge.shown}
        aria-valuetext={`${tile.value} ${tile.unit}`}
      />
    </dd>
  );
}

const icons = { exceeded: IconAlertOctagonFilled, near: IconAlertTriangleFilled, within: IconCheck } as const;

function StateNote({ state }: { state: TileState }) {
  const Icon = icons[state.kind];
  return (
    <dd className={classes.state} data-state={state.kind}>
      <Icon size={14} aria-hidden="true" />
      {stateText(state)}
    </dd>
  );
}

/**
 * The wind's direction as an arrow that rotates (it points where the wind blows to) and as compass text
 * (where it comes from).
 */
export function WindNote({ data }: { data: LocationObservation['data'] }) {
  const degrees = windArrowDegrees(data);
  return (
    <>
      {degrees !== null && <WindArrow degrees={degrees} />}
      <span>{windText(data)}</span>
    </>
  );
}

function WindArrow({ degrees }: { degrees: number }) {
  const [turned, setTurned] = useState(degrees);
  const next = turnTo(turned, degrees);
  if (next !== turned) setTurned(next);
  return (
    <IconArrowUp
      className={classes.arrow}
      size={16}
      stroke={2.2}
      style={{ transform: `rotate(${next}deg)` }}
      aria-hidden="true"
    />
  );
}
