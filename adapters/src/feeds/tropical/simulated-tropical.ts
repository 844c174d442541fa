import { HOUR_MS, mphFromKnots, type TropicalPoint, type TropicalTrack } from '@allclear/domain';
import { randomFrom } from '../../simulated/random.ts';
import { simulatedSource } from '../../simulated/simulated-source.ts';
import type { TropicalSystem } from '../../simulated/world/tropical.ts';
import { createWorld, type SimulationOptions } from '../../simulated/world/world.ts';
import { trackModels } from './atcf-deck.ts';
import type { TropicalFeed } from './port.ts';

const CYCLE_MS = 6 * HOUR_MS;
const leads = [0, 12, 24, 36, 48, 60, 72, 96, 120];
/** Forecast error per hour ahead, degrees. */
const OFF_DEGREES_PER_HOUR = 0.015;

/**
 * The tropical system of a simulated world, with a forecast every six hours whose error grows with the lead.
 */
export function createSimulatedTropical(options: SimulationOptions): TropicalFeed {
  const world = createWorld(options);
  return {
    kind: 'tropical',
    ...simulatedSource,
    pollEveryMs: 10 * 60_000,
    async poll({ now }) {
      const issuedAt = Math.floor(now / CYCLE_MS) * CYCLE_MS;
      const system = world.tropicalSystem(issuedAt);
      if (!system) return { asOf: now, data: { storms: [] } };
      const track = (technique: string): TropicalTrack => {
        const random = randomFrom('tropical', options.seed, technique, issuedAt);
        const [east, north] = [random() * 2 - 1, random() * 2 - 1];
        const points = leads.flatMap((leadHours): TropicalPoint[] => {
          const later = world.tropicalSystem(issuedAt + leadHours * HOUR_MS);
          const off = leadHours * OFF_DEGREES_PER_HOUR;
          return later?.id === system.id
            ? [pointOf(later, leadHours, issuedAt, [east * off, north * off])]
            : [];
        });
        return { technique, issuedAt, points };
      };
      const storm = {
        id: system.id,
        name: system.name,
        classification: system.classification,
        updatedAt: issuedAt,
        latitude: system.latitude,
        longitude: system.longitude,
        maxWindMph: mphFromKnots(system.windKt),
        pressureMb: system.pressureHpa,
        headingDegrees: system.headingDegrees,
        speedMph: system.speedMph,
        forecast: track('OFCL'),
        models: trackModels.slice(0, 6).map(({ name }) => track(name)),
      };
      return { asOf: now, data: { storms: [storm] } };
    },
  };
}

function pointOf(
  system: TropicalSystem,
  leadHours: number,
  issuedAt: number,
  [east, north]: readonly [number, number],
): TropicalPoint {
  return {
    leadHours,
    at: issuedAt + leadHours * HOUR_MS,
    latitude: system.latitude + north,
    longitude: system.longitude + east,
    maxWindMph: mphFromKnots(system.windKt),
    gustMph: null,
    pressureMb: system.pressureHpa,
  };
}
