import { MILES_PER_DEGREE } from '@allclear/domain';
import type { Flash, LightningBatch, LightningFeed } from '../feeds/lightning/port.ts';
import { randomFrom } from './random.ts';
import type { Storm } from './world/storm.ts';
import { createWorld, type SimulationOptions, type World } from './world/world.ts';

const BATCH_MS = 20_000;
/** Like a satellite's: a batch is available this long after its end. */
const LATENCY_MS = 25_000;

/**
 * Lightning of the world's storms, in batches of 20 s. Every batch is a pure function of the options and its
 * time, however often it is polled. Before `startedAt` there was no lightning, and that was observed. Covers
 * the whole earth.
 */
export function createSimulatedLightning(options: SimulationOptions): LightningFeed {
  const world = createWorld(options);
  return {
    vendor: 'simulated',
    covers: () => true,
    pollEveryMs: 10_000,
    async *poll({ now, since, known, signal }) {
      const newest = Math.floor((now - LATENCY_MS) / BATCH_MS) * BATCH_MS - BATCH_MS;
      for (let from = newest; from + BATCH_MS > since; from -= BATCH_MS) {
        if (signal.aborted) return;
        const key = `sim:${from}`;
        if (!known(key)) yield observe(key, from, world.stormsAt(from + BATCH_MS / 2), options.seed);
      }
    },
    close: async () => {},
  };
}

/** The flashes of the batch of 20 s that holds an instant, by time. */
export function flashesAround(world: World, at: number): readonly Flash[] {
  const from = Math.floor(at / BATCH_MS) * BATCH_MS;
  return observe('', from, world.stormsAt(from + BATCH_MS / 2), world.options.seed).flashes;
}

function observe(key: string, from: number, storms: readonly Storm[], seed: string | number): LightningBatch {
  const flashes = storms.flatMap((storm) => {
    const random = randomFrom('sweep', seed, from, storm.id);
    const expected = (storm.flashesPerMinute * BATCH_MS) / 60_000;
    const count = Math.floor(expected * (0.6 + 0.8 * random()) + random());
    return Array.from({ length: count }, (_, index) =>
      strike(`${key}:${storm.id}.${index}`, from, storm, random),
    );
  });
  return { key, from, to: from + BATCH_MS, flashes: flashes.sort((a, b) => a.at - b.at) };
}

/** A flash somewhere in the core; one in twelve starts from the anvil, up to twice the radius away. */
function strike(key: string, from: number, storm: Storm, random: () => number): Flash {
  const at = from + Math.floor(random() * BATCH_MS);
  const reach = random() < 1 / 12 ? 2 : 1;
  const center = move(
    storm.latitude,
    storm.longitude,
    storm.radiusMiles * reach * Math.sqrt(random()),
    random() * 2 * Math.PI,
  );
  const isGround = random() < 0.3;
  const extra = isGround ? 0 : Math.floor(random() * 5);
  const points = [
    center,
    ...Array.from({ length: extra }, () =>
      move(center[0], center[1], 2.5 * random(), random() * 2 * Math.PI),
    ),
  ];
  const polarity = random() < 0.9 ? -1 : 1;
  return {
    key,
    at,
    latitude: center[0],
    longitude: center[1],
    points: Float32Array.from(points.flat()),
    energyJ: 1e-15 * 10 ** (3 * random()),
    amplitudeKa: isGround ? Math.round(polarity * (8 + 40 * random() ** 2) * 10) / 10 : null,
    quality: 0,
    type: isGround ? 3 : 4,
  };
}

function move(latitude: number, longitude: number, miles: number, direction: number): [number, number] {
  const east = (miles * Math.cos(direction)) / (MILES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180));
  return [latitude + (miles * Math.sin(direction)) / MILES_PER_DEGREE, longitude + east];
}
