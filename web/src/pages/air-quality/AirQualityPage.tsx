import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { StationTable } from '../../features/air-quality/StationTable.tsx';
import { useAirQualityStations } from '../../features/air-quality/use-air-quality.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';

/** The stations with a sensor for particles (spec 3 section 2.6). */
export default function AirQualityPage({ permissions }: { permissions: readonly string[] }) {
  return permissions.includes('air-quality-stations:read') ? <Stations /> : <NoStations />;
}

function Stations() {
  const { stations, error, isFetching, refetch } = useAirQualityStations(true);
  const retry = () => void refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Air quality</h1>
          <p>
            The sensors of your organization, with the NowCast index of the last hours. The air at a location
            is on its dashboard.
          </p>
        </div>
      </header>
      {error && stations && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !stations && (
        <ListFailure
          title="Problem retrieving air quality sensors"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        >
          Nothing is known of their measurements now.
        </ListFailure>
      )}
      {!stations && !error && (
        <Delayed>
          <Skeleton height={240} radius={12} role="status" aria-label="Loading air quality sensors" />
        </Delayed>
      )}
      {stations && <StationTable stations={stations} />}
    </>
  );
}

/** For other roles, in words: the air at their own locations is theirs to see. */
function NoStations() {
  return (
    <div className={page.alone}>
      <h1>Air quality</h1>
      <p>
        The list of sensors is for admins of your organization. The air at your locations is on the{' '}
        <Link to="/">dashboard</Link>, where a sensor is within 10 miles.
      </p>
    </div>
  );
}
