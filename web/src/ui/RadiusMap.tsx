import type { ExpressionSpecification } from 'maplibre-gl';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useMemo, useRef } from 'react';
import MapView, {
  Layer,
  type MapLayerMouseEvent,
  type MapRef,
  Marker,
  NavigationControl,
  ScaleControl,
  Source,
} from 'react-map-gl/maplibre';
import { type MapTone, mapStyle } from './map-style.ts';
import classes from './RadiusMap.module.css';
import { boundsOf, radiusCircles } from './radius-circles.ts';

maplibre.setWorkerUrl(workerUrl);

/** Red, yellow, green and blue, for the zones from the innermost on. */
const zoneColors: ExpressionSpecification = [
  'match',
  ['get', 'zone'],
  1,
  '#c6281c',
  2,
  '#d9a400',
  3,
  '#147d4a',
  '#0b74b8',
];
const zoneColorsDark: ExpressionSpecification = [
  'match',
  ['get', 'zone'],
  1,
  '#ff6b5e',
  2,
  '#f5c400',
  3,
  '#4fd38f',
  '#5cb8f2',
];
/** Near Dallas, as in the specification, with the southern states around it, until there is a place. */
const home = { longitude: -96.8, latitude: 32.78, zoom: 4 };
/** The zoom at which a place is chosen (spec 1 section 9); its zones are fitted when they change. */
const placeZoom = 15;

export interface RadiusMapProps {
  place: { latitude: number; longitude: number } | null;
  radiiMiles: readonly number[];
  tone: MapTone;
  /** Left out for a fixed place. */
  onPlace?: ((latitude: number, longitude: number) => void) | undefined;
}

/**
 * A place with its radius circles. Click the map or drag the marker to move it; the same can be done with
 * coordinate fields.
 */
export default function RadiusMap({ place, radiiMiles, tone, onPlace }: RadiusMapProps) {
  const map = useRef<MapRef>(null);
  const style = useMemo(() => mapStyle(tone, window.location.origin), [tone]);
  const { latitude, longitude } = place ?? {};
  const [first, second, third, fourth] = radiiMiles;
  const radii = useMemo(
    () => [first, second, third, fourth].map((radius) => radius ?? 0),
    [first, second, third, fourth],
  );
  const circles = useMemo(
    () => radiusCircles(place?.latitude ?? 0, place?.longitude ?? 0, place ? radii : []),
    [place, radii],
  );

  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined)
      map.current?.easeTo({ center: [longitude, latitude], zoom: placeZoom, duration: 300 });
  }, [latitude, longitude]);

  const shownRadii = useRef(radii);
  useEffect(() => {
    const isSame = shownRadii.current === radii;
    shownRadii.current = radii;
    if (isSame || latitude === undefined || longitude === undefined) return;
    map.current?.fitBounds(boundsOf(latitude, longitude, radii), { padding: 24, duration: 300 });
  }, [latitude, longitude, radii]);

  return (
    <section className={classes.map} aria-label="Map of the location and its radius zones">
      <MapView
        ref={map}
        mapLib={maplibre}
        initialViewState={
          place ? { latitude: place.latitude, longitude: place.longitude, zoom: placeZoom } : home
        }
        mapStyle={style}
        minZoom={1.5}
        maxZoom={placeZoom}
        dragRotate={false}
        touchPitch={false}
        attributionControl={{ compact: true }}
        cursor={onPlace ? 'crosshair' : 'grab'}
        onClick={(event: MapLayerMouseEvent) =>
          onPlace?.(clean(event.lngLat.lat), clean(event.lngLat.wrap().lng))
        }
      >
        <Source id="radius-zones" type="geojson" data={circles} tolerance={0}>
          <Layer
            id="radius-fill"
            type="fill"
            paint={{ 'fill-color': tone === 'dark' ? zoneColorsDark : zoneColors, 'fill-opacity': 0.1 }}
          />
          <Layer
            id="radius-line"
            type="line"
            paint={{ 'line-color': tone === 'dark' ? zoneColorsDark : zoneColors, 'line-width': 2 }}
          />
        </Source>
        {place && (
          <Marker
            longitude={place.longitude}
            latitude={place.latitude}
            draggable={onPlace !== undefined}
            color={tone === 'dark' ? '#5cb8f2' : '#0b74b8'}
            onDragEnd={(event) => onPlace?.(clean(event.lngLat.lat), clean(event.lngLat.wrap().lng))}
          />
        )}
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" unit="imperial" />
      </MapView>
    </section>
  );
}

/** Five decimals are about a yard; more would imply false precision. */
function clean(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
