import type { Location, Organization, Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../api/failure.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { useStations } from '../../api/station-images.ts';
import { forgetDelay, useDelays } from '../../features/lightning/use-delays.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import { useAllViolations } from '../../features/warnings/use-warnings.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { toast } from '../../ui/toast.ts';
import { GoneLocation } from '../GoneLocation.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';
import classes from './DashboardPage.module.css';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { LocationsDashboard } from './LocationsDashboard.tsx';

const LocationModal = lazy(() => import('../../features/locations/LocationModal.tsx'));
const NewLocation = lazy(() => import('../../features/locations/NewLocation.tsx'));

const noIds: readonly string[] = [];

/** The dashboard: all of the user's locations, one of them in detail (spec 1 section 2.1). */
export default function DashboardPage({
  status,
  organization,
}: {
  status: Status;
  organization: Organization | undefined;
}) {
  const locations = useLocations();
  // Requested in parallel with the locations: first what the answer for a place rests on, then their images.
  useDelays(noIds, status.speed);
  useAllViolations(status.speed);
  useStations(status.speed);
  const client = useQueryClient();
  const [wanted, select] = useWantedLocation();
  const { form, open, close } = useOpenForm<Location>();
  useFailureToast(locations.error, locations.errorUpdatedAt);

  const list = locations.data;
  const found = list?.find((location) => location.id === wanted) ?? null;
  const selected = found ?? list?.[0] ?? null;
  const entitlements = organization?.entitlements ?? [];
  const showSaved = async (id: string) => {
    void forgetDelay(client, id);
    close();
    await client.refetchQueries({ queryKey: locationKeys.locations.all });
    select(id);
  };
  return (
    <>
      {selected && wanted !== null && found === null && (
        <GoneLocation shown={selected.label} onClose={() => select(null)} />
      )}
      {list && selected && (
        <LocationsDashboard
          locations={list}
          selected={selected}
          status={status}
          organization={organization}
          onSelect={select}
          onAdd={() => open(null)}
          onEdit={() => open(selected)}
        />
      )}
      {list?.length === 0 && (
        <Empty>
          <FormBoundary>
            <NewLocation entitlements={entitlements} onSaved={showSaved} />
          </FormBoundary>
        </Empty>
      )}
      {!list && locations.isError && (
        <Problem onRetry={() => void locations.refetch()} busy={locations.isFetching} />
      )}
      {!list && !locations.isError && (
        <Delayed>
          <DashboardSkeleton />
        </Delayed>
      )}
      {form.serial > 0 && (
        <FormBoundary>
          <LocationModal
            key={form.serial}
            opened={form.opened}
            edited={form.edited}
            locations={list ?? []}
            entitlements={entitlements}
            onClose={close}
            onSaved={showSaved}
            onDeleted={() => {
              close();
              select(null);
            }}
          />
        </FormBoundary>
      )}
    </>
  );
}

/** The id of the location that the address names, and how to name another one or none. */
function useWantedLocation(): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const select = (id: string | null) =>
    setSearch((before) => {
      const params = new URLSearchParams(before);
      if (id) params.set('location', id);
      else params.delete('location');
      return params;
    });
  return [search.get('location'), select];
}

/** Says in a toast, once for each failure, that the locations could not be had. */
function useFailureToast(error: Error | null, failedAt: number): void {
  useEffect(() => {
    if (!error || failedAt === 0) return;
    const message =
      error instanceof ApiFailure && error.status > 0 ? error.message : 'Failed To Get Locations';
    toast('error', message);
  }, [error, failedAt]);
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <div className={page.alone}>
      <IconMapPinPlus size={44} stroke={1.4} aria-hidden="true" />
      <h1>You don't have any locations added</h1>
      <p>
        Add a place to see its lightning status, with an all clear that has been observed, and its current
        conditions.
      </p>
      <div className={classes.form}>{children}</div>
    </div>
  );
}

function Problem({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div className={page.alone} role="alert">
      <h1>Problem retrieving locations</h1>
      <p>Check internet connection</p>
      <Button onClick={onRetry} loading={busy}>
        Try again
      </Button>
    </div>
  );
}

/** A form that is loaded on demand: if it fails to load, it says so and the page stays usable. */
function FormBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={() =>
        toast('error', 'The form could not be loaded', 'Please try again when the connection is back.')
      }
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
