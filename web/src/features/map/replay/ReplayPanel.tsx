import {
  IconBan,
  IconBolt,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconClock,
  IconEye,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { timeOfDay } from '../../../clock/time-text.ts';
import classes from './Replay.module.css';
import { type PastLocation, type PastState, type PastZone, pastText, summaryOf } from './replay-scene.ts';

interface ReplayPanelProps {
  locations: readonly PastLocation[];
  /** The location whose circles are drawn. */
  focusId: string | null;
  leftOut: number;
  /** The distance from the storm within which locations are listed. */
  miles: number;
  timeZone: string;
  onFocus: (id: string) => void;
}

const icons = {
  strike: IconBolt,
  observing: IconEye,
  clear: IconCheck,
  unknown: IconHelpCircle,
  'not-covered': IconBan,
  absent: IconClock,
};
const isUnknown = (state: PastState) => state === 'unknown' || state === 'not-covered';

/** The locations near the storm, with the state of each of their zones at the shown instant. */
export function ReplayPanel({ locations, focusId, leftOut, miles, timeZone, onFocus }: ReplayPanelProps) {
  const id = useId();
  // On a phone the map is first.
  const [opened, setOpened] = useState(() => window.matchMedia('(min-width: 48em)').matches);
  return (
    <section className={classes.panel} aria-label="Your locations then">
      <h2>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <span>
            Your locations then
            <small>{summaryOf(locations)}</small>
          </span>
          {opened ? (
            <IconChevronDown size={20} aria-hidden="true" />
          ) : (
            <IconChevronUp size={20} aria-hidden="true" />
          )}
        </button>
      </h2>
      {opened && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that is longer than the map is scrolled by the keyboard too
        <section tabIndex={0} id={id} aria-label="Zones then" className={classes.list}>
          {locations.length === 0 && <p>None of your locations is within {miles} mi of here.</p>}
          {locations.map((location) => (
            <article key={location.id} aria-label={location.label}>
              <h3>
                <button
                  type="button"
                  aria-pressed={location.id === focusId}
                  title="Show its circles"
                  onClick={() => onFocus(location.id)}
                >
                  {location.label} <small>{location.distanceMiles} mi</small>
                </button>
              </h3>
              <ul>
                {location.zones.map((zone) => (
                  <ZoneRow key={zone.zone} zone={zone} timeZone={timeZone} />
                ))}
              </ul>
              {location.isChanged && <p>Changed during these minutes: its zones may have been others.</p>}
            </article>
          ))}
          {leftOut > 0 && (
            <p>
              {leftOut} more {leftOut === 1 ? 'location is' : 'locations are'} farther away and not listed.
            </p>
          )}
          {locations.length > 0 && (
            <p>As Allclear knew it then, with the radii and timers that are set now.</p>
          )}
        </section>
      )}
    </section>
  );
}

function ZoneRow({ zone, timeZone }: { zone: PastZone; timeZone: string }) {
  const Icon = icons[zone.state];
  return (
    <li data-state={zone.state} className={isUnknown(zone.state) ? 'hatched' : undefined}>
      <Icon size={18} aria-hidden="true" />
      <span className={classes.range}>{zone.range}</span>
      <span>
        {pastText[zone.state]}
        {zone.sinceMs !== null && (
          <small> since {timeOfDay(new Date(zone.sinceMs).toISOString(), timeZone)}</small>
        )}
      </span>
    </li>
  );
}
