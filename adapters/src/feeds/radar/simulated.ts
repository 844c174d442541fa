import { MINUTE_MS } from '@allclear/domain';
import type { RasterPool } from '../../raster/raster-pool.ts';
import { MERCATOR_LIMIT_DEGREES, TILE_PX, tileBox, type View } from '../../raster/web-mercator.ts';
import { simulatedSource } from '../../simulated/simulated-source.ts';
import type { SimulationOptions } from '../../simulated/world/world.ts';
import type { RadarFeed, RadarFrame } from './port.ts';

const EVERY_MS = 5 * MINUTE_MS;
const BACK_MS = 60 * MINUTE_MS;
const AHEAD_MS = 2 * 60 * MINUTE_MS;
const STEP_MS = 15 * MINUTE_MS;

/**
 * Radar of the simulated world of these options, drawn on request: `past` of the last hour, `future` of the
 * next two as a model run forecasts them, with errors that grow with the lead; a run every five minutes.
 * Covers the whole earth.
 */
export function createSimulatedRadar(
  options: SimulationOptions,
  product: 'past' | 'future',
  pool: RasterPool,
): RadarFeed {
  const draw = (frame: RadarFrame, view: View) =>
    pool.draw({ kind: 'simulated', options, at: frame.validAt, issuedAt: frame.issuedAt, view });
  const frameAt = (validAt: number, issuedAt: number | null): RadarFrame => {
    const key = issuedAt === null ? `simulated-${validAt}` : `simulated-${issuedAt}-${validAt}`;
    return { key, validAt, issuedAt, address: '' };
  };
  return {
    kind: product === 'past' ? 'radar' : 'radar-forecast',
    ...simulatedSource,
    product,
    pollEveryMs: MINUTE_MS,
    minZoom: 0,
    maxZoom: 12,
    box: { north: MERCATOR_LIMIT_DEGREES, south: -MERCATOR_LIMIT_DEGREES, west: -180, east: 180 },
    currentForMs: 20 * MINUTE_MS,
    async poll({ now }) {
      const newest = Math.floor(now / EVERY_MS) * EVERY_MS;
      const frames: RadarFrame[] = [];
      if (product === 'past')
        for (let at = newest - BACK_MS; at <= newest; at += EVERY_MS) frames.push(frameAt(at, null));
      else
        for (let at = newest + STEP_MS; at <= newest + AHEAD_MS; at += STEP_MS)
          frames.push(frameAt(at, newest));
      return { asOf: newest, data: { frames } };
    },
    tile: ({ frame, z, x, y }) => draw(frame, { box: tileBox(z, x, y), widthPx: TILE_PX, heightPx: TILE_PX }),
    image: ({ frame, view }) => draw(frame, view),
  };
}
