import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { labelFont, type Paint } from '../map-paint.ts';
import { useSlowNow } from '../use-slow-now.ts';
import { strikePaint } from './strikes.ts';

/**
 * Clusters as discs with their count, single strikes as dots; the last of the data on top. They age between
 * two answers.
 */
export function StrikeLayer({ data, paint }: { data: FeatureCollection<Point>; paint: Paint }) {
  // Ages in steps, so that the map is not redrawn more often.
  const now = useSlowNow(5_000) ?? 0;
  const { color, opacity } = useMemo(() => strikePaint(now, paint.strikes), [now, paint]);
  const { color: onColor } = useMemo(() => strikePaint(now, paint.onStrikes), [now, paint]);
  const count: ExpressionSpecification = ['get', 'Count'];
  return (
    <Source id="strikes" type="geojson" data={data}>
      <Layer
        beforeId="slot-strikes"
        id="strikes"
        type="circle"
        paint={{
          'circle-color': color,
          'circle-opacity': opacity,
          'circle-stroke-color': paint.strikeLine,
          'circle-stroke-opacity': opacity,
          'circle-stroke-width': 1,
          'circle-radius': [
            'case',
            ['>', count, 1],
            ['interpolate', ['linear'], ['log10', count], 0.3, 9, 4, 24],
            5,
          ],
        }}
      />
      <Layer
        beforeId="slot-strikes"
        id="strike-counts"
        type="symbol"
        filter={['>', count, 1]}
        layout={{
          'text-field': ['to-string', count],
          'text-font': [...labelFont],
          'text-size': 12,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{
          'text-color': onColor,
          'text-opacity': opacity,
        }}
      />
    </Source>
  );
}
