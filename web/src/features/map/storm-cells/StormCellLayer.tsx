import type { StormCellCollection } from '@allclear/contract';
import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { Paint } from '../map-paint.ts';

const signs = {
  'Tornado Vortex': 'cell-tvs',
  Mesocyclone: 'cell-meso',
  'Severe Hail': 'cell-severe',
  Hail: 'cell-hail',
  Storm: 'cell-storm',
} as const;

/** Storm cells by what is worst about them; a line with an arrow shows where each goes in the next hour. */
export function StormCellLayer({
  data,
  paint,
  id = 'cells',
}: {
  data: Pick<StormCellCollection, 'features'>;
  paint: Paint;
  id?: string;
}) {
  const shapes = useMemo((): FeatureCollection => {
    const features = data.features.flatMap(({ id: cellId, geometry, properties }) => {
      const { Ahead, Heading, Type } = properties;
      const ahead = Ahead.map(({ Coordinates }) => Coordinates);
      const end = ahead.at(-1);
      const point = (coordinates: number[], more: object) => ({
        ...{
          type: 'Feature' as const,
          properties: { Id: cellId, ...more },
          geometry: { type: 'Point' as const, coordinates },
        },
      });
      const way = end && {
        ...{
          type: 'Feature' as const,
          properties: { Id: cellId },
          geometry: { type: 'LineString' as const, coordinates: [geometry.coordinates, ...ahead] },
        },
      };
      return [
        point(geometry.coordinates, { sign: signs[Type], turn: 0 }),
        ...(way ? [way, point(end, { sign: 'arrow', turn: Heading ?? 0 })] : []),
      ];
    });
    return { type: 'FeatureCollection', features };
  }, [data]);
  return (
    <Source id={id} type="geojson" data={shapes}>
      <Layer
        beforeId="slot-cells"
        id={`${id}-ways`}
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        paint={{ 'line-color': paint.cell, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
      />
      <Layer
        beforeId="slot-cells"
        id={id}
        type="symbol"
        filter={['==', ['geometry-type'], 'Point']}
        layout={{
          'icon-image': ['concat', ['get', 'sign'], `:${paint.cell}`],
          'icon-rotate': ['get', 'turn'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-size': ['match', ['get', 'sign'], 'arrow', 0.6, 1],
        }}
      />
    </Source>
  );
}
