import type { FrontsFeed } from '@allclear/adapters';
import { mapUrl, surfaceAnalysis } from '@allclear/contract';
import { feedLimitsMs, type SurfaceAnalysis } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { SnapshotsLive } from '../platform/feeds/snapshots-live.ts';
import { notFound, unavailable } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { presentSurfaceAnalysis } from './present-surface-analysis.ts';
import { framesOf, presentRadar } from './radar/present-radar.ts';
import type { Radar } from './radar/radar.ts';

export function surfaceAnalysisRoutes(
  app: FastifyInstance,
  {
    snapshots,
    clock,
    radar,
    fronts,
    hasTropical,
  }: {
    snapshots: SnapshotsLive;
    clock: Clock;
    radar: Radar;
    fronts: FrontsFeed | null;
    hasTropical: boolean;
  },
): void {
  serve(app, surfaceAnalysis, async ({ reply }) => {
    if (!fronts) throw notFound('A source of surface analyses');
    const snapshot = await snapshots.read(fronts.kind, fronts.vendor);
    const limits = feedLimitsMs['surface-analysis'];
    const ageMs = snapshot ? clock.now() - snapshot.asOf : Number.POSITIVE_INFINITY;
    // Yesterday's fronts are not shown.
    if (!snapshot || ageMs > limits.down) throw unavailable('There is no recent surface analysis.');
    reply.header('cache-control', 'no-store');
    return {
      type: 'FeatureCollection' as const,
      features: presentSurfaceAnalysis(snapshot.data as SurfaceAnalysis),
      validAt: new Date(snapshot.asOf).toISOString(),
      stale: ageMs > limits.late,
      attribution: fronts.attribution,
    };
  });

  serve(app, mapUrl, async ({ query: { product }, reply }) => {
    if (product === 'surface-analysis' && fronts)
      return { format: 'data' as const, product, url: '/api/map/SurfaceAnalysis' };
    if (product === 'tropical-spaghetti-plot-us' && hasTropical)
      return { format: 'data' as const, product, url: '/api/map/TropicalForecast' };
    if (product !== 'road-condition-current-hires' && product !== 'road-condition')
      throw notFound('This layer of the map');
    const type = product === 'road-condition' ? 'future-road-conditions' : 'current-road-conditions';
    if (!radar.feeds.some((feed) => feed.product === type)) throw notFound('This layer of the map');
    const list = await radar.list(type);
    const now = clock.now();
    const frames = list ? framesOf(list, type, now) : [];
    const shown = type === 'future-road-conditions' ? frames[0] : frames.at(-1);
    if (!list || !shown) throw unavailable('Road conditions are not available yet.');
    reply.header('cache-control', 'no-store');
    const layer = presentRadar(list, frames, { type, now });
    return { format: 'tiles' as const, product, url: layer.frames[frames.indexOf(shown)]!.tileUrl, layer };
  });
}
