import type { LocationObservation } from '@allclear/contract';
import { Tooltip } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ConditionsCard.module.css';
import { type Tile, windArrowDegrees, windText } from './conditions-view.ts';

/** One number of the current conditions, large and honest: '--' when it is missing. */
export function ConditionTile({ tile, children }: { tile: Tile; children?: ReactNode }) {
  return (
    <div className={classes.tile}>
      <dt>
        {tile.name}
        {tile.approximate && (
          <Tooltip label="Estimated from the nearest government station, because this location has no weather station of its own.">
            <button type="button" className={classes.approximate}>
              Approx.
            </button>
          </Tooltip>
        )}
      </dt>
      <dd className={classes.value}>
        {tile.value}
        {tile.unit && <small>{tile.unit}</small>}
      </dd>
      <dd className={classes.note}>{children}</dd>
    </div>
  );
}

/** The wind's direction as an arrow that turns (it points where the wind blows to) and as compass text (where it comes from). */
export function WindNote({ data }: { data: LocationObservation['data'] }) {
  const degrees = windArrowDegrees(data);
  return (
    <>
      {degrees !== null && (
        <IconArrowUp className={classes.arrow} size={16} stroke={2.2} style={{ transform: `rotate(${degrees}deg)` }} aria-hidden="true" />
      )}
      <span>{windText(data)}</span>
    </>
  );
}
