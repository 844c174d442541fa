import type { TropicalForecastItem } from '@allclear/contract';
import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { labelFont, type Paint } from '../map-paint.ts';
import { modelShapes, tropicalShapes } from './tropical-shapes.ts';

interface TropicalLayerProps {
  items: readonly TropicalForecastItem[];
  showsForecast: boolean;
  showsModels: boolean;
  timeZone: string;
  paint: Paint;
}

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/**
 * Tropical systems: where the centre will most likely be, its forecast points with their winds, and the
 * tracks of models.
 */
export function TropicalLayer({ items, showsForecast, showsModels, timeZone, paint }: TropicalLayerProps) {
  const forecast = useMemo(
    () => (showsForecast ? tropicalShapes(items, timeZone) : nothing),
    [items, showsForecast, timeZone],
  );
  const models = useMemo(() => (showsModels ? modelShapes(items) : nothing), [items, showsModels]);
  return (
    <>
      <Source id="tropical-models" type="geojson" data={models}>
        <Layer
          beforeId="slot-tropical"
          id="tropical-models"
          type="line"
          paint={{ 'line-color': paint.muted, 'line-width': 1.2, 'line-opacity': 0.8 }}
        />
        <Layer
          beforeId="slot-tropical"
          id="tropical-model-names"
          type="symbol"
          minzoom={4.5}
          layout={{
            'symbol-placement': 'line',
            'text-field': ['get', 'name'],
            'text-font': [...labelFont],
            'text-size': 10,
          }}
          paint={{ 'text-color': paint.muted, 'text-halo-color': paint.halo, 'text-halo-width': 1.2 }}
        />
      </Source>
      <Source id="tropical" type="geojson" data={forecast}>
        <Layer
          beforeId="slot-tropical"
          id="tropical-cone"
          type="fill"
          filter={['==', ['geometry-type'], 'Polygon']}
          paint={{ 'fill-color': paint.tropical, 'fill-opacity': 0.16, 'fill-outline-color': paint.tropical }}
        />
        <Layer
          beforeId="slot-tropical"
          id="tropical-way"
          type="line"
          filter={['==', ['geometry-type'], 'LineString']}
          paint={{ 'line-color': paint.tropical, 'line-width': 2 }}
        />
        <Layer
          beforeId="slot-tropical"
          id="tropical-points"
          type="circle"
          filter={['==', ['geometry-type'], 'Point']}
          paint={{
            'circle-color': paint.tropical,
            'circle-radius': ['case', ['get', 'now'], 8, 5],
            'circle-stroke-color': paint.halo,
            'circle-stroke-width': 1.5,
          }}
        />
        <Layer
          beforeId="slot-tropical"
          id="tropical-names"
          type="symbol"
          filter={['==', ['geometry-type'], 'Point']}
          layout={{
            'text-field': ['get', 'text'],
            'text-font': [...labelFont],
            'text-size': 11,
            'text-anchor': 'left',
            'text-offset': [0.9, 0],
          }}
          paint={{ 'text-color': paint.text, 'text-halo-color': paint.halo, 'text-halo-width': 1.4 }}
        />
      </Source>
    </>
  );
}
