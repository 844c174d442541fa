import type { Location } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { useComputedColorScheme } from '@mantine/core';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useCallback, useMemo, useState } from 'react';
import MapView, {
  type MapLayerMouseEvent,
  type MapRef,
  NavigationControl,
  ScaleControl,
} from 'react-map-gl/maplibre';
import { liveMapStyle } from '../../features/map/map-paint.ts';
import type { PlacesShown } from './PlaceList.tsx';
import { PlacePoints, PlacePopup, pointLayer } from './PlacePoints.tsx';
import classes from './PlacesMap.module.css';
import { drawPlaceImage } from './place-images.ts';

maplibre.setWorkerUrl(workerUrl);

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
  /** The map draws what its layers miss from the first on: they wait for it. */
  const [isMade, setMade] = useState(false);
  const made = useCallback((ref: MapRef | null) => {
    const map = ref?.getMap();
    map?.setMissingStyleImageResolver((id) => drawPlaceImage(map, id));
    if (map) setMade(true);
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
        {isMade && <PlacePoints places={places} kindOf={kindOf} tone={tone} />}
        {chosen && <PlacePopup place={chosen} viewOf={viewOf} onClose={() => setChosenId(null)} />}
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" unit="imperial" />
      </MapView>
    </section>
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
