import { HOUR_MS, MINUTE_MS } from '@allclear/domain';
import type { RasterPool } from '../../raster/raster-pool.ts';
import { MERCATOR_LIMIT_DEGREES, TILE_PX, tileBox, type View } from '../../raster/web-mercator.ts';
import { createWorldRoads } from '../../simulated/world/roads.ts';
import { createWorld, type SimulationOptions } from '../../simulated/world/world.ts';
import type { RadarFeed, RadarFrame } from '../radar/port.ts';
import type { RoadConditions } from './port.ts';

const EVERY_MS = 15 * MINUTE_MS;
const BACK_MS = HOUR_MS;
const AHEAD_HOURS = 12;
const ATTRIBUTION = 'Simulated weather';
const NOTE = 'Modeled from simulated weather for untreated roads, as if there were one everywhere.';

/**
 * Roads of the simulated world of these options: the last hour every 15 minutes, and the next twelve hours as
 * a model's hourly run forecasts them.
 */
export function createSimulatedRoads(options: SimulationOptions, pool: RasterPool): RoadConditions {
  const world = createWorld(options);
  const draw = (frame: RadarFrame, view: View) =>
    pool.draw({ kind: 'simulated-roads', options, at: frame.validAt, issuedAt: frame.issuedAt, view });
  const frameAt = (validAt: number, issuedAt: number | null): RadarFrame => {
    const key = issuedAt === null ? `simulated-roads-${validAt}` : `simulated-roads-${issuedAt}-${validAt}`;
    return { key, validAt, issuedAt, address: '' };
  };
  const common = {
    vendor: 'simulated',
    pollEveryMs: MINUTE_MS,
    // An image of half the earth would show no roads, at the highest cost.
    minZoom: 4,
    maxZoom: 12,
    box: { north: MERCATOR_LIMIT_DEGREES, south: -MERCATOR_LIMIT_DEGREES, west: -180, east: 180 },
    attribution: ATTRIBUTION,
    note: NOTE,
    tile: ({ frame, z, x, y }: { frame: RadarFrame; z: number; x: number; y: number }) =>
      draw(frame, { box: tileBox(z, x, y), widthPx: TILE_PX, heightPx: TILE_PX }),
    image: ({ frame, view }: { frame: RadarFrame; view: View }) => draw(frame, view),
  };
  const runOf = (now: number) => Math.floor(now / HOUR_MS) * HOUR_MS;
  const hoursAfter = (run: number) =>
    Array.from({ length: AHEAD_HOURS }, (_, index) => run + (index + 1) * HOUR_MS);
  const current: RadarFeed = {
    ...common,
    kind: 'road-conditions',
    product: 'current-road-conditions',
    currentForMs: 40 * MINUTE_MS,
    async poll({ now }) {
      const newest = Math.floor(now / EVERY_MS) * EVERY_MS;
      const frames: RadarFrame[] = [];
      for (let at = newest - BACK_MS; at <= newest; at += EVERY_MS) frames.push(frameAt(at, null));
      return { asOf: newest, data: { frames } };
    },
  };
  const future: RadarFeed = {
    ...common,
    kind: 'road-forecast',
    product: 'future-road-conditions',
    currentForMs: 3 * HOUR_MS,
    async poll({ now }) {
      const run = runOf(now);
      return { asOf: run, data: { frames: hoursAfter(run).map((at) => frameAt(at, run)) } };
    },
  };
  const seen = createWorldRoads(world, world.scenario);
  let expected = { run: Number.NaN, roads: seen };
  return {
    feeds: [current, future],
    attribution: ATTRIBUTION,
    async outlook({ latitude, longitude }, now) {
      const run = runOf(now);
      if (expected.run !== run)
        expected = { run, roads: createWorldRoads(world.expectedFrom(run), world.scenario) };
      const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
      return {
        now: { at, state: seen.roadAt(at, latitude, longitude) },
        hours: hoursAfter(run)
          .filter((hour) => hour > now)
          .map((hour) => ({ at: hour, state: expected.roads.roadAt(hour, latitude, longitude) })),
        asOf: at,
        stale: false,
        basis: NOTE,
      };
    },
  };
}
