import {
  Autocomplete,
  Loader,
  NumberInput,
  Skeleton,
  TextInput,
  useComputedColorScheme,
} from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import form from '../../forms/form.module.css';
import { useApi } from '../../services.ts';
import classes from './LocationForm.module.css';
import type { DraftFields } from './location-fields.ts';
import { nameOfPoint, usePlaceSearch } from './use-place-search.ts';

const RadiusMap = lazy(() => import('../../ui/RadiusMap.tsx'));

export const mapCrashText = "Your map data got lost. Give us a moment and we'll find our way back to you!";

/** What it shows and changes of a location. */
type PickedPlace = Pick<
  DraftFields,
  'locationName' | 'latitude' | 'longitude' | 'radius1' | 'radius2' | 'radius3' | 'radius4'
>;

interface PlacePickerProps {
  draft: PickedPlace;
  /** An edited location, and one of the organization, stays where it is. */
  fixed: boolean;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<Pick<PickedPlace, 'locationName' | 'latitude' | 'longitude'>>) => void;
}

/** The position of the location: by address, by a click on the map, or by coordinates. */
export function PlacePicker({ draft, fixed, errorOf, onChange }: PlacePickerProps) {
  const api = useApi();
  const [search, setSearch] = useState('');
  const found = usePlaceSearch(fixed ? '' : search);
  const places = useMemo(
    () => new Map((found.data ?? []).map((place) => [place.label, place])),
    [found.data],
  );

  const moveTo = async (latitude: number, longitude: number) => {
    onChange({ latitude, longitude });
    const name = await nameOfPoint(api, latitude, longitude);
    if (name) onChange({ locationName: name });
  };
  const choose = (label: string) => {
    setSearch(label);
    const chosen = places.get(label);
    if (chosen)
      onChange({ latitude: chosen.latitude, longitude: chosen.longitude, locationName: chosen.label });
  };

  return (
    <fieldset className={form.group}>
      <legend>Place</legend>
      {fixed ? (
        <TextInput
          label="Address"
          value={draft.locationName}
          error={errorOf('LocationName')}
          readOnly
          variant="filled"
        />
      ) : (
        <>
          <Autocomplete
            label="Address search"
            placeholder="City, address or place"
            value={search}
            onChange={setSearch}
            onOptionSubmit={choose}
            onKeyDown={(event) => {
              // Enter selects a place; before the results have arrived it must not submit the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
            data={[...places.keys()]}
            filter={({ options }) => options}
            rightSection={found.isFetching ? <Loader size={16} /> : null}
            error={
              found.isError ? 'The search did not work. Click the map or write the coordinates.' : undefined
            }
            description={
              found.isSuccess && search.trim().length >= 2 && places.size === 0
                ? 'No place found. Click the map or write the coordinates.'
                : undefined
            }
          />
          <TextInput
            label="Address"
            value={draft.locationName}
            error={errorOf('LocationName')}
            onChange={(event) => onChange({ locationName: event.currentTarget.value })}
          />
        </>
      )}
      <PlaceMap draft={draft} onPlace={fixed ? undefined : moveTo} />
      <Coordinates draft={draft} fixed={fixed} errorOf={errorOf} onChange={onChange} />
    </fieldset>
  );
}

interface PlaceMapProps {
  draft: PickedPlace;
  /** Undefined when the place cannot be changed. */
  onPlace: ((latitude: number, longitude: number) => void) | undefined;
}

/** The place with its zones on a map. If the map cannot be drawn, the other inputs remain. */
function PlaceMap({ draft, onPlace }: PlaceMapProps) {
  const tone = useComputedColorScheme('light');
  const place = useMemo(
    () =>
      draft.latitude === '' || draft.longitude === ''
        ? null
        : { latitude: draft.latitude, longitude: draft.longitude },
    [draft.latitude, draft.longitude],
  );
  return (
    <div className={classes.map}>
      <ErrorBoundary fallback={<p className={classes.mapFallback}>{mapCrashText}</p>}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <RadiusMap
            place={place}
            radiiMiles={[draft.radius1, draft.radius2, draft.radius3, draft.radius4]}
            tone={tone}
            onPlace={onPlace}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Coordinates({ draft, fixed, errorOf, onChange }: PlacePickerProps) {
  return (
    <div className={classes.two}>
      {(['latitude', 'longitude'] as const).map((field) => (
        <NumberInput
          key={field}
          label={field === 'latitude' ? 'Latitude' : 'Longitude'}
          value={draft[field]}
          decimalScale={5}
          hideControls
          readOnly={fixed}
          variant={fixed ? 'filled' : 'default'}
          error={errorOf(field === 'latitude' ? 'Latitude' : 'Longitude')}
          onChange={(value) => onChange({ [field]: typeof value === 'number' ? value : '' })}
        />
      ))}
    </div>
  );
}
