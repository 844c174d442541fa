import type { TropicalFeed, TropicalStorms } from '@allclear/adapters';
import { tropicalForecast } from '@allclear/contract';
import { feedLimitsMs } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { SnapshotsLive } from '../platform/feeds/snapshots-live.ts';
import { notFound, unavailable } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { presentTropicalStorm } from './present-tropical.ts';

export function tropicalRoutes(
  app: FastifyInstance,
  { snapshots, clock, feed }: { snapshots: SnapshotsLive; clock: Clock; feed: TropicalFeed | null },
): void {
  serve(app, tropicalForecast, async ({ reply }) => {
    if (!feed) throw notFound('A source of tropical forecasts');
    const snapshot = await snapshots.read(feed.kind, feed.vendor);
    // Without a list it is not known whether there is a storm: that is no empty list.
    if (!snapshot) throw unavailable('Tropical forecasts are not available yet.');
    reply.header('cache-control', 'no-store');
    return {
      items: (snapshot.data as TropicalStorms).storms.map(presentTropicalStorm),
      asOf: new Date(snapshot.asOf).toISOString(),
      stale: clock.now() - snapshot.asOf > feedLimitsMs.tropical.late,
      attribution: feed.attribution,
    };
  });
}
