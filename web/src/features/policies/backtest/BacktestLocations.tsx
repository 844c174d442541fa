import type { DataOf, PolicyTypeEntry, tryPolicy } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import classes from './Backtest.module.css';
import {
  type BacktestLocation,
  eventText,
  momentText,
  observedText,
  outcomeText,
  stretchesOf,
  worstFirst,
} from './backtest-view.ts';

/** Places shown before 'Show more'. */
const pageSize = 10;

interface BacktestLocationsProps {
  data: DataOf<typeof tryPolicy>;
  type: PolicyTypeEntry;
  /** The form has changed since. */
  faded: boolean;
}

/** The result of the policy at each place: in a sentence, as a slim bar, and as a table. */
export function BacktestLocations({ data, type, faded }: BacktestLocationsProps) {
  const [maximum, setMaximum] = useState(pageSize);
  if (data.locations.length === 0) {
    return (
      <p className={classes.nothing}>
        It would have watched no location: your organization has none, or none that belongs to these groups.
      </p>
    );
  }
  const locations = worstFirst(data.locations);
  return (
    <>
      <ul className={classes.locations} data-faded={faded || undefined}>
        {locations.slice(0, maximum).map((location) => (
          <LocationOutcome
            key={location.organizationLocationId}
            location={location}
            from={data.from}
            to={data.to}
            type={type}
          />
        ))}
      </ul>
      {locations.length > maximum && (
        <Button variant="default" onClick={() => setMaximum((count) => count + pageSize * 3)}>
          Show more ({locations.length - maximum} left)
        </Button>
      )}
    </>
  );
}

function LocationOutcome({
  location,
  from,
  to,
  type,
}: {
  location: BacktestLocation;
  from: string;
  to: string;
  type: PolicyTypeEntry;
}) {
  const { name, events, timeZone, observedShare } = location;
  const unseen = observedShare <= 0;
  return (
    <li className={classes.location}>
      <h4>{name}</h4>
      {!unseen && (
        <p className={location.warnings > 0 ? classes.stopped : classes.calm}>{outcomeText(location)}</p>
      )}
      <p className={classes.observed}>{observedText(observedShare)}</p>
      <div className={`${classes.bar} ${unseen ? 'hatched' : ''}`} aria-hidden="true">
        {stretchesOf(events, Date.parse(from), Date.parse(to)).map((stretch) => (
          <i
            key={stretch.from}
            className={stretch.kind === 'held' ? 'hatched' : undefined}
            data-kind={stretch.kind}
            style={{ left: `${stretch.from * 100}%`, width: `${(stretch.to - stretch.from) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{momentText(from, timeZone)}</span>
        <span>{momentText(to, timeZone)}</span>
      </div>
      {events.length > 0 && <EventTable events={events} name={name} timeZone={timeZone} type={type} />}
    </li>
  );
}

type BacktestEvent = BacktestLocation['events'][number];

function EventTable({
  events,
  name,
  timeZone,
  type,
}: {
  events: BacktestLocation['events'];
  name: string;
  timeZone: string;
  type: PolicyTypeEntry;
}) {
  const [opened, setOpened] = useState(false);
  const columns: readonly Column<BacktestEvent>[] = [
    {
      key: 'time',
      header: 'Time',
      cell: ({ at }) => momentText(at, timeZone),
      sortBy: ({ at }) => Date.parse(at),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) => (
        <span className={classes.event} data-event={event}>
          {eventText[event]}
        </span>
      ),
      sortBy: ({ event }) => eventText[event],
    },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      cell: ({ value }) => (value === null ? '' : `${value.toFixed(type.precision)} ${type.unit}`),
      sortBy: ({ value }) => value,
    },
  ];
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{events.length === 1 ? '1 event' : `${events.length} events`}</summary>
      {opened && (
        <DataTable
          caption={`What would have happened at ${name}`}
          columns={columns}
          rows={events}
          // A list that never changes, with instants that may repeat.
          rowKey={(event) => String(events.indexOf(event))}
          empty={null}
        />
      )}
    </details>
  );
}
