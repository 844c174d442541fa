import type { TropicalForecastItem } from '@allclear/contract';
import { useMemo } from 'react';
import {
  dotPaint,
  GeoJsonLayers,
  isLine,
  isPoint,
  isPolygon,
  noShapes,
  textOf,
  textPaint,
} from '../GeoJsonLayers.tsx';
import type { Paint } from '../map-paint.ts';
import { modelShapes, tropicalShapes } from './tropical-shapes.ts';

interface TropicalLayerProps {
  items: readonly TropicalForecastItem[];
  showsForecast: boolean;
  showsModels: boolean;
  timeZone: string;
  paint: Paint;
}

/**
 * Tropical systems: where the center will most likely be, its forecast points with their winds, and the
 * tracks of models.
 */
export function TropicalLayer({ items, showsForecast, showsModels, timeZone, paint }: TropicalLayerProps) {
  const forecast = useMemo(
    () => (showsForecast ? tropicalShapes(items, timeZone) : noShapes),
    [items, showsForecast, timeZone],
  );
  const models = useMemo(() => (showsModels ? modelShapes(items) : noShapes), [items, showsModels]);
  return (
    <>
      <GeoJsonLayers
        id="tropical-models"
        data={models}
        slot="slot-tropical"
        layers={[
          {
            id: 'tropical-models',
            type: 'line',
            paint: { 'line-color': paint.muted, 'line-width': 1.2, 'line-opacity': 0.8 },
          },
          {
            id: 'tropical-model-names',
            type: 'symbol',
            minzoom: 4.5,
            layout: { 'symbol-placement': 'line', ...textOf('name', 10) },
            paint: { ...textPaint(paint, 1.2), 'text-color': paint.muted },
          },
        ]}
      />
      <GeoJsonLayers
        id="tropical"
        data={forecast}
        slot="slot-tropical"
        layers={[
          {
            id: 'tropical-cone',
            type: 'fill',
            filter: isPolygon,
            paint: {
              'fill-color': paint.tropical,
              'fill-opacity': 0.16,
              'fill-outline-color': paint.tropical,
            },
          },
          {
            id: 'tropical-way',
            type: 'line',
            filter: isLine,
            paint: { 'line-color': paint.tropical, 'line-width': 2 },
          },
          {
            id: 'tropical-points',
            type: 'circle',
            filter: isPoint,
            paint: {
              'circle-color': paint.tropical,
              'circle-radius': ['case', ['get', 'now'], 8, 5],
              ...dotPaint(paint, 1.5),
            },
          },
          {
            id: 'tropical-names',
            type: 'symbol',
            filter: isPoint,
            layout: { ...textOf('text', 11), 'text-anchor': 'left', 'text-offset': [0.9, 0] },
            paint: textPaint(paint, 1.4),
          },
        ]}
      />
    </>
  );
}
