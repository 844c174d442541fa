import { z } from 'zod';
import { defineRoute, latitude, longitude } from '../core/index.ts';
import * as paths from './paths.ts';

/** The layers of the map (spec 1 section 2.10). */
export const mapLayers = [
  'tropical-models',
  'tropical-forecast',
  'surface-analysis',
  'storm-vectors',
  'nws-alerts',
  'road-conditions',
  'radar',
  'lightning',
] as const;

export const mapRadarStyles = [
  'past',
  'future',
  'extended',
  'current-road-conditions',
  'future-road-conditions',
] as const;

export const playbackSpeeds = ['slow', 'normal', 'fast', 'very-fast'] as const;

/** How a person likes the map (spec 1 section 3 'Client state'). */
export const mapSettings = z.object({
  baseLayerStyle: z.enum(['light', 'dark', 'satellite', 'street']).default('light'),
  overlays: z.array(z.enum(mapLayers)).max(mapLayers.length).default(['radar', 'lightning']),
  radarStyle: z.enum(mapRadarStyles).default('past'),
  opacity: z.number().min(0).max(1).default(1),
  speed: z.enum(playbackSpeeds).default('normal'),
  showAllLocations: z.boolean().default(false),
  /** The last view; null before the first. */
  view: z
    .object({ latitude, longitude, zoom: z.number().min(0).max(24) })
    .nullable()
    .default(null),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type MapSettings = z.infer<typeof mapSettings>;

export const getMapSettings = defineRoute({
  ...paths.getMapSettings,
  needs: 'map:read',
  summary: 'How the signed-in user last had the map',
  data: mapSettings,
});

export const saveMapSettings = defineRoute({
  ...paths.saveMapSettings,
  needs: 'map:read',
  summary: 'Keeps how the signed-in user has the map, whole: what the body leaves out is as at first',
  body: mapSettings,
  data: mapSettings,
  failures: [400, 409],
});
