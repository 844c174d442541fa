import { z } from 'zod';
import { defineRoute, numberText } from '../core/index.ts';
import * as paths from './paths.ts';
import { roadLegend } from './road-condition.ts';

/**
 * Spec 1 section 4 'Radar mode'. `radar` means `past`; `international` is `past` outside the United States.
 */
export const radarTypes = [
  'radar',
  'past',
  'international',
  'future',
  'extended',
  'current-road-conditions',
  'future-road-conditions',
] as const;

export type RadarType = (typeof radarTypes)[number];

export const radarProducts = [
  'n0q',
  'hrrr',
  'international',
  'road-condition-current-hires',
  'road-condition',
] as const;

const radarFrame = z.object({
  /** Names the frame in addresses. */
  frame: z.string(),
  /** What it shows. */
  time: z.string(),
  /** When the model run began; null for an observed frame. */
  issuedAt: z.string().nullable(),
  /**
   * Tiles of 256 pixels, XYZ scheme (y counts from the north), Web-Mercator. They need the same Authorization
   * header as all calls.
   */
  tileUrl: z.string(),
  /**
   * One image of a box: fill in `{top}`, `{right}`, `{bottom}`, `{left}` (degrees, four decimals), `{width}`
   * and `{height}` (pixels, at most 3000).
   */
  imageUrl: z.string(),
});

/** Frames of a radar type, oldest first. */
export const radarList = z.object({
  type: z.enum(radarTypes),
  product: z.enum(radarProducts),
  vendor: z.string(),
  /** Must be shown with the images. */
  attribution: z.string(),
  /** The time of the newest observed frame, or of the model's run. */
  asOf: z.string(),
  /** Whether that is too old to be shown as current. */
  stale: z.boolean(),
  now: z.string(),
  tileSize: z.number(),
  minZoom: z.number(),
  maxZoom: z.number(),
  bounds: z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() }),
  frames: z.array(radarFrame),
  /** Roads: worked out by a model, to be shown as that. */
  modelled: z.literal(true).optional(),
  /** Roads: what the colors mean. */
  legend: roadLegend.optional(),
  /** If present, must be shown with the images. */
  note: z.string().optional(),
});

export type RadarList = z.infer<typeof radarList>;

const choice = {
  /** With `true`, `radar` and `past` mean `future`. */
  future: z.enum(['true', 'false']).optional(),
  product: z.enum(radarProducts).optional(),
  /** One frame: its place in the list (0 is the oldest, -1 the newest), or its name. */
  frame: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'Frame is not the name of a frame')
    .optional(),
};

/** Addresses are matched without regard to case, this part of them too. */
const type = z.string().toLowerCase().pipe(z.enum(radarTypes, 'Type is not a kind of radar'));

const params = z.object({ type });

export const getRadar = defineRoute({
  ...paths.getRadar,
  needs: 'map:read',
  summary: 'Radar frames of a type with their times and the addresses of their tiles and images',
  params,
  query: z.object(choice),
  data: radarList,
  failures: [400, 404, 503],
});

/** A box and a size request an image; without them the response is the list of frames. */
const imageQuery = z.object({
  ...choice,
  top: numberText.pipe(z.number().min(-85.06).max(85.06)).optional(),
  bottom: numberText.pipe(z.number().min(-85.06).max(85.06)).optional(),
  left: numberText.pipe(z.number().min(-360).max(360)).optional(),
  right: numberText.pipe(z.number().min(-360).max(360)).optional(),
  width: numberText.pipe(z.number().int().min(1).max(3000)).optional(),
  height: numberText.pipe(z.number().int().min(1).max(3000)).optional(),
});

const imageOrList = {
  needs: 'map:read',
  params,
  query: imageQuery,
  data: radarList,
  failures: [400, 404, 503],
} as const;

export const radarWms = defineRoute({
  ...imageOrList,
  ...paths.radarWms,
  summary:
    'A radar image (PNG, Web-Mercator) of top, right, bottom, left, width and height; without them the list of frames',
});

export const radarTms = defineRoute({
  ...imageOrList,
  ...paths.radarTms,
  summary: 'The same as WMS; the tiles of a frame are at TMS/{frame}/{z}/{x}/{y}.png',
});

export const radarTile = defineRoute({
  ...paths.radarTile,
  needs: 'map:read',
  summary: 'A radar tile (PNG of 256 pixels, XYZ scheme: y counts from the north)',
  params: z.object({
    type,
    frame: z.string().regex(/^[\w-]{1,80}$/, 'Frame is not the name of a frame'),
    z: numberText.pipe(z.number().int().min(0).max(24)),
    x: numberText.pipe(z.number().int().min(0)),
    y: z
      .string()
      .regex(/^\d{1,8}(\.png)?$/, 'Y is not the place of a tile')
      .transform((text) => Number.parseInt(text, 10)),
  }),
  data: z.unknown(),
  failures: [400, 404, 503],
});
