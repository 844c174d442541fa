import { Layer, Source } from 'react-map-gl/maplibre';
import type { AlertShapes } from './alert-shapes.ts';
import { lowSlots } from './map-paint.ts';

/** Areas of weather-service alerts in the service's own colours. */
export function AlertLayer({ shapes }: { shapes: AlertShapes['shapes'] }) {
  return (
    <Source id="alerts" type="geojson" data={shapes}>
      <Layer id="alerts" type="fill" beforeId={lowSlots.areas} paint={{ 'fill-color': ['get', 'Color'], 'fill-opacity': 0.22 }} />
      <Layer beforeId="slot-alerts" id="alert-lines" type="line" paint={{ 'line-color': ['get', 'Color'], 'line-width': 2 }} />
    </Source>
  );
}
