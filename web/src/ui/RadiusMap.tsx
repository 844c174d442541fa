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
  const [first, second, third, fourth] = radiiMiles;
  const radii = useMemo(
    () => [first, second, third, fourth].map((radius) => radius ?? 0),
    [first, second, third, fourth],
  );
  const circles = useMemo(
    () => radiusCircles(place?.latitude ?? 0, place?.longitude ?? 0, place ? radii : []),
    [place, radii],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the place and its radii, nothing else
  useEffect(() => {
    if (place)
      map.current?.fitBounds(boundsOf(place.latitude, place.longitude, radii), {
        padding: 24,
        duration: 300,
        maxZoom: 15,
      });
  }, [place?.latitude, place?.longitude, radii]);

  return (
    <section className={classes.map} aria-label="Map of the location and its radius zones">
      <MapView
        ref={map}
        mapLib={maplibre}
        initialViewState={
          place
            ? { bounds: boundsOf(place.latitude, place.longitude, radii), fitBoundsOptions: { padding: 24 } }
            : home
        }
        mapStyle={style}
        minZoom={1.5}
        maxZoom={15}
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
