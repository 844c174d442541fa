import { getDelay } from '@allclear/contract';
import { lightningAt } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { LightningLive } from '../../engine/lightning-live.ts';
import type { Database } from '../../store/database.ts';
import { lightningLocks } from '../../store/lightning-locks.ts';
import { ApiError } from '../errors.ts';
import { presentDelay, presentLastKnown } from '../presenters/lightning.ts';
import { serve } from '../serve.ts';
import { visibleLocation } from './locations.ts';

export function lightningRoutes(app: FastifyInstance, { db, clock, live }: { db: Database; clock: Clock; live: LightningLive }): void {
  serve(app, getDelay, async ({ principal, params, reply }) => {
    const row = await visibleLocation(db, principal, params.id);
    const now = clock.now();
    const effective = (await lightningLocks(db, principal.customerId))(row);
    const verdict = lightningAt(live.picture, { latitude: row.latitude, longitude: row.longitude, customerId: row.customer_id, ...effective }, now);
    reply.header('cache-control', 'no-store');
    if (verdict.kind === 'not-covered') {
      throw new ApiError(503, 'lightning-not-covered', 'No lightning feed covers this location, so it has no lightning status.');
    }
    const facts = { allClearMinutes: effective.allClearMinutes, now };
    if (verdict.kind === 'unknown') {
      throw new ApiError(503, 'lightning-unobserved', 'Lightning status is temporarily unavailable.', {
        lastKnown: presentLastKnown(verdict, facts),
      });
    }
    return presentDelay(verdict, facts);
  });
}
