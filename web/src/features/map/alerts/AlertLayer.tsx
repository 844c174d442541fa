import { useEffect, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { lowSlots } from '../map-paint.ts';
import type { AlertArea } from './alert-shapes.ts';
import { createAlertSource } from './alert-source.ts';

/** React keeps the source empty: `alert-source.ts` fills it. */
const nothing = { type: 'FeatureCollection' as const, features: [] };

/** Areas of weather-service alerts in the service's own colors. */
export function AlertLayer({ areas }: { areas: readonly AlertArea[] }) {
  const { current } = useMap();
  const map = current?.getMap();
  const filled = useRef<ReturnType<typeof createAlertSource> | null>(null);
  useEffect(() => {
    if (!map) return;
    const made = createAlertSource(map, 'alerts');
    filled.current = made;
    map.on('styledata', made.again);
    return () => {
      map.off('styledata', made.again);
      made.stop();
    };
  }, [map]);
  useEffect(() => {
    if (map) filled.current?.show(areas);
  }, [areas, map]);
  return (
    <Source id="alerts" type="geojson" data={nothing}>
      <Layer
        id="alerts"
        type="fill"
        beforeId={lowSlots.areas}
        layout={{ 'fill-sort-key': ['get', 'Rank'] }}
        paint={{ 'fill-color': ['get', 'Color'], 'fill-opacity': 0.22 }}
      />
      <Layer
        beforeId="slot-alerts"
        id="alert-lines"
        type="line"
        layout={{ 'line-sort-key': ['get', 'Rank'] }}
        paint={{ 'line-color': ['get', 'Color'], 'line-width': 2 }}
      />
    </Source>
  );
}
