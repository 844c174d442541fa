import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { Paint } from '../map-paint.ts';
import { greatCircle, legsOf, type Point } from './measure.ts';

/** The measured way, along great circles. */
export function MeasureLayer({ points, paint }: { points: readonly Point[]; paint: Paint }) {
  const data = useMemo((): FeatureCollection => {
    const ways = legsOf(points).map(([from, to]) => ({
      ...{ type: 'Feature' as const, properties: {} },
      geometry: { type: 'LineString' as const, coordinates: greatCircle(from, to) },
    }));
    const ends = points.map(({ latitude, longitude }) => ({
      ...{
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      },
    }));
    return { type: 'FeatureCollection', features: [...ways, ...ends] };
  }, [points]);
  return (
    <Source id="measure" type="geojson" data={data}>
      <Layer
        beforeId="slot-measure"
        id="measure-ways"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        paint={{ 'line-color': paint.primary, 'line-width': 2.5, 'line-dasharray': [2, 1.5] }}
      />
      <Layer
        beforeId="slot-measure"
        id="measure-ends"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-color': paint.primary,
          'circle-radius': 5,
          'circle-stroke-color': paint.halo,
          'circle-stroke-width': 2,
        }}
      />
    </Source>
  );
}
