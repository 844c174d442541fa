import type * as contract from '@allclear/contract';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import type { z } from 'zod';
import { type GeoJsonLayer, GeoJsonLayers, isLine, isPoint, textOf, textPaint } from '../GeoJsonLayers.tsx';
import type { Paint } from '../map-paint.ts';

type Analysis = z.infer<typeof contract.surfaceAnalysis.data>;

/**
 * Highs, lows and fronts as on weather maps: triangles for cold, half discs for warm, on the side to which
 * the front moves.
 */
export function FrontLayer({ data, paint }: { data: Analysis; paint: Paint }) {
  const { cold, warm, occluded } = paint.fronts;
  const signed = [
    ['cold', `front-cold:${cold}`],
    ['warm', `front-warm:${warm}`],
    ['occluded', `front-occluded:${occluded}`],
    ['stationary', `front-cold:${cold}`],
  ] as const;
  return (
    <GeoJsonLayers
      id="fronts"
      data={data as FeatureCollection}
      slot="slot-fronts"
      layers={[
        {
          id: 'fronts',
          type: 'line',
          filter: isLine,
          paint: { 'line-color': colorOf(paint), 'line-width': 2.5 },
        },
        {
          id: 'troughs',
          type: 'line',
          filter: ['match', ['get', 'Kind'], ['trough', 'dry-line'], true, false],
          paint: { 'line-color': paint.halo, 'line-width': 3, 'line-dasharray': [0.1, 2] },
        },
        ...signed.map(
          ([kind, image]): GeoJsonLayer => ({
            id: `front-signs-${kind}`,
            type: 'symbol',
            filter: ['==', ['get', 'Kind'], kind],
            layout: { ...signs, 'symbol-spacing': kind === 'stationary' ? 90 : 45, 'icon-image': image },
          }),
        ),
        {
          id: 'front-signs-still',
          type: 'symbol',
          filter: ['==', ['get', 'Kind'], 'stationary'],
          layout: { ...signs, 'symbol-spacing': 60, 'icon-image': `front-warm:${warm}`, 'icon-rotate': 180 },
        },
        {
          id: 'centres',
          type: 'symbol',
          filter: isPoint,
          layout: { ...textOf('Kind'), 'text-field': pressureText, 'text-allow-overlap': true },
          paint: {
            ...textPaint(paint, 1.5),
            'text-color': ['match', ['get', 'Kind'], 'high', cold, warm],
          },
        },
      ]}
    />
  );
}

/** Symbols along a front, on the side to which it moves. */
const signs = {
  'symbol-placement': 'line',
  'icon-anchor': 'bottom',
  'icon-keep-upright': false,
  'icon-allow-overlap': true,
} as const;

/** 'H' or 'L' above the pressure. */
const pressureText: ExpressionSpecification = [
  'format',
  ['match', ['get', 'Kind'], 'high', 'H', 'L'],
  { 'font-scale': 2 },
  '\n',
  {},
  ['to-string', ['get', 'PressureMb']],
  {},
];

function colorOf({ fronts: { cold, warm, occluded, trough } }: Paint): ExpressionSpecification {
  const kind = ['get', 'Kind'] satisfies ExpressionSpecification;
  return ['match', kind, ['cold', 'stationary'], cold, 'warm', warm, 'occluded', occluded, trough];
}
