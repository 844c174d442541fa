import type { Location } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { useComputedColorScheme } from '@mantine/core';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useCallback, useMemo, useState } from 'react';
import MapView, {
  Layer,
  type MapLayerMouseEvent,
  type MapRef,
  NavigationControl,
  Popup,
  ScaleControl,
  Source,
} from 'react-map-gl/maplibre';
import { Link } from 'react-router';
import { useNow } from '../../clock/use-now.ts';
import { answerIcons } from '../../features/locations/answer/answer-icons.ts';
import { collectionOf, pointFeature, textOf, textPaint } from '../../features/map/GeoJsonLayers.tsx';
import { liveMapStyle, paints } from '../../features/map/map-paint.ts';
import type { MapTone } from '../../ui/map-style.ts';
import type { PlacesShown } from './PlaceList.tsx';
import classes from './PlacesMap.module.css';
import { drawPlaceImage, isRightToLeft, placeImage, textImage } from './place-images.ts';
import { shortNames } from './place-list.ts';
import { clockWords } from './place-view.ts';

maplibre.setWorkerUrl(workerUrl);

const pointSource = 'places';
const pointLayer = 'place-points';
const maxNameCharacters = 28;

interface PlacesMapProps extends PlacesShown {
  readonly kindOf: (id: string) => PlaceAnswerKind;
}

/**
 * All places on a map: a point each, in the color and the shape of its state. A name gives way to the points and to
 * the names of worse places.
 */
export default function PlacesMap({ places, viewOf, kindOf }: PlacesMapProps) {
  const tone = useComputedColorScheme('light');
  const style = useMemo(() => liveMapStyle(tone, window.location.origin), [tone]);
  const [broken, setBroken] = useState<unknown>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [bounds] = useState(() => boundsOf(places));
  const drawn = places.map(({ id }) => `${id} ${kindOf(id)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points change with the states of the places
  const points = useMemo(() => pointsOf(places, kindOf, tone), [drawn, tone]);
  /** The map has its images before its layers. */
  const made = useCallback((ref: MapRef | null) => {
    const map = ref?.getMap();
    map?.setMissingStyleImageResolver((id) => drawPlaceImage(map, id));
  }, []);
  const chosen = places.find(({ id }) => id === chosenId);

  // A browser that cannot draw maps: the page says so instead of showing an empty map.
  if (broken) throw broken;
  return (
    <section className={classes.map} aria-label="Map of the places">
      <MapView
        ref={made}
        mapLib={maplibre}
        initialViewState={{ bounds, fitBoundsOptions: { padding: 60, maxZoom: 10 } }}
        mapStyle={style}
        minZoom={1.5}
        maxZoom={15}
        dragRotate={false}
        touchPitch={false}
        fadeDuration={0}
        attributionControl={{ compact: true }}
        cursor="grab"
        onClick={(event: MapLayerMouseEvent) => setChosenId(placeAt(event))}
        onError={(event: { target: unknown; error: unknown }) => {
          if (!event.target) return setBroken(event.error);
          console.warn(event.error);
        }}
      >
        <Source id={pointSource} type="geojson" data={points}>
          <PlaceLayers tone={tone} />
        </Source>
        {chosen && <PlacePopup place={chosen} viewOf={viewOf} onClose={() => setChosenId(null)} />}
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" unit="imperial" />
      </MapView>
    </section>
  );
}

/** Names below points: what is drawn below gives way. */
function PlaceLayers({ tone }: { tone: MapTone }) {
  return (
    <>
      <Layer
        id="place-names"
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
function PlacePopup({
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

function boundsOf(places: readonly Location[]): [number, number, number, number] {
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** The id of the place at a click; null for none. */
function placeAt({ target, point }: MapLayerMouseEvent): string | null {
  if (!target.getLayer(pointLayer)) return null;
  const around: [[number, number], [number, number]] = [
    [point.x - 10, point.y - 10],
    [point.x + 10, point.y + 10],
  ];
  const [found] = target.queryRenderedFeatures(around, { layers: [pointLayer] });
  return found ? String(found.properties.id) : null;
}
