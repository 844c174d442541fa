import type { Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import { useSlowNow } from '../../clock/use-now.ts';
import { useStationCurrent } from '../../features/stations/current/use-station.ts';
import { PoweredBy } from '../../ui/Logo.tsx';
import { NoAccess, OpeningStation, StationUnavailable } from './NoAccess.tsx';
import classes from './StationPage.module.css';
import { StationView } from './StationView.tsx';

const weatherMarks = {
  simulated: 'Simulated weather: for trying out only, not for safety decisions',
  replay: 'Replayed weather: recorded earlier, for trying out only, not for safety decisions',
};

interface PublicStationPageProps {
  status: Status;
  onSignIn: () => void;
}

/** The page of a weather station for somebody who is not signed in. */
export default function PublicStationPage({ status, onSignIn }: PublicStationPageProps) {
  const { stationId = '' } = useParams();
  const nowMs = useSlowNow();
  const current = useStationCurrent({ stationId, speed: status.speed, isPublic: true });
  const isLive = status.weather === 'live';
  return (
    <div className={classes.public}>
      <header className={classes.bar}>
        <PoweredBy />
        <Button variant="default" onClick={onSignIn}>
          Sign in
        </Button>
      </header>
      <main id="content">
        {!isLive && (
          <p role="note">
            <strong>{weatherMarks[status.weather === 'simulated' ? 'simulated' : 'replay']}</strong>
          </p>
        )}
        {current?.none && <NoAccess weather={status.weather} />}
        {current?.failed && !current.none && !current.value && (
          <StationUnavailable weather={status.weather} />
        )}
        {(current === undefined || (current.value && nowMs === null)) && (
          <OpeningStation weather={status.weather} />
        )}
        {current?.value && nowMs !== null && (
          <StationView
            station={current.value}
            {...{ current, nowMs }}
            own={null}
            features={[]}
            speed={status.speed}
            weather={status.weather}
            isPublic
          />
        )}
      </main>
    </div>
  );
}
