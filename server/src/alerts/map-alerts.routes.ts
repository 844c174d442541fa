import { alertsByPoint, listMapAlerts, listZoneShapes } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { FileAnswer, serve } from '../platform/http/serve.ts';
import { alertsAtPoint } from './alerts-at-point.ts';
import type { AlertsLive } from './alerts-live.ts';
import { zonesNamed } from './ask-zone-shapes.ts';
import { bySeverity, presentAdvisory, presentMapAlert } from './present-advisory.ts';
import { presentZoneShape, sortZones, tagOfZones } from './present-zone-shape.ts';
import { readZoneShapes, zoneShapeStates } from './zone-shapes.store.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `shapesFrom`: the alert feeds that provide the shapes of zones. */
export function mapAlertRoutes(
  app: FastifyInstance,
  { db, alerts, shapesFrom }: { db: Database; alerts: AlertsLive; shapesFrom: readonly string[] },
): void {
  serve(app, listMapAlerts, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const { state, alerts: inEffect, asOf } = alerts.everywhere();
    return {
      alerts: inEffect.toSorted(bySeverity).map(presentMapAlert),
      asOf: instant(asOf),
      stale: state === 'unknown',
    };
  });

  serve(app, listZoneShapes, async ({ query, request, reply }) => {
    const named = new Set(shapesFrom.length > 0 ? zonesNamed(alerts.everywhere().alerts) : []);
    const sorted = sortZones(query.zones, await zoneShapeStates(db, shapesFrom, query.zones), named);
    const tag = tagOfZones(sorted);
    const { pending, unavailable } = sorted;
    const isWhole = pending.length + unavailable.length === 0;
    const keep = isWhole ? 'private, max-age=86400' : 'private, no-cache';
    reply.header('etag', tag);
    // Compression on the way marks a tag as weak.
    const isUnchangedForClient = (request.headers['if-none-match'] ?? '')
      .split(',')
      .some((known) => known.trim().replace(/^W\//, '') === tag);
    if (isUnchangedForClient) {
      reply.status(304);
      return new FileAnswer(new Uint8Array(), JSON_TYPE, keep);
    }
    const shapes = (await readZoneShapes(db, shapesFrom, query.zones)).map(presentZoneShape);
    // Written without the schema: checking each of some ten thousand corners would find nothing.
    return new FileAnswer(
      Buffer.from(JSON.stringify({ data: { shapes, pending, unavailable } })),
      JSON_TYPE,
      keep,
    );
  });

  serve(app, alertsByPoint, async ({ query }) => {
    const { state, alerts: inEffect, asOf } = await alertsAtPoint(db, alerts, shapesFrom, query);
    return {
      alerts: inEffect.toSorted(bySeverity).map(presentAdvisory),
      asOf: instant(asOf),
      complete: state === 'known',
    };
  });
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
