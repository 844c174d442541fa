import { getStatus, type Status } from '@allclear/contract';
import { feedState, observationLimitMs } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { listStrikeFeeds, vendorOf } from '../../lightning/ingest/store.ts';
import type { LightningLive } from '../../lightning/lightning-live.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { readFeeds } from '../feeds/store.ts';
import { serve } from './serve.ts';

export interface StatusInput {
  readonly weather: string;
  readonly identity: Status['identity'];
  /** The feeds that this installation is set to poll. */
  readonly feeds: readonly { readonly kind: string; readonly vendor: string }[];
}

export function statusRoutes(
  app: FastifyInstance,
  { db, clock, live, facts }: { db: Database; clock: Clock; live: LightningLive; facts: StatusInput },
): void {
  serve(app, getStatus, async ({ request, reply }) => {
    const known = await readFeeds(db);
    const now = clock.now();
    reply.header('cache-control', 'no-store');
    return {
      now: new Date(now).toISOString(),
      weather: facts.weather,
      speed: clock.speed,
      feeds: [
        ...facts.feeds.map(({ kind, vendor }) => {
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
        ...(await ownFeeds(request.headers.authorization, now)),
      ],
      identity: facts.identity,
      lightningLimitSeconds: observationLimitMs / 1000,
    };
  });

  /**
   * Nobody needs to sign in for the status; who does sees the organisation's own feeds too. A sensor has
   * observed as long as it is heard.
   */
  async function ownFeeds(authorization: string | undefined, now: number): Promise<Status['feeds']> {
    const principal =
      authorization === undefined ? null : await app.authenticate(authorization).catch(() => null);
    if (principal === null) return [];
    return (await listStrikeFeeds(db, principal.organizationId)).map((row) => {
      const kind = 'lightning';
      const observed = live.lightningIndex.observationOf(vendorOf(row), now)?.observedThrough ?? null;
      const observedThrough = row.provides_coverage ? observed : (row.last_contact_at?.getTime() ?? null);
      return {
        kind,
        vendor: `ingest:${row.name}`,
        state: feedState({ kind, observedThrough, lastError: null }, now),
        observedThrough: observedThrough === null ? null : new Date(observedThrough).toISOString(),
        lastError: null,
      };
    });
  }
}
