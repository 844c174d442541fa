import { alertsByPoint, listMapAlerts } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { AlertsLive } from '../../engine/alerts-live.ts';
import { bySeverity, presentAdvisory, presentMapAlert } from '../presenters/advisory.ts';
import { serve } from '../serve.ts';

export function mapAlertRoutes(app: FastifyInstance, { alerts }: { alerts: AlertsLive }): void {
  serve(app, listMapAlerts, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const { state, alerts: inEffect, asOf } = alerts.everywhere();
    return { alerts: inEffect.toSorted(bySeverity).map(presentMapAlert), asOf: instant(asOf), stale: state === 'unknown' };
  });

  serve(app, alertsByPoint, async ({ query }) => {
    const { state, alerts: inEffect, asOf } = alerts.at(query);
    return { alerts: inEffect.toSorted(bySeverity).map(presentAdvisory), asOf: instant(asOf), complete: state === 'known' };
  });
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
