import type { FrontsFeed } from '@allclear/adapters';
import { mapUrl, surfaceAnalysis } from '@allclear/contract';
import { feedLimitsMs, type SurfaceAnalysis } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { SnapshotsLive } from '../../engine/snapshots-live.ts';
import { notFound, unavailable } from '../errors.ts';
import { presentSurfaceAnalysis } from '../presenters/surface-analysis.ts';
import { serve } from '../serve.ts';

export function surfaceAnalysisRoutes(
  app: FastifyInstance,
  { snapshots, clock, fronts, hasTropical }: { snapshots: SnapshotsLive; clock: Clock; fronts: FrontsFeed | null; hasTropical: boolean },
): void {
  serve(app, surfaceAnalysis, async ({ reply }) => {
    if (!fronts) throw notFound('A source of surface analyses');
    const snapshot = await snapshots.read(fronts.kind, fronts.vendor);
    const limits = feedLimitsMs['surface-analysis']!;
    const ageMs = snapshot ? clock.now() - snapshot.asOf : Number.POSITIVE_INFINITY;
    // Fronts of yesterday are of no use to anybody.
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

  serve(app, mapUrl, async ({ query: { product } }) => {
    if (product === 'surface-analysis' && fronts) return { product, url: '/api/map/SurfaceAnalysis' };
    if (product === 'tropical-spaghetti-plot-us' && hasTropical) return { product, url: '/api/map/TropicalForecast' };
    throw notFound('This layer of the map');
  });
}
