import type { OrganizationLocation } from '@allclear/contract';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { routes } from '../../api/routes.ts';
import { DutyFaults } from '../../features/locations/duties/DutyFaults.tsx';
import { PlaceRemoval } from '../../features/locations/organization/PlaceRemoval.tsx';
import { PlaceTable } from '../../features/locations/organization/PlaceTable.tsx';
import { useOrganizationLocations } from '../../features/locations/use-locations.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';
import classes from './OrganizationLocationsPage.module.css';

const OrganizationMap = lazy(() => import('../../features/locations/organization/OrganizationMap.tsx'));
const SignalNote = lazy(() => import('../../features/hardware/SignalNote.tsx'));
const PlaceModal = lazy(() => import('../../features/locations/organization/PlaceModal.tsx'));
const ImportDialog = lazy(() => import('../../features/imports/ImportDialog.tsx'));
const PracticeTimesDialog = lazy(
  () => import('../../features/locations/practice-times/PracticeTimesDialog.tsx'),
);

const DutiesDialog = lazy(() => import('../../features/locations/duties/DutiesDialog.tsx'));

const importRoutes = {
  preview: routes.previewPlaceImport,
  rows: routes.listPlaceImportRows,
  errors: routes.getPlaceImportErrors,
  store: routes.importPlaces,
};
const importColumns = [
  'Name (required; a location of the same name is changed)',
  'Address',
  'Latitude and Longitude (without them the address is looked up)',
  'Groups (names of user groups, with | between them)',
];

/** /OrganizationLocations: the places that policies watch and people tie their locations to. */
export default function OrganizationLocationsPage() {
  const { data, error, isFetching, refetch } = useOrganizationLocations(true);
  const { form, open, close } = useOpenForm<OrganizationLocation>();
  const retry = () => void refetch();
  const problem = 'Problem retrieving organization locations';
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Organization Locations</h1>
          <p>The places that policies watch, and that people choose for their own locations.</p>
        </div>
        {data && (
          <div className={classes.buttons}>
            <ImportLocations />
            <AddButton label="Add Location" onAdd={() => open(null)} />
          </div>
        )}
      </header>
      <DutyFaults />
      {error && data && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure title={problem} error={error} isFetching={isFetching} onRetry={retry} />
      )}
      {!data && !error && <Loading />}
      {data && <Places places={data} onEdit={open} />}
      {data && form.serial > 0 && (
        <Suspense fallback={null}>
          <PlaceModal
            key={form.serial}
            opened={form.opened}
            edited={form.edited}
            current={data.find(({ id }) => id === form.edited?.id) ?? null}
            onClose={close}
            onReload={open}
            movedNote={<Signalling placeId={form.edited?.id} />}
          />
        </Suspense>
      )}
    </>
  );
}

/** The button that imports locations, and its dialog. */
function ImportLocations() {
  const client = useQueryClient();
  const [imports, setImports] = useState({ serial: 0, opened: false });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} />}
        aria-haspopup="dialog"
        onClick={() => setImports(({ serial }) => ({ serial: serial + 1, opened: true }))}
      >
        Import
      </Button>
      {imports.serial > 0 && (
        <Suspense fallback={null}>
          <ImportDialog
            key={imports.serial}
            opened={imports.opened}
            title="Import Locations"
            routes={importRoutes}
            columns={importColumns}
            onStored={() =>
              void client.invalidateQueries({ queryKey: locationKeys.organizationLocations.all })
            }
            onClose={() => setImports((before) => ({ ...before, opened: false }))}
          />
        </Suspense>
      )}
    </>
  );
}

interface PlacesProps {
  places: readonly OrganizationLocation[];
  onEdit: (place: OrganizationLocation) => void;
}

/** The locations as a table or on a map, with the questions and dialogs of their rows. */
function Places({ places, onEdit }: PlacesProps) {
  const [view, setView] = useState('table');
  const [removed, setRemoved] = useState<OrganizationLocation | null>(null);
  const [onDuty, setOnDuty] = useState<OrganizationLocation | null>(null);
  const [scheduled, setScheduled] = useState<OrganizationLocation | null>(null);
  return (
    <>
      {places.length > 0 && (
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label="View"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'map', label: 'Map' },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      {view === 'map' && places.length > 0 ? (
        <PlacesOnMap places={places} onChoose={onEdit} />
      ) : (
        <PlaceTable
          places={places}
          onEdit={onEdit}
          onRemove={setRemoved}
          onPracticeTimes={setScheduled}
          onDuties={setOnDuty}
        />
      )}
      {removed && (
        <PlaceRemoval place={removed} onClose={() => setRemoved(null)}>
          <Signalling placeId={removed.id} />
        </PlaceRemoval>
      )}
      {onDuty && (
        <Suspense fallback={null}>
          <DutiesDialog
            organizationLocationId={onDuty.id}
            label={onDuty.name}
            onClose={() => setOnDuty(null)}
          />
        </Suspense>
      )}
      {scheduled && (
        <Suspense fallback={null}>
          <PracticeTimesDialog
            opened
            organizationLocationId={scheduled.id}
            label={scheduled.name}
            onClose={() => setScheduled(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** That units which signal at a place go dark without an all clear. */
function Signalling({ placeId }: { placeId: string | undefined }) {
  if (placeId === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SignalNote organizationLocationId={placeId} />
    </Suspense>
  );
}

interface PlacesOnMapProps {
  places: readonly OrganizationLocation[];
  onChoose: (place: OrganizationLocation) => void;
}

function PlacesOnMap({ places, onChoose }: PlacesOnMapProps) {
  return (
    <ErrorBoundary fallback={<p role="alert">The map cannot be drawn here. The table has every location.</p>}>
      <Suspense fallback={<Skeleton height={480} radius={12} role="status" aria-label="Loading the map" />}>
        <OrganizationMap places={places} onChoose={onChoose} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={classes.loading} role="status" aria-busy="true">
        <p>Loading</p>
        {[0, 1, 2, 3, 4, 5].map((i) => (
          <Skeleton key={i} height={54} radius={8} />
        ))}
      </div>
    </Delayed>
  );
}
