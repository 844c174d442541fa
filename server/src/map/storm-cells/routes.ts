import type { StormCellFeed, StormCells } from '@allclear/adapters';
import { stormVectors } from '@allclear/contract';
import { feedLimitsMs, newestCells } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SnapshotsLive } from '../../platform/feeds/snapshots-live.ts';
import { notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { presentStormCell } from './present-storm-cell.ts';

export function stormCellRoutes(
  app: FastifyInstance,
  { snapshots, clock, feed }: { snapshots: SnapshotsLive; clock: Clock; feed: StormCellFeed | null },
): void {
  serve(app, stormVectors, async ({ reply }) => {
    if (!feed) throw notFound('A source of storm cells');
    const snapshot = await snapshots.read(feed.kind, feed.vendor);
    const now = clock.now();
    reply.header('cache-control', 'no-store');
    return {
      type: 'FeatureCollection' as const,
      // A cell that no radar has tracked for a while is left out, also while the list itself cannot be read.
      features: snapshot ? newestCells((snapshot.data as StormCells).cells, now).map(presentStormCell) : [],
      asOf: snapshot ? new Date(snapshot.asOf).toISOString() : null,
      stale: !snapshot || now - snapshot.asOf > feedLimitsMs['storm-cells'].late,
      attribution: feed.attribution,
    };
  });
}
