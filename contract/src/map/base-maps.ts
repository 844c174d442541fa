import { z } from 'zod';
import { defineRoute, numberText } from '../core/index.ts';
import * as paths from './paths.ts';

/** A base map beside the product's own light and dark ones. */
const baseMap = z.object({
  name: z.enum(['satellite', 'street']),
  /**
   * The attribution of the installation, as HTML of text and links; null uses that of the sources of the
   * style.
   */
  attribution: z.string().nullable(),
});

export type BaseMap = z.infer<typeof baseMap>;

/**
 * A MapLibre style. All addresses in it are paths of this server and need the same Authorization header as
 * all calls; no other host is named.
 */
export const baseMapStyle = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.record(z.string(), z.unknown())),
  sprite: z.array(z.object({ id: z.string(), url: z.string() })).optional(),
  glyphs: z.string().optional(),
  layers: z.array(z.record(z.string(), z.unknown())),
});

export type BaseMapStyle = z.infer<typeof baseMapStyle>;

/** Addresses are matched without regard to case, this part of them too. */
const name = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]{1,20}$/, 'Name is not the name of a base map');

/** As the style writes it. */
const part = z.string().regex(/^[0-9a-f]{1,20}$/i, 'Source is not the name of a source');

const failures = [400, 404, 503] as const;

export const listBaseMaps = defineRoute({
  ...paths.listBaseMaps,
  needs: 'map:read',
  summary: 'The base maps that this installation is set to, beside its own',
  data: z.object({ maps: z.array(baseMap) }),
});

export const getBaseMapStyle = defineRoute({
  ...paths.getBaseMapStyle,
  needs: 'map:read',
  summary: 'The MapLibre style of a base map; its addresses are paths of this server',
  params: z.object({ name }),
  data: baseMapStyle,
  failures,
});

export const baseMapTile = defineRoute({
  ...paths.baseMapTile,
  needs: 'map:read',
  summary: 'A tile of a base map as its provider sends it: a picture or a vector tile',
  params: z.object({
    name,
    source: part,
    z: numberText.pipe(z.number().int().min(0).max(24)),
    x: numberText.pipe(z.number().int().min(0)),
    y: numberText.pipe(z.number().int().min(0)),
  }),
  data: z.unknown(),
  failures,
});

export const baseMapData = defineRoute({
  ...paths.baseMapData,
  needs: 'map:read',
  summary: 'GeoJSON that the style of a base map names',
  params: z.object({ name, source: part }),
  data: z.unknown(),
  failures,
});

export const baseMapGlyphs = defineRoute({
  ...paths.baseMapGlyphs,
  needs: 'map:read',
  summary: 'Letters of fonts that the style of a base map names: 256 from a multiple of 256',
  params: z.object({
    name,
    fonts: z.string().min(1).max(200),
    range: z
      .string()
      .regex(/^\d{1,7}-\d{1,7}$/, 'Range is not one of letters')
      .transform((text) => Number.parseInt(text, 10)),
  }),
  data: z.unknown(),
  failures,
});

export const baseMapSprite = defineRoute({
  ...paths.baseMapSprite,
  needs: 'map:read',
  summary: 'Signs that the style of a base map names: their picture, or where each is in it',
  params: z.object({
    name,
    file: z
      .string()
      .regex(/^[0-9a-f]{1,20}(@2x)?\.(json|png)$/i, 'File is not one of a sprite')
      .transform((text) => ({
        sprite: /^[0-9a-f]+/i.exec(text)![0],
        file: text.replace(/^[0-9a-f]+/i, '') as '.json' | '.png' | '@2x.json' | '@2x.png',
      })),
  }),
  data: z.unknown(),
  failures,
});
