import { getStatus, type Status } from '@allclear/contract';
import { feedState, observationLimitMs } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../store/database.ts';
import { readFeeds } from '../../store/feeds.ts';
import { serve } from '../serve.ts';

export interface StatusFacts {
  readonly weather: string;
  readonly identity: Status['identity'];
  /** The feeds that this installation is set to poll. */
  readonly feeds: readonly { readonly kind: string; readonly vendor: string }[];
}

export function statusRoutes(app: FastifyInstance, { db, clock, facts }: { db: Database; clock: Clock; facts: StatusFacts }): void {
  serve(app, getStatus, async ({ reply }) => {
    const known = await readFeeds(db);
    const now = clock.now();
    reply.header('cache-control', 'no-store');
    return {
      now: new Date(now).toISOString(),
      weather: facts.weather,
      speed: clock.speed,
      feeds: facts.feeds.map(({ kind, vendor }) => {
        const feed = known.find((one) => one.kind === kind && one.vendor === vendor);
        const { observedThrough = null, lastError = null } = feed ?? {};
        return {
          kind,
          vendor,
          state: feedState({ kind, observedThrough, lastError }, now),
          observedThrough: observedThrough === null ? null : new Date(observedThrough).toISOString(),
          lastError,
        };
      }),
      identity: facts.identity,
      lightningLimitSeconds: observationLimitMs / 1000,
    };
  });
}
