import type { StormCellCollection, TropicalForecastItem } from '@allclear/contract';
import { compass16 } from '@allclear/domain';
import { useQuery } from '@tanstack/react-query';
import type { Popup as MapLibrePopup } from 'maplibre-gl';
import { type ReactNode, useId, useRef } from 'react';
import { Popup } from 'react-map-gl/maplibre';
import { alertKeys } from '../../../api/query-keys/alerts.ts';
import { routes } from '../../../api/routes.ts';

import { shortDateTime, timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { useApi } from '../../../services.ts';
import type { Point } from '../measure/measure.ts';
import { arrivalAt } from '../storm-cells/arrival.ts';
import { distanceText, intensityText, strikeType } from '../strikes/strikes.ts';
import { useSlowNow } from '../use-slow-now.ts';
import classes from './Popups.module.css';
import { usePopupInView } from './use-popup-in-view.ts';

/** A small table at a place on the map. */
export function MapPopup({
  at,
  title,
  onClose,
  children,
}: {
  at: Point;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const popup = useRef<MapLibrePopup>(null);
  const content = useRef<HTMLElement>(null);
  usePopupInView(popup, content);
  return (
    <Popup
      ref={popup}
      longitude={at.longitude}
      latitude={at.latitude}
      onClose={onClose}
      maxWidth="300px"
      className={classes.popup ?? ''}
      closeOnClick={false}
      focusAfterOpen
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the map is scrolled by the keyboard too */}
      <section ref={content} aria-labelledby={id} tabIndex={0} className={classes.content}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {children}
      </section>
    </Popup>
  );
}

/** Names and values; unknown is '--'. */
export function Details({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '--'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Moment {
  from: Point | null;
  timeZone: string;
}

export function StrikeDetails({
  properties,
  at,
  from,
  timeZone,
}: Moment & { properties: Record<string, unknown>; at: Point }) {
  const now = useSlowNow(1_000);
  const time = new Date(Number(properties.At) * 1_000).toISOString();
  return (
    <Details
      rows={[
        ['Intensity', intensityText(properties)],
        ['Type', strikeType(properties.type)],
        ['Distance', distanceText(from, at)],
        ['Time', `${timeOfDay(time, timeZone, true)} · ${timeAgo(time, now, 'short')}`],
      ]}
    />
  );
}

type Cell = StormCellCollection['features'][number]['properties'];
const withUnit = (value: number | null, unit: string) => (value === null ? '--' : `${value}${unit}`);

export function CellDetails({
  cell,
  at,
  from,
  timeZone,
  locations,
}: Moment & { cell: Cell; at: Point; locations: readonly Named[] }) {
  const speed = cell.Movement.Speed;
  const movement =
    speed === null
      ? '--'
      : `${Math.round(speed)} mph${cell.Heading === null ? '' : ` to ${compass16(cell.Heading)}`}`;
  return (
    <>
      <Details
        rows={[
          ['ID', cell.Id],
          ['Issued', shortDateTime(cell.IssueTime, timeZone)],
          ['Type', cell.Type],
          ['Movement', movement],
          ['Height', withUnit(cell.Height, ' kft')],
          ['Max Reflectivity', withUnit(cell.MaxReflectivity, ' dBZ')],
          ['Hail', withUnit(cell.Hail.Chance, '%')],
          ['Severe Hail', withUnit(cell.Hail.ChanceOfSevere, '%')],
          ['Top', withUnit(cell.Top, ' kft')],
          ['VIL', withUnit(cell.Vil, ' kg/m²')],
          ['Distance', distanceText(from, at)],
        ]}
      />
      <Arrivals cell={cell} at={at} timeZone={timeZone} locations={locations} />
    </>
  );
}

interface Named extends Point {
  readonly id: string;
  readonly label: string;
}
const maxArrivals = 4;

/**
 * The user's locations that the cell may reach within the hour, and when: a range, because its track is
 * uncertain.
 */
function Arrivals({
  cell,
  at,
  timeZone,
  locations,
}: {
  cell: Cell;
  at: Point;
  timeZone: string;
  locations: readonly Named[];
}) {
  const moving = {
    at,
    seenAt: Date.parse(cell.IssueTime),
    speedMph: cell.Movement.Speed,
    ahead: cell.Ahead.flatMap(({ Minutes, Coordinates: [longitude, latitude] }) =>
      longitude === undefined || latitude === undefined
        ? []
        : [{ minutes: Minutes, at: { longitude, latitude } }],
    ),
  };
  if (moving.ahead.length === 0)
    return <p className={classes.unknown}>Its motion is not known, so neither is where it goes.</p>;
  const reached = locations
    .flatMap((location) => {
      const arrival = arrivalAt(moving, location);
      return arrival ? [{ ...location, ...arrival }] : [];
    })
    .sort((a, b) => a.from - b.from);
  if (reached.length === 0)
    return (
      <p className={classes.unknown}>
        On this track it reaches none of your locations within the hour. Tracks change.
      </p>
    );
  const time = (instant: number) => timeOfDay(new Date(instant).toISOString(), timeZone);
  return (
    <>
      <h3 className={classes.title}>May reach, if it goes on as it does</h3>
      <ul className={classes.list}>
        {reached.slice(0, maxArrivals).map((one) => (
          <li key={one.id}>
            {one.label}: {time(one.from)} to {time(one.to)}
          </li>
        ))}
        {reached.length > maxArrivals && <li>and {reached.length - maxArrivals} more</li>}
      </ul>
    </>
  );
}

export function TropicalDetails({
  item,
  at,
  from,
  timeZone,
}: Moment & { item: TropicalForecastItem; at: Point }) {
  const { wind, pressure, movement } = item;
  const speed = movement.speed.value;
  return (
    <Details
      rows={[
        ['Type', item.type],
        ['Max sustained wind', wind.maxSustained === null ? '--' : `${Math.round(wind.maxSustained)} mph`],
        ['Pressure', withUnit(pressure.value, ` ${pressure.units}`)],
        [
          'Movement',
          speed === null
            ? '--'
            : `${Math.round(speed)} mph${movement.direction === null ? '' : ` to ${compass16(movement.direction)}`}`,
        ],
        ['Updated', shortDateTime(item.updatedAt, timeZone)],
        ['Distance', distanceText(from, at)],
      ]}
    />
  );
}

/** The alerts at a point: the server's result together with the drawn alerts. */
export function AlertList({
  at,
  drawn,
}: {
  at: Point;
  drawn: readonly { Identifier: string; Event: string }[];
}) {
  const api = useApi();
  const { data, isError } = useQuery({
    queryKey: alertKeys.mapAlerts.of('at', at.latitude, at.longitude),
    queryFn: ({ signal }) =>
      api.call(routes.alertsByPoint, { query: { latitude: at.latitude, longitude: at.longitude }, signal }),
    retry: false,
  });
  const alerts = new Map(
    [...drawn, ...(data?.alerts ?? [])].map(({ Identifier, Event }) => [Identifier, Event]),
  );
  const incomplete = isError || data?.complete === false;
  return (
    <>
      {alerts.size > 0 && (
        <ul className={classes.list}>
          {[...new Set(alerts.values())].map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
      )}
      {!data && !isError && <p role="status">Asking for the alerts here…</p>}
      {alerts.size === 0 && data?.complete && <p>No weather-service alerts here.</p>}
      {incomplete && (
        <p className={classes.unknown}>
          There may be {alerts.size > 0 ? 'other ' : ''}alerts here that this map does not know of.
        </p>
      )}
    </>
  );
}
