import { IconCheck, IconEye } from '@tabler/icons-react';
import { clockText } from './countdown.ts';
import type { ZoneView } from './lightning-view.ts';
import { Ring } from './Ring.tsx';
import classes from './ZoneRings.module.css';

const tones = { strike: 'danger', observing: 'observing', clear: 'clear' } as const;

/** A ring for each zone, the innermost largest. */
export function ZoneRings({ zones }: { zones: readonly ZoneView[] }) {
  return (
    <ul
      className={classes.rings}
      style={{ gridTemplateRows: `1fr repeat(${Math.max(0, zones.length - 1)}, auto) 1fr` }}
    >
      {zones.map((zone, i) => (
        <li
          key={zone.zone}
          className={i === 0 ? classes.inner : classes.outer}
          aria-label={spoken(zone)}
          data-state={zone.state}
          style={i > 0 ? { gridRow: i + 1 } : undefined}
        >
          <Ring
            progress={zone.progress}
            tone={tones[zone.state]}
            sizePx={i === 0 ? 168 : 44}
            strokePx={i === 0 ? 10 : 5}
          />
          <span className={classes.words}>
            <span className={classes.time} data-tone={tones[zone.state]}>
              {zone.state === 'clear' ? <AllClear large={i === 0} /> : clockText(zone.remainingSeconds)}
            </span>
            <span className={classes.range}>
              {zone.state === 'observing' && <IconEye size={14} aria-hidden="true" />}
              {zone.range}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function AllClear({ large }: { large: boolean }) {
  return (
    <span className={classes.clear}>
      <IconCheck size={large ? 22 : 16} stroke={2.5} aria-hidden="true" />
      All Clear
    </span>
  );
}

function spoken(zone: ZoneView): string {
  if (zone.state === 'clear') return `${zone.range}: All Clear`;
  const minutes = Math.floor(Math.ceil(zone.remainingSeconds) / 60);
  const time = minutes > 0 ? `${minutes} min` : 'less than a minute';
  return `${zone.range}: ${zone.state === 'strike' ? 'delay' : 'quiet not yet observed'}, ${time} remaining`;
}
