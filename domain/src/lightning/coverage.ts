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
  if (windows.length === 0) return null;
  const sorted = isSorted(windows) ? windows : [...windows].sort((a, b) => a.from - b.from);

  // For each pending gap, the arrival of the first later window: the instant since which the gap has been
  // waiting.
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

/** For each pending gap, the earliest arrival of a window that starts at or after its end. */
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
 * The instant after which no more than the tolerated time is unseen: the end of the newest gap that, with all
 * later gaps, exceeds `toleratedGapMs`; at the earliest the begin of observation. A quiet period counts only
 * from here.
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
