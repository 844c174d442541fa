import { listAdvisories, listAdvisoryDetails } from '@allclear/contract';
import type { ActiveAlert } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { visibleLocation } from '../locations/index.ts';
import { findOrganizationLocation } from '../organizations/index.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import type { AlertsLive } from './alerts-live.ts';
import { bySeverity, presentAdvisory, presentAdvisoryDetail } from './present-advisory.ts';

export function advisoryRoutes(
  app: FastifyInstance,
  { db, alerts }: { db: Database; alerts: AlertsLive },
): void {
  serve(app, listAdvisories, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await inEffectAt(principal, params.id)).map(presentAdvisory);
  });

  serve(app, listAdvisoryDetails, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return (await inEffectAt(principal, params.id)).map(presentAdvisoryDetail);
  });

  /**
   * The alerts in effect at a location of the caller or a place of the organization; the last known ones when
   * there is no current list.
   */
  async function inEffectAt(principal: Principal, id: string): Promise<ActiveAlert[]> {
    const place =
      (await findOrganizationLocation(db, keyOf(principal, id))) ??
      (await visibleLocation(db, principal, id));
    const { state, alerts: inEffect, asOf } = alerts.at(place);
    if (state === 'unknown' && inEffect.length === 0) {
      const lastKnown = { asOf: asOf === null ? null : new Date(asOf).toISOString() };
      throw new ApiError(503, 'alerts-unobserved', 'Weather-service alerts are temporarily unavailable.', {
        lastKnown,
      });
    }
    return inEffect.toSorted(bySeverity);
  }
}
