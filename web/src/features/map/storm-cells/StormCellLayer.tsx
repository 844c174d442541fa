import type { StormCellCollection } from '@allclear/contract';
import type { Feature } from 'geojson';
import { useMemo } from 'react';
import {
  collectionOf,
  GeoJsonLayers,
  isLine,
  isPoint,
  lineFeature,
  pointFeature,
} from '../GeoJsonLayers.tsx';
import type { Paint } from '../map-paint.ts';

const signs = {
  'Tornado Vortex': 'cell-tvs',
  Mesocyclone: 'cell-meso',
  'Severe Hail': 'cell-severe',
  Hail: 'cell-hail',
  Storm: 'cell-storm',
} as const;

/** Storm cells by their most severe attribute; a line with an arrow shows the track of the next hour. */
export function StormCellLayer({
  data,
  paint,
  id = 'cells',
}: {
  data: Pick<StormCellCollection, 'features'>;
  paint: Paint;
  id?: string;
}) {
  const shapes = useMemo(() => collectionOf(shapesOf(data)), [data]);
  return (
    <GeoJsonLayers
      id={id}
      data={shapes}
      slot="slot-cells"
      layers={[
        {
          id: `${id}-ways`,
          type: 'line',
          filter: isLine,
          paint: { 'line-color': paint.cell, 'line-width': 1.5, 'line-dasharray': [3, 2] },
        },
        {
          id,
          type: 'symbol',
          filter: isPoint,
          layout: {
            'icon-image': ['concat', ['get', 'sign'], `:${paint.cell}`],
            'icon-rotate': ['get', 'turn'],
            'icon-rotation-alignment': 'map',
            'icon-allow-overlap': true,
            'icon-size': ['match', ['get', 'sign'], 'arrow', 0.6, 1],
          },
        },
      ]}
    />
  );
}

/** A sign for each cell, and the line of its forecast track with an arrow at the end. */
function shapesOf({ features }: Pick<StormCellCollection, 'features'>): Feature[] {
  return features.flatMap(({ id, geometry: { coordinates }, properties: { Ahead, Heading, Type } }) => {
    const ahead = Ahead.map(({ Coordinates }) => Coordinates);
    const end = ahead.at(-1);
    const sign = pointFeature(coordinates, { Id: id, sign: signs[Type], turn: 0 });
    if (!end) return [sign];
    return [
      sign,
      lineFeature([coordinates, ...ahead], { Id: id }),
      pointFeature(end, { Id: id, sign: 'arrow', turn: Heading ?? 0 }),
    ];
  });
}
