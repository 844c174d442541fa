import type { TrackedCell } from '@allclear/domain';
import { simulatedSource } from '../../simulated/simulated-source.ts';
import type { Storm } from '../../simulated/world/storm.ts';
import { createWorld, type SimulationOptions } from '../../simulated/world/world.ts';
import type { StormCellFeed } from './port.ts';

const SCAN_MS = 5 * 60_000;
/** A radar's tracking ignores weaker echoes. */
const TRACKED_FROM_DBZ = 30;
const KFT_AT_30_DBZ = 18;
const KFT_PER_DBZ = 0.9;

/** The storms of a simulated world as a radar's tracking would list them, every five minutes. */
export function createSimulatedStormCells(options: SimulationOptions): StormCellFeed {
  const world = createWorld(options);
  return {
    kind: 'storm-cells',
    ...simulatedSource,
    pollEveryMs: 60_000,
    async poll({ now }) {
      const scan = Math.floor(now / SCAN_MS) * SCAN_MS;
      const storms = world.stormsAt(scan).filter(({ coreDbz }) => coreDbz >= TRACKED_FROM_DBZ);
      return { asOf: scan, data: { cells: storms.map((storm) => cellOf(storm, scan)) } };
    },
  };
}

function cellOf(storm: Storm, observedAt: number): TrackedCell {
  const topKft = round(KFT_AT_30_DBZ + KFT_PER_DBZ * (storm.coreDbz - TRACKED_FROM_DBZ), 1);
  const hailPct = Math.min(100, Math.max(0, Math.round((storm.coreDbz - 45) * 10)));
  return {
    id: storm.id,
    radar: storm.office,
    observedAt,
    latitude: round(storm.latitude, 4),
    longitude: round(storm.longitude, 4),
    hasTvs: false,
    mesoRank: null,
    hailPct,
    severeHailPct: storm.hailInches >= 1 ? hailPct : 0,
    hailInches: round(storm.hailInches, 2),
    // Greene and Clark, Mon. Wea. Rev. 100 (1972): 3.44e-6 Z^(4/7) over each meter; hail's share is capped at
    // 56 dBZ. Half of the column counts.
    vilKgM2: Math.round(3.44e-6 * 10 ** ((Math.min(56, storm.coreDbz) * 4) / 70) * topKft * 304.8 * 0.5),
    maxDbz: Math.round(storm.coreDbz),
    maxDbzKft: round(topKft * 0.4, 1),
    topKft,
    headingDegrees: round(storm.headingDegrees, 0) % 360,
    speedMph: round(storm.speedMph, 1),
  };
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
