import { getMapSettings, mapSettings, saveMapSettings } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { serve } from '../platform/http/serve.ts';
import { readMapSettings, saveMapSettings as storeMapSettings } from './map-settings.store.ts';

/** The caller's own settings of the map. */
export function mapSettingsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getMapSettings, async ({ principal, reply }) => {
    reply.header('cache-control', 'no-store');
    const { settings, revision } = await readMapSettings(db, principal.userId);
    // What an older version saved may not be a choice any more: then everything is as at first.
    const saved = mapSettings.safeParse(settings ?? {});
    return { ...(saved.success ? saved.data : mapSettings.parse({})), revision };
  });

  serve(app, saveMapSettings, async ({ principal, body: { revision: basedOn, ...settings } }) => {
    const of = { userId: principal.userId, revision: basedOn };
    const revision = await storeMapSettings(db, actorOf(principal), of, settings, clock.now());
    return { ...settings, revision };
  });
}
