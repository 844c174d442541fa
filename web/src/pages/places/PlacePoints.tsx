import type { Location } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { useMemo } from 'react';
import { Layer, Popup, Source } from 'react-map-gl/maplibre';
import { Link } from 'react-router';
import { useNow } from '../../clock/use-now.ts';
import { answerIcons } from '../../features/locations/answer/answer-icons.ts';
import { collectionOf, pointFeature, textOf, textPaint } from '../../features/map/GeoJsonLayers.tsx';
import { paints } from '../../features/map/map-paint.ts';
import type { MapTone } from '../../ui/map-style.ts';
import type { PlacesShown } from './PlaceList.tsx';
import classes from './PlacesMap.module.css';
import { isRightToLeft, placeImage, textImage } from './place-images.ts';
import { shortNames } from './place-list.ts';
import { clockWords } from './place-view.ts';

const pointSource = 'places';
export const pointLayer = 'place-points';
const maxNameCharacters = 28;

interface PlacePointsProps {
  readonly places: readonly Location[];
  readonly kindOf: (id: string) => PlaceAnswerKind;
  readonly tone: MapTone;
}

/** Places on a map: a point each, in the color and the shape of its state, which covers itself while it is not known. */
export function PlacePoints({ places, kindOf, tone }: PlacePointsProps) {
  const drawn = places.map(({ id }) => `${id} ${kindOf(id)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points change with the states of the places
  const points = useMemo(() => pointsOf(places, kindOf, tone), [drawn, tone]);
  return (
    <Source id={pointSource} type="geojson" data={points}>
      <PlaceLayers tone={tone} />
    </Source>
  );
}

/** Names below points: what is drawn below gives way. */
function PlaceLayers({ tone }: { tone: MapTone }) {
  return (
    <>
      <Layer
        id="place-labels"
        source={pointSource}
        type="symbol"
        filter={['has', 'name']}
        layout={{
          ...textOf('name'),
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1.5,
          'text-justify': 'auto',
          'text-max-width': 14,
          'symbol-sort-key': ['get', 'rank'],
        }}
        paint={textPaint(paints[tone])}
      />
      <Layer
        id="place-name-images"
        source={pointSource}
        type="symbol"
        filter={['has', 'nameImage']}
        layout={{
          'icon-image': ['get', 'nameImage'],
          'icon-offset': [0, 20],
          'symbol-sort-key': ['get', 'rank'],
        }}
      />
      <Layer
        id={pointLayer}
        source={pointSource}
        type="symbol"
        layout={{
          'icon-image': ['get', 'image'],
          'icon-allow-overlap': true,
          'symbol-sort-key': ['-', 0, ['get', 'rank']],
        }}
      />
    </>
  );
}

/** A place in words, with the way to its dashboard. */
export function PlacePopup({
  place,
  viewOf,
  onClose,
}: Pick<PlacesShown, 'viewOf'> & { place: Location; onClose: () => void }) {
  const { kind, word, detail, clock } = viewOf(place, useNow());
  const Icon = answerIcons[kind];
  const time = clock && clockWords(clock);
  return (
    <Popup
      longitude={place.longitude}
      latitude={place.latitude}
      offset={16}
      closeOnClick={false}
      onClose={onClose}
    >
      <div className={classes.popup} data-state={kind}>
        <Link to={`/?location=${encodeURIComponent(place.id)}`}>
          <bdi dir="auto">{place.label}</bdi>
        </Link>
        <p>
          <Icon size={16} aria-hidden="true" /> <strong>{word}</strong>
          {time && ` · ${time.left}, until ${time.earliest} at least`}
        </p>
        {detail !== '' && <p>{detail}</p>}
      </div>
    </Popup>
  );
}

/** The places as points; `rank` 0 is the first of the list. */
export function pointsOf(
  places: readonly Location[],
  kindOf: (id: string) => PlaceAnswerKind,
  tone: MapTone,
) {
  const nameOf = shortNames(
    places.map(({ label }) => label),
    maxNameCharacters,
  );
  return collectionOf(
    places.map(({ id, label, longitude, latitude }, rank) => {
      const name = nameOf(label);
      return pointFeature([longitude, latitude], {
        id,
        rank,
        image: placeImage(kindOf(id), tone),
        ...(isRightToLeft(label) ? { nameImage: textImage(name, tone) } : { name }),
      });
    }),
  );
}
