import type { ReadableStation } from '@allclear/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { stationKeys } from '../../api/query-keys/stations.ts';
import { useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/use-data-table.ts';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import { StationUnavailable } from './NoAccess.tsx';
import classes from './StationPage.module.css';

/** /Historical: the weather stations that one may open. */
export default function StationsPage({ status }: Pick<PageProps, 'status'>) {
  const nowMs = useSlowNow();
  const stations = useQueryStateList({
    queryKey: stationKeys.readable.all,
    load: (api, signal) => api.call(routes.listReadableStations, { signal }),
    polled: 'hardware',
    speed: status.speed,
  });
  const columns = useMemo(() => columnsAt(nowMs), [nowMs]);
  if (stations && stations.value === null) return <StationUnavailable weather={status.weather} />;
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Weather Stations</h1>
          <p>What each measures now, and what it measured before</p>
        </div>
      </header>
      {stations?.failed && <StaleNote>This list may be old. We keep trying.</StaleNote>}
      <DataTable
        caption="Weather stations"
        columns={columns}
        rows={stations?.value ?? undefined}
        rowKey={({ id }) => id}
        empty={
          <div className={page.alone}>
            <h2>There are no weather stations</h2>
            <p>Stations that your organization connects, or that others share, stand here.</p>
          </div>
        }
      />
    </>
  );
}

const ownText = 'Your organization';

function columnsAt(nowMs: number | null): readonly Column<ReadableStation>[] {
  return [
    {
      key: 'name',
      header: 'Station',
      sortBy: ({ name }) => name,
      searchBy: ({ name }) => name,
      cell: (station) => <Link to={pathOf(station)}>{station.name}</Link>,
    },
    {
      key: 'location',
      header: 'Location',
      sortBy: ({ locationName }) => locationName,
      searchBy: ({ locationName }) => locationName ?? '',
      cell: ({ locationName }) => locationName ?? '',
    },
    {
      key: 'organization',
      header: 'Organization',
      sortBy: ({ organizationName }) => organizationName ?? '',
      searchBy: ({ organizationName }) => organizationName ?? '',
      filterBy: ({ organizationName }) => organizationName ?? ownText,
      cell: ({ organizationName, shared, isOwn }) =>
        `${organizationName ?? ownText}${isOwn && shared ? ', shared' : ''}`,
    },
    {
      key: 'report',
      header: 'Last report',
      sortBy: ({ observationTime }) => observationTime,
      cell: ({ observationTime }) =>
        observationTime ? timeAgo(observationTime, nowMs) : 'None of the last hours',
    },
    {
      key: 'state',
      header: 'State',
      sortBy: ({ fault }) => (fault === null ? 1 : 0),
      filterBy: ({ fault }) => (fault === null ? 'In order' : 'Fault'),
      cell: ({ fault }) =>
        fault === null ? (
          <span className={classes.ok}>In order</span>
        ) : (
          <span className={classes.fault}>
            <IconAlertTriangle size={16} role="img" aria-label="Fault" />
            {fault}
          </span>
        ),
    },
  ];
}

function pathOf({ id, imageUrl }: ReadableStation): string {
  const path = `/Historical/${encodeURIComponent(id)}`;
  return imageUrl === null ? path : `${path}/${encodeURIComponent(imageUrl)}`;
}
