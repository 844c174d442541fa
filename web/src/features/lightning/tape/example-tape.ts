import type { LightningTape } from '@allclear/contract';
import { exampleNowMs, isoAgo } from '../example.ts';

/** Epoch seconds, so many before the example's now. */
export const secondsAgo = (seconds: number): number => exampleNowMs / 1_000 - seconds;

/** A tape for tests: three zones, observed without a gap and without strikes. */
export function exampleTape(part: Partial<LightningTape> = {}): LightningTape {
  return {
    now: isoAgo(0),
    observedThrough: isoAgo(40),
    confirmedThrough: isoAgo(40),
    quietCountsFrom: isoAgo(7_200),
    unseen: [],
    pendingGap: null,
    zones: ([1, 2, 3] as const).map((zone) => ({
      zone,
      radiusMiles: zone * 10,
      range: `${zone * 10 - 10}-${zone * 10} mi`,
      strikesAt: [],
    })),
    strikes: { at: [], distanceMiles: [], bearingDegrees: [] },
    strikesLeftOut: 0,
    ...part,
  };
}

/** The same strikes in every zone. */
export function tapeWithStrikes(secondsBefore: readonly number[], part: Partial<LightningTape> = {}) {
  const tape = exampleTape(part);
  const strikesAt = secondsBefore.map(secondsAgo);
  return { ...tape, zones: tape.zones.map((zone) => ({ ...zone, strikesAt })) };
}
