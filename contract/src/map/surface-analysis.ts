import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { radarList } from './radar.ts';

const center = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }),
  properties: z.object({ Kind: z.enum(['high', 'low']), PressureMb: z.number() }),
});

const front = z.object({
  type: z.literal('Feature'),
  /** Symbols are drawn on the left of the line's direction. */
  geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(z.array(z.number())) }),
  properties: z.object({
    Kind: z.enum(['cold', 'warm', 'stationary', 'occluded', 'trough', 'dry-line']),
    Strength: z.enum(['weak', 'moderate', 'strong']).nullable(),
  }),
});

export const surfaceAnalysis = defineRoute({
  ...paths.surfaceAnalysis,
  needs: 'map:read',
  summary: 'Highs, lows and fronts over North America (GeoJSON)',
  data: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(z.union([center, front])),
    /** What it shows. */
    validAt: z.string(),
    stale: z.boolean(),
    attribution: z.string(),
  }),
  failures: [404, 503],
});

/**
 * Where a layer is. `data`: GeoJSON or items to draw. `tiles`: images, the newest of which (or the next
 * forecast one) is at `url`.
 */
const layer = z.discriminatedUnion('format', [
  z.object({ format: z.literal('data'), product: z.string(), url: z.string() }),
  z.object({ format: z.literal('tiles'), product: z.string(), url: z.string(), layer: radarList }),
]);

export const mapUrl = defineRoute({
  ...paths.mapUrl,
  needs: 'map:read',
  summary:
    'Where a layer of the map is: data to draw, or tiles with their times, attribution and legend. 404 for a layer that this installation does not have',
  query: z.object({
    product: z.enum(
      ['road-condition-current-hires', 'road-condition', 'surface-analysis', 'tropical-spaghetti-plot-us'],
      'Product is not a layer of the map',
    ),
    /** For images of other sources; the layers here are masked already. */
    mask: z.string().max(100).optional(),
  }),
  data: layer,
  failures: [400, 404, 503],
});
