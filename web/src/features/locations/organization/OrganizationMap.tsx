import type { OrganizationLocation } from '@allclear/contract';
import { useComputedColorScheme } from '@mantine/core';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useMemo, useState } from 'react';
import MapView, {
  Layer,
  type MapLayerMouseEvent,
  NavigationControl,
  ScaleControl,
  Source,
} from 'react-map-gl/maplibre';
import { mapStyle } from '../../../ui/map-style.ts';
import classes from './Places.module.css';

maplibre.setWorkerUrl(workerUrl);

const pointLayer = 'organization-location-points';

interface OrganizationMapProps {
  places: readonly OrganizationLocation[];
  onChoose: (place: OrganizationLocation) => void;
}

/** The organization's locations on a map, near ones together. A click on one opens it; the table does the same. */
export default function OrganizationMap({ places, onChoose }: OrganizationMapProps) {
  const tone = useComputedColorScheme('light');
  const style = useMemo(() => mapStyle(tone, window.location.origin), [tone]);
  const [broken, setBroken] = useState<unknown>(null);
  const [bounds] = useState(() => boundsOf(places));
  const points = useMemo(() => pointsOf(places), [places]);
  const choose = ({ features }: MapLayerMouseEvent) => {
    const id = features?.[0]?.properties.id as string | undefined;
    const place = places.find((one) => one.id === id);
    if (place) onChoose(place);
  };
  const paint = tone === 'dark' ? { fill: '#5cb8f2', line: '#0b1720' } : { fill: '#0b74b8', line: '#ffffff' };

  // A browser that cannot draw maps: the page says so instead of showing an empty map.
  if (broken) throw broken;
  return (
    <section className={classes.map} aria-label="Map of the organization’s locations">
      <MapView
        mapLib={maplibre}
        initialViewState={{ bounds, fitBoundsOptions: { padding: 60, maxZoom: 10 } }}
        mapStyle={style}
        minZoom={1.5}
        maxZoom={15}
        dragRotate={false}
        touchPitch={false}
        interactiveLayerIds={[pointLayer]}
        attributionControl={{ compact: true }}
        onClick={choose}
        onError={(event: { target: unknown; error: unknown }) => {
          if (!event.target) return setBroken(event.error);
          console.warn(event.error);
        }}
      >
        <Source id="organization-locations" type="geojson" data={points} cluster clusterRadius={30}>
          <Layer
            id={pointLayer}
            type="circle"
            paint={{
              'circle-color': paint.fill,
              'circle-stroke-color': paint.line,
              'circle-stroke-width': 2,
              'circle-radius': ['case', ['has', 'point_count'], 14, 8],
            }}
          />
        </Source>
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" unit="imperial" />
      </MapView>
    </section>
  );
}

function pointsOf(places: readonly OrganizationLocation[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, latitude, longitude }) => ({
      type: 'Feature',
      properties: { id },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

function boundsOf(places: readonly OrganizationLocation[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { latitude, longitude } of places) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return box;
}
