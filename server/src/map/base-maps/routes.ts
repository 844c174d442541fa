import { AdapterError, type MapPart } from '@allclear/adapters';
import {
  baseMapData,
  baseMapGlyphs,
  baseMapSprite,
  baseMapTile,
  getBaseMapStyle,
  listBaseMaps,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { notFound, unavailable } from '../../platform/http/errors.ts';
import { FileAnswer, serve } from '../../platform/http/serve.ts';
import type { BaseMaps } from './base-maps.ts';

/** Maps change rarely. Only signed-in people may read them, so no shared cache may store them. */
const KEEP = 'private, max-age=86400';

export function baseMapRoutes(app: FastifyInstance, { baseMaps }: { baseMaps: BaseMaps }): void {
  serve(app, listBaseMaps, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { maps: [...baseMaps.list] };
  });
  serve(app, getBaseMapStyle, async ({ params: { name }, reply }) => {
    const style = await had(baseMaps.style(name));
    if (!style) throw notFound('This base map');
    reply.header('cache-control', 'no-store');
    const { sprite, ...rest } = style;
    return {
      ...rest,
      sources: { ...style.sources },
      layers: [...style.layers],
      ...(sprite ? { sprite: [...sprite] } : {}),
    };
  });

  const part = async (name: string, wanted: MapPart): Promise<FileAnswer> => {
    const found = await had(baseMaps.part(name, wanted));
    if (!found) throw notFound('This part of the map');
    return new FileAnswer(found.bytes, found.contentType, KEEP);
  };
  serve(app, baseMapTile, ({ params: { name, ...place } }) => part(name, { kind: 'tile', ...place }));
  serve(app, baseMapData, ({ params: { name, source } }) => part(name, { kind: 'data', source }));
  serve(app, baseMapGlyphs, ({ params: { name, fonts, range } }) =>
    part(name, { kind: 'glyphs', fonts, from: range }),
  );
  serve(app, baseMapSprite, ({ params: { name, file } }) => part(name, { kind: 'sprite', ...file }));
}

/** The error of a map provider as a response. */
async function had<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    if (error.status === 404) return null;
    throw unavailable('This base map is not available right now.');
  }
}
