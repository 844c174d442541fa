import type { LightningTape as WireTape } from '@allclear/contract';
import type { LightningTape } from '@allclear/domain';

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));
const stretch = ({ from, to }: { from: number; to: number }) => ({ from: iso(from), to: iso(to) });
/** Milliseconds to seconds; a strike keeps its millisecond, so that quiet never begins before it. */
const seconds = (at: number) => at / 1_000;

/** Strikes as columns: there may be hundreds, several times a minute. */
export function presentTape(tape: LightningTape): WireTape {
  return {
    now: iso(tape.now),
    observedThrough: isoOrNull(tape.observedThrough),
    confirmedThrough: isoOrNull(tape.confirmedThrough),
    quietCountsFrom: isoOrNull(tape.quietCountsFrom),
    unseen: tape.unseen.map(stretch),
    pendingGap: tape.pendingGap && stretch(tape.pendingGap),
    zones: tape.zones.map(({ zone, radiusMiles, range, strikesAt }) => ({
      zone,
      radiusMiles,
      range,
      strikesAt: strikesAt.map(seconds),
    })),
    strikes: {
      at: tape.strikes.map(({ at }) => seconds(at)),
      distanceMiles: tape.strikes.map((strike) => Math.round(strike.distanceMiles * 10) / 10),
      bearingDegrees: tape.strikes.map((strike) => Math.round(strike.bearingDegrees)),
    },
    strikesLeftOut: tape.strikesLeftOut,
  };
}
