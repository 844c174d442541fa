import type { Location } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Link } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import { MapCrash } from '../../features/map/MapCrash.tsx';
import { ConnectionBanner } from '../../features/shell/Banners.tsx';
import { weatherWarning } from '../../features/shell/weather-text.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import type { PageProps } from '../page-manifest.ts';
import { countText, inOrder, nameRanks, stateCounts } from '../places/place-list.ts';
import { useJudgedPlaces } from '../places/use-judged-places.ts';
import { useAwakeScreen } from '../wall/use-screen.ts';
import classes from './Broadcast.module.css';
import { BroadcastMap } from './BroadcastMap.tsx';

const none: readonly Location[] = [];
const noPins: ReadonlySet<string> = new Set();

/** /Broadcast: radar, lightning and the states of the places on a whole screen (spec 3 section 2.11). */
export default function BroadcastPage({ status, user, organization }: PageProps) {
  useAwakeScreen();
  const locations = useLocations();
  const list = locations.data ?? none;
  const isReady = locations.data !== undefined || locations.isError;
  const judged = useJudgedPlaces(list, status);
  const ranks = useMemo(() => nameRanks(list), [list]);
  const places = useMemo(() => inOrder(judged.all, 'worst', noPins, ranks), [judged.all, ranks]);
  const shown = useMemo(() => places.map(({ location }) => location), [places]);
  const counts = stateCounts(places);
  const weather = weatherWarning(status.weather, status.speed);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{organization?.name || 'Broadcast'}</h1>
        <p className={classes.counts} role="status" aria-label="States of the places">
          {counts.map(countText).join(' · ')}
        </p>
        {weather !== null && (
          <span className={classes.weather} role="note" aria-label="Weather source">
            {weather}
          </span>
        )}
        <ConnectionBanner />
        {user && (
          <Button
            component={Link}
            to="/"
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          >
            Leave
          </Button>
        )}
      </header>
      <main id="content" className={classes.stage}>
        <ErrorBoundary fallback={<MapCrash />}>
          {isReady ? (
            <BroadcastMap
              places={shown}
              kindOf={judged.kindOf}
              viewOf={judged.viewOf}
              note={
                locations.isError ? `The places could not be loaded. ${messageOf(locations.error)}` : null
              }
            />
          ) : (
            <Delayed>
              <Skeleton height="100%" radius={0} role="status" aria-label="Loading the map" />
            </Delayed>
          )}
        </ErrorBoundary>
        {/* The map itself is a picture: the same in words. */}
        <ul className="visually-hidden" aria-label="Places">
          {shown.map((place) => (
            <li key={place.id}>
              {place.label}: {judged.viewOf(place, judged.nowMs).word}
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
