import type { Group, Location } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Link } from 'react-router';
import { useLocations } from '../../features/locations/use-locations.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { usePageIcon } from '../../ui/page-icon.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import { useKeptAnswers } from '../place-answers/use-kept-answers.ts';
import { PlaceBoard } from './PlaceBoard.tsx';
import { PlaceList } from './PlaceList.tsx';
import { PlaceTools } from './PlaceTools.tsx';
import {
  folded,
  inOrder,
  isFound,
  type ListedPlace,
  nameRanks,
  placesTitle,
  stateCounts,
} from './place-list.ts';
import { type PlacesChoice, useChoice } from './places-address.ts';
import { type JudgedLocation, useJudgedPlaces } from './use-judged-places.ts';
import { usePinned } from './use-pinned.ts';
import { usePlaceGroups } from './use-place-data.ts';

const PlacesMap = lazy(() => import('./PlacesMap.tsx'));

const problem = 'Problem retrieving locations';

/** All places at a glance. */
export default function PlacesPage(props: PageProps) {
  const locations = useLocations();
  const { data: list, error, isFetching, refetch } = locations;
  if (!list && error)
    return (
      <ListFailure title={problem} error={error} isFetching={isFetching} onRetry={() => void refetch()} />
    );
  if (!list)
    return (
      <Delayed>
        <div role="status" aria-busy="true" aria-label="Loading your places">
          <Skeleton height={34} width={220} mb={16} />
          <Skeleton height={44} mb={16} />
          <Skeleton height={480} radius={12} />
        </div>
      </Delayed>
    );
  if (list.length === 0) return <NoPlaces />;
  return (
    <>
      {error && <OldListAlert title={problem} error={error} onRetry={() => void refetch()} />}
      <Places {...props} locations={list} />
    </>
  );
}

function NoPlaces() {
  return (
    <div className={page.alone}>
      <h1>You don't have any locations added</h1>
      <p>
        This page shows all of your places at a glance. <Link to="/">Add the first one on the dashboard</Link>
      </p>
    </div>
  );
}

function Places({ status, user, permissions, locations }: PageProps & { locations: readonly Location[] }) {
  const { ids, all, standings, nowMs, kindOf, viewOf } = useJudgedPlaces(locations, status);
  const groups = usePlaceGroups(permissions);
  const [choice, change] = useChoice();
  const { pinned, toggle } = usePinned(user?.id, ids);

  usePlacesTitle(all, status.weather);
  useKeptAnswers(locations, standings, nowMs, status);

  const group = groups?.find(({ id }) => id === choice.groupId);
  const { found, shown } = useShownPlaces(all, locations, choice, group, pinned);
  const props = { places: shown, pinned, viewOf, onPin: toggle };
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Places</h1>
          <p role="status">
            {countWords(shown.length, all.length)}.{' '}
            {orderWords(
              choice.sort,
              shown.some(({ id }) => pinned.has(id)),
            )}
            {choice.groupId !== null && groups && !group && ' The group of this address does not exist.'}
          </p>
        </div>
      </header>
      <PlaceTools choice={choice} counts={stateCounts(found)} groups={groups ?? []} onChange={change} />
      {shown.length === 0 ? (
        <p>No place matches.</p>
      ) : (
        <ErrorBoundary fallback={<Crash />} resetKeys={[choice.view]}>
          {choice.view === 'list' && <PlaceList {...props} />}
          {choice.view === 'board' && <PlaceBoard {...props} />}
          {choice.view === 'map' && (
            <Suspense fallback={<MapSkeleton />}>
              <PlacesMap {...props} kindOf={kindOf} />
            </Suspense>
          )}
        </ErrorBoundary>
      )}
    </>
  );
}

/** The browser's tab says the worst state and how many places have it. */
function usePlacesTitle(all: readonly ListedPlace[], weather: string): void {
  const counts = stateCounts(all);
  usePageTitle(placesTitle(counts), weather);
  usePageIcon(counts[0]?.kind ?? 'checking');
}

/** The places that search and group leave, and those of them that are shown, in order. */
function useShownPlaces(
  all: readonly JudgedLocation[],
  locations: readonly Location[],
  choice: PlacesChoice,
  group: Group | undefined,
  pinned: ReadonlySet<string>,
) {
  const ranks = useMemo(() => nameRanks(locations), [locations]);
  const texts = useMemo(() => new Map(locations.map(({ id, label }) => [id, folded(label)])), [locations]);
  const found = useMemo(() => {
    const tied = group && new Set(group.organizationLocations);
    return all.filter(
      ({ id, location: { organizationLocationId } }) =>
        isFound(texts.get(id) ?? '', choice.search) &&
        (!tied || (organizationLocationId !== null && tied.has(organizationLocationId))),
    );
  }, [all, texts, choice.search, group]);
  const shown = useMemo(
    () =>
      inOrder(
        found.filter(({ kind }) => choice.states.length === 0 || choice.states.includes(kind)),
        choice.sort,
        pinned,
        ranks,
      ).map(({ location }) => location),
    [found, choice.states, choice.sort, pinned, ranks],
  );
  return { found, shown };
}

function MapSkeleton() {
  return (
    <Delayed>
      <Skeleton height={480} radius={12} role="status" aria-label="Loading the map" />
    </Delayed>
  );
}

function Crash() {
  return (
    <p className="hatched" role="alert">
      This view does not work right now. Please choose another one, and do not rely on what it showed before.
    </p>
  );
}

function countWords(shown: number, all: number): string {
  const total = all.toLocaleString('en-US');
  if (shown < all) return `${shown.toLocaleString('en-US')} of ${total} places`;
  return all === 1 ? '1 place' : `${total} places`;
}

function orderWords(sort: 'worst' | 'name', isPinned: boolean): string {
  const order = sort === 'worst' ? 'worst first' : 'by name';
  return isPinned ? `Pinned first, then ${order}.` : `${order.charAt(0).toUpperCase()}${order.slice(1)}.`;
}
