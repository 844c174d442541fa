import type { DemonstrationEventData, Location } from '@allclear/contract';
import { CloseButton, Select, UnstyledButton } from '@mantine/core';
import { IconBolt, IconCloudOff, IconHourglass, IconSun, type TablerIcon } from '@tabler/icons-react';
import { messageOf } from '../../api/failure.ts';
import { timeOfDay } from '../../clock/time-text.ts';
import { useNow } from '../../clock/use-now.ts';
import { toast } from '../../ui/toast.ts';
import classes from './DemonstrationPanel.module.css';
import {
  type DemonstrationKind,
  kindsInOrder,
  progressOf,
  speedWords,
  titles,
  whatToWatch,
} from './demonstration-words.ts';
import { useDemonstrationEvents, useStartDemonstration } from './use-demonstration-events.ts';

const icons: Record<DemonstrationKind, TablerIcon> = {
  storm: IconBolt,
  quiet: IconHourglass,
  outage: IconCloudOff,
  heat: IconSun,
};

interface DemonstrationPanelProps {
  id: string;
  locations: readonly Location[];
  /** Where it happens; null without any location. */
  location: Location | null;
  speed: number;
  onChoose: (locationId: string | null) => void;
  onClose: () => void;
}

/** What an Admin can make happen in the simulated weather, what to watch, and what goes on. */
export function DemonstrationPanel({
  id,
  locations,
  location,
  speed,
  onChoose,
  onClose,
}: DemonstrationPanelProps) {
  const events = useDemonstrationEvents(speed);
  const start = useStartDemonstration();
  const running = events.data?.filter((event) => event.running) ?? [];
  const zoneOf = (event: DemonstrationEventData | undefined) =>
    locations.find(({ id }) => id === event?.locationId)?.timeZone ?? location?.timeZone ?? 'UTC';
  const begin = (kind: DemonstrationKind) => {
    if (location === null) return;
    const input = { kind, locationId: location.id };
    start.mutate(input, { onError: (thrown) => toast('error', messageOf(thrown)) });
  };
  return (
    <section
      id={id}
      className={classes.panel}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes.head}>
        <h2 id={`${id}-title`}>Demonstration</h2>
        <p>{speedWords(speed)}</p>
        <Select
          aria-label="Place of the demonstration"
          className={classes.place}
          data={locations.map(({ id: value, label }) => ({ value, label }))}
          value={location?.id ?? null}
          placeholder="Add a location first"
          allowDeselect={false}
          disabled={locations.length === 0}
          onChange={onChoose}
        />
        <CloseButton className={classes.close} aria-label="Close the demonstration" onClick={onClose} />
      </div>
      <ul className={classes.choices} data-running={running.length > 0}>
        {kindsInOrder.map((kind) => {
          const event = running.find((one) => one.kind === kind);
          return (
            <li key={kind} data-running={event !== undefined}>
              <Choice
                kind={kind}
                location={location}
                event={event}
                timeZone={zoneOf(event)}
                isBusy={start.isPending}
                onStart={() => begin(kind)}
              />
            </li>
          );
        })}
      </ul>
      {events.isError && (
        <p className={classes.problem} role="alert">
          {messageOf(events.error)}
        </p>
      )}
    </section>
  );
}

interface ChoiceProps {
  kind: DemonstrationKind;
  location: Location | null;
  /** The one that goes on. */
  event: DemonstrationEventData | undefined;
  timeZone: string;
  isBusy: boolean;
  onStart: () => void;
}

function Choice({ kind, location, event, timeZone, isBusy, onStart }: ChoiceProps) {
  const Icon = icons[kind];
  const isOff = location === null || event !== undefined || isBusy;
  return (
    <UnstyledButton
      className={classes.choice}
      data-running={event !== undefined}
      // Keeps the focus, which a disabled button loses.
      aria-disabled={isOff}
      onClick={isOff ? undefined : onStart}
    >
      <Icon className={classes.icon} size={20} aria-hidden="true" />
      <strong>{titles[kind]}</strong>
      {event && <Progress event={event} timeZone={timeZone} />}
      <span className={classes.words}>{location && whatToWatch(kind, location)}</span>
    </UnstyledButton>
  );
}

function Progress({ event, timeZone }: { event: DemonstrationEventData; timeZone: string }) {
  const nowMs = useNow(1_000);
  return (
    <span className={classes.running}>
      <span>
        Running: {event.locationLabel},{' '}
        <span className={classes.time}>until {timeOfDay(event.endsAt, timeZone)}</span>
      </span>
      <span className={classes.track} aria-hidden="true">
        <span style={{ inlineSize: `${progressOf(event, nowMs)}%` }} />
      </span>
    </span>
  );
}
