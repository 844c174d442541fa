import type { SurfaceAnalysis } from '@allclear/domain';
import { HOUR_MS } from '@allclear/domain';
import { simulatedSource } from '../../simulated/simulated-source.ts';
import { frontsAt } from '../../simulated/world/fronts.ts';
import { createWorld, type SimulationOptions } from '../../simulated/world/world.ts';
import type { FrontsFeed } from './port.ts';

const EVERY_MS = 3 * HOUR_MS;

/**
 * Fronts of the simulated world of these options, every three hours like real analyses, and at its start, so
 * that there is one from the start.
 */
export function createSimulatedFronts(options: SimulationOptions): FrontsFeed {
  const world = createWorld(options);
  // Within the first three hours: shortly after the start, when there are storms.
  const firstAt = options.startedAt + 60_000;
  let last: SurfaceAnalysis | null = null;
  return {
    kind: 'surface-analysis',
    ...simulatedSource,
    pollEveryMs: 60_000,
    async poll({ now }) {
      const validAt = Math.min(now, Math.max(firstAt, Math.floor(now / EVERY_MS) * EVERY_MS));
      if (last?.validAt !== validAt) last = frontsAt(world, validAt);
      return { asOf: validAt, data: last };
    },
  };
}
