import type { Feature, FeatureCollection } from 'geojson';
import type { FilterSpecification } from 'maplibre-gl';
import { Layer, type LayerProps, Source } from 'react-map-gl/maplibre';
import { labelFont, type Paint, type Slot } from './map-paint.ts';

export type GeoJsonLayer = LayerProps & { id: string };

interface GeoJsonLayersProps {
  id: string;
  data: FeatureCollection;
  /** The position of the layers among those of other sources. */
  slot: Slot;
  /** The lowest first. A layer with its own `beforeId` is inserted there instead. */
  layers: readonly GeoJsonLayer[];
  tolerance?: number;
}

/** Shapes on the map and the layers that draw them. */
export function GeoJsonLayers({ id, data, slot, layers, tolerance = 0.375 }: GeoJsonLayersProps) {
  return (
    <Source id={id} type="geojson" data={data} tolerance={tolerance}>
      {layers.map((layer) => (
        <Layer key={layer.id} beforeId={slot} {...layer} />
      ))}
    </Source>
  );
}

export const noShapes: FeatureCollection = { type: 'FeatureCollection', features: [] };

export const collectionOf = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

export const pointFeature = (coordinates: number[], properties: object = {}): Feature => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'Point', coordinates },
});

export const lineFeature = (coordinates: number[][], properties: object = {}): Feature => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'LineString', coordinates },
});

const isGeometry = (type: string): FilterSpecification => ['==', ['geometry-type'], type];
export const [isPoint, isLine, isPolygon] = [
  isGeometry('Point'),
  isGeometry('LineString'),
  isGeometry('Polygon'),
];

/** The layout of text from a property of the shapes. */
export const textOf = (property: string, sizePx = 12) => ({
  'text-field': ['get', property] as never,
  'text-font': [...labelFont],
  'text-size': sizePx,
});

/** Text with an outline, so that it is readable on any map. */
export const textPaint = (paint: Paint, haloPx = 1.6) => ({
  'text-color': paint.text,
  'text-halo-color': paint.halo,
  'text-halo-width': haloPx,
});

/** A dot with an outline. */
export const dotPaint = (paint: Paint, strokePx: number) => ({
  'circle-stroke-color': paint.halo,
  'circle-stroke-width': strokePx,
});
