import { useMemo } from 'react';
import {
  collectionOf,
  dotPaint,
  GeoJsonLayers,
  isLine,
  isPoint,
  lineFeature,
  pointFeature,
} from '../GeoJsonLayers.tsx';
import type { Paint } from '../map-paint.ts';
import { greatCircle, legsOf, type Point } from './measure.ts';

/** The measured path, along great circles. */
export function MeasureLayer({ points, paint }: { points: readonly Point[]; paint: Paint }) {
  const data = useMemo(
    () =>
      collectionOf([
        ...legsOf(points).map(([from, to]) => lineFeature(greatCircle(from, to))),
        ...points.map(({ latitude, longitude }) => pointFeature([longitude, latitude])),
      ]),
    [points],
  );
  const { primary } = paint;
  const layers = [
    {
      id: 'measure-ways',
      type: 'line' as const,
      filter: isLine,
      paint: { 'line-color': primary, 'line-width': 2.5, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'measure-ends',
      type: 'circle' as const,
      filter: isPoint,
      paint: { 'circle-color': primary, 'circle-radius': 5, ...dotPaint(paint, 2) },
    },
  ];
  return <GeoJsonLayers id="measure" data={data} slot="slot-measure" layers={layers} />;
}
