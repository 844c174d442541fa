import { IconCheck, IconEye } from '@tabler/icons-react';
import { clockText } from './countdown.ts';
import type { ZoneView } from './lightning-view.ts';
import { Ring } from './Ring.tsx';
import classes from './ZoneRings.module.css';

interface ZoneRingsProps {
  zones: readonly ZoneView[];
  governing: ZoneView;
  /** The place is closed: no zone of it is called clear. */
  isClosed?: boolean;
}

/**
 * A ring for each zone in delay: large the one that governs, beside it the others from the innermost. A zone
 * that is clear while another is in delay is a line without a ring, in a neutral color.
 */
export function ZoneRings({ zones, governing, isClosed = false }: ZoneRingsProps) {
  const others = zones.filter((zone) => zone !== governing);
  return (
    <ul className={classes.rings} style={{ gridTemplateRows: `1fr repeat(${others.length}, auto) 1fr` }}>
      <Zone zone={governing} large isClosed={isClosed} />
      {others.map((zone, i) => (
        <Zone key={zone.zone} zone={zone} row={i + 2} isClosed={isClosed} />
      ))}
    </ul>
  );
}

interface ZoneProps {
  zone: ZoneView;
  large?: boolean;
  row?: number;
  isClosed: boolean;
}

function Zone({ zone, large = false, row, isClosed }: ZoneProps) {
  const isClear = zone.state === 'clear';
  const clear = isClosed ? 'No lightning' : 'All Clear';
  return (
    <li
      className={large ? classes.governing : classes.other}
      aria-label={spoken(zone, clear)}
      data-state={zone.state}
      style={row === undefined ? undefined : { gridRow: row }}
    >
      {zone.state === 'clear' ? (
        <span className={classes.sign}>
          {!isClosed && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}
        </span>
      ) : (
        <Ring
          progress={zone.progress}
          tone={zone.state === 'strike' ? 'danger' : 'observing'}
          sizePx={large ? 168 : 44}
          strokePx={large ? 10 : 5}
        />
      )}
      <span className={classes.words}>
        <span className={classes.time}>{isClear ? clear : clockText(zone.remainingSeconds)}</span>
        <span className={classes.range}>
          {zone.state === 'observing' && <IconEye size={14} aria-hidden="true" />}
          {zone.range}
        </span>
      </span>
    </li>
  );
}

function spoken(zone: ZoneView, clear: string): string {
  if (zone.state === 'clear') return `${zone.range}: ${clear}`;
  const minutes = Math.floor(Math.ceil(zone.remainingSeconds) / 60);
  const time = minutes > 0 ? `${minutes} min` : 'less than a minute';
  return `${zone.range}: ${zone.state === 'strike' ? 'delay' : 'quiet not yet observed'}, ${time} remaining`;
}
