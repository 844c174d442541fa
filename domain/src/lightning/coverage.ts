/**
 * What a lightning feed has looked at, and through which instant. Times are epoch ms.
 *
 * A hole between two looks stops `observedThrough` while it may still be filled. Once newer looks have been
 * at hand for two minutes it is given up and becomes a gap; it closes again if it is filled after all.
 * Nothing here remembers an earlier verdict: the same looks and the same `now` give the same answer after any
 * restart and in any order of arrival.
 */

/** One stretch that was looked at; `receivedAt` is when it came in. */
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
  /** Begin of the earliest look at hand: what was before is unseen. */
  readonly observedFrom: number;
  /** End of the unbroken stretch (given-up gaps do not break it). */
  readonly observedThrough: number;
  /** Given-up gaps before `observedThrough`, oldest first. */
  readonly gaps: readonly Gap[];
}

/** How long a hole may wait to be filled once newer looks are at hand. */
export const pendingGapTimeoutMs = 120_000;
/** Unseen time that a quiet period may hold, together. */
export const toleratedGapMs = 60_000;
/**
 * Consecutive looks of a satellite may miss each other by some tenths of a second; events are filed up to 1.7
 * s off anyway.
 */
export const seamMs = 1_000;

/**
 * Joins looks into what was observed. `looks` may come in any order, overlap and repeat. Null when there are
 * none.
 */
export function observationOf(windows: readonly ObservationWindow[], now: number): Observation | null {
  if (windows.length === 0) return null;
  const sorted = isSorted(windows) ? windows : [...windows].sort((a, b) => a.from - b.from);

  // For each look, when the first of it and all later-starting looks came in: how long a hole before it has
  // been waiting.
  const gaps: Gap[] = [];
  let through = sorted[0]!.to;
  const pendingGaps: { from: number; to: number; index: number }[] = [];
  for (let index = 1; index < sorted.length; index++) {
    const window = sorted[index]!;
    if (window.from > through + seamMs) pendingGaps.push({ from: through, to: window.from, index });
    if (window.to > through) through = window.to;
  }
  const waitingSince = newerArrivedAt(sorted, pendingGaps);
  for (let h = 0; h < pendingGaps.length; h++) {
    const pendingGap = pendingGaps[h]!;
    if (now - waitingSince[h]! < pendingGapTimeoutMs) {
      return { observedFrom: sorted[0]!.from, observedThrough: pendingGap.from, gaps };
    }
    gaps.push({ from: pendingGap.from, to: pendingGap.to });
  }
  return { observedFrom: sorted[0]!.from, observedThrough: through, gaps };
}

/** For each hole, the earliest arrival of a look that starts at or after the hole's end. */
function newerArrivedAt(
  sorted: readonly ObservationWindow[],
  pendingGaps: readonly { index: number }[],
): number[] {
  const since = new Array<number>(pendingGaps.length);
  let earliest = Number.POSITIVE_INFINITY;
  let next = sorted.length - 1;
  for (let h = pendingGaps.length - 1; h >= 0; h--) {
    for (; next >= pendingGaps[h]!.index; next--) earliest = Math.min(earliest, sorted[next]!.receivedAt);
    since[h] = earliest;
  }
  return since;
}

function isSorted(windows: readonly ObservationWindow[]): boolean {
  for (let index = 1; index < windows.length; index++)
    if (windows[index]!.from < windows[index - 1]!.from) return false;
  return true;
}

/**
 * The instant after which no more than the tolerated time went unseen: the end of the newest gap that, with
 * all later gaps, exceeds `toleratedGapMs`; at the earliest the begin of observation. A quiet period counts
 * only from here.
 */
export function seenSince(observation: Observation): number {
  let unseenMs = 0;
  for (let index = observation.gaps.length - 1; index >= 0; index--) {
    const gap = observation.gaps[index]!;
    unseenMs += gap.to - gap.from;
    if (unseenMs > toleratedGapMs) return gap.to;
  }
  return observation.observedFrom;
}
