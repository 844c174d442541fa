/**
 * What a lightning feed has observed, and through which instant. Times are epoch ms.
 *
 * A gap between two observation windows is pending while it may still be filled: `observedThrough` stays at
 * its begin. When newer windows have been available for two minutes, the gap is given up and listed in
 * `gaps`. It closes again if it is filled later. The result depends only on the windows and `now`, so it is
 * the same after a restart and for any order of arrival.
 */

/** One observation window; `receivedAt` is its arrival. */
export interface ObservationWindow {
  readonly from: number;
  readonly to: number;
  readonly receivedAt: number;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface Observation {
  /** Begin of the earliest available window: everything before it is unseen. */
  readonly observedFrom: number;
  /** End of the unbroken observation (given-up gaps do not break it). */
  readonly observedThrough: number;
  /**
   * The end of the observation that later batches can no longer take back; an all clear counts to here. It is
   * `observedThrough`, except while the sun may blind the instrument (`blinded-batches.ts`).
   */
  readonly confirmedThrough: number;
  /** Given-up gaps before `observedThrough`, oldest first. */
  readonly gaps: readonly Gap[];
}

/** How long a pending gap may wait to be filled once newer windows are available. */
export const pendingGapTimeoutMs = 120_000;
/** Total unseen time that a quiet period may contain. */
export const toleratedGapMs = 60_000;
/**
 * Consecutive windows of a satellite may be some tenths of a second apart; event times are off by up to 1.7 s
 * anyway.
 */
export const seamMs = 1_000;

/**
 * Joins observation windows. `windows` may come in any order, overlap and repeat. Null when there are none.
 */
export function observationOf(windows: readonly ObservationWindow[], now: number): Observation | null {
  const sorted = isSorted(windows) ? windows : [...windows].sort((a, b) => a.from - b.from);
  const first = sorted[0];
  if (first === undefined) return null;
  const pendingGaps: PendingGap[] = [];
  let through = first.to;
  let index = 0;
  for (const window of sorted) {
    if (window.from > through + seamMs)
      pendingGaps.push({ from: through, to: window.from, index, waitingSince: Number.POSITIVE_INFINITY });
    through = Math.max(through, window.to);
    index++;
  }
  setWaitingSince(pendingGaps, sorted);

  const observedFrom = first.from;
  const gaps: Gap[] = [];
  const upTo = (end: number) => ({ observedFrom, observedThrough: end, confirmedThrough: end, gaps });
  for (const { from, to, waitingSince } of pendingGaps) {
    if (now - waitingSince < pendingGapTimeoutMs) return upTo(from);
    gaps.push({ from, to });
  }
  return upTo(through);
}

interface PendingGap extends Gap {
  /** Of the first window after the gap. */
  readonly index: number;
  /** The earliest arrival of a window that starts at or after the gap's end. */
  waitingSince: number;
}

function setWaitingSince(pendingGaps: readonly PendingGap[], sorted: readonly ObservationWindow[]): void {
  let earliest = Number.POSITIVE_INFINITY;
  let end = sorted.length;
  for (const gap of pendingGaps.toReversed()) {
    for (const { receivedAt } of sorted.slice(gap.index, end)) earliest = Math.min(earliest, receivedAt);
    gap.waitingSince = earliest;
    end = gap.index;
  }
}

// Stryker disable all: this only saves the sort; sorting gives the same result.
function isSorted(windows: readonly ObservationWindow[]): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const { from } of windows) {
    if (from < before) return false;
    before = from;
  }
  return true;
}
// Stryker restore all

/**
 * The instant after which no more than the tolerated time is unseen: the end of the newest gap that, with all
 * later gaps, exceeds `toleratedGapMs`; at the earliest the begin of observation. A quiet period counts only
 * from here.
 */
export function seenSince(observation: Observation): number {
  let unseenMs = 0;
  for (const { from, to } of observation.gaps.toReversed()) {
    unseenMs += to - from;
    if (unseenMs > toleratedGapMs) return to;
  }
  return observation.observedFrom;
}
