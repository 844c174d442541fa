import { getMapSettings, mapSettings, saveMapSettings } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { serve } from '../platform/http/serve.ts';
import { keepMapSettings, readMapSettings } from './map-settings.store.ts';

/** The caller's own settings of the map. */
export function mapSettingsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getMapSettings, async ({ principal, reply }) => {
    reply.header('cache-control', 'no-store');
    // What an older version kept may not be a choice any more: then everything is as at first.
    const kept = mapSettings.safeParse((await readMapSettings(db, principal.userId)) ?? {});
    return kept.success ? kept.data : mapSettings.parse({});
  });

  serve(app, saveMapSettings, async ({ principal, body }) => {
    await keepMapSettings(db, principal.userId, body, clock.now());
    return body;
  });
}
