/**
 * Which batches of a lightning mapper provide coverage. Times are epoch ms.
 *
 * For some weeks around the equinoxes the sun shines into a geostationary mapper near satellite midnight: many
 * false events, then regions without any, while batches arrive as usual. In such a sun window a batch with
 * more than three times the usual events is blinded, and the batches within two minutes of it count as
 * blinded too. At any time a batch that reports lost data provides no coverage. The flashes of all these
 * batches count; only their quiet does not. The result depends on the set of windows alone, not on the order
 * of their arrival.
 */
import { HOUR_MS } from '../core/index.ts';
import { type Observation, type ObservationWindow, observationOf, seamMs } from './coverage.ts';

/** The observation window of a batch, with what the batch reports of its own quality. */
export interface BatchWindow extends ObservationWindow {
  /** Vendor of the feed; windows without one are of one feed. */
  readonly feed?: string;
  /** Number of detected events (pixels); null or undefined when the feed gives none. */
  readonly eventCount?: number | null;
  /** The batch reports that data of its period were lost. */
  readonly dataLost?: boolean;
  /** The sun may blind the instrument during the batch. */
  readonly inSunWindow?: boolean;
}

/**
 * Why a batch provides no coverage: `sun` when it is blinded, `sun-possible` when it cannot be told from a
 * blinded one, `data-lost` when it reports lost data.
 */
export type BlindReason = 'sun' | 'sun-possible' | 'data-lost';

export interface BlindWindow {
  readonly from: number;
  readonly to: number;
  readonly reason: BlindReason;
}

export interface BatchCoverage {
  /** The windows that provide coverage. */
  readonly windows: readonly BatchWindow[];
  /** The windows that provide none. */
  readonly blind: readonly BlindWindow[];
}

/** A batch with more than this many times the usual events is blinded. Blinded batches have about ten times. */
export const blindedEventFactor = 3;
/** Batches within this time before or after a blinded one are blinded too. */
export const nearBlindedMs = 120_000;
/** A batch that begins at the end of the observation is later than two minutes after a confirmed one. */
const confirmationMs = nearBlindedMs + seamMs;
/** The usual number of events is the median of so long before the batch. */
export const comparedMs = HOUR_MS;
/** With fewer batches in that time (ten minutes of 20 s) the usual number is not known. */
export const fewestComparedBatches = 30;

/**
 * Separates the windows of one feed, in any order, into those that provide coverage and those that do not.
 * Blinded batches do not count toward the usual number of events, however long they last. A batch of a sun
 * window without an event count, or with too few batches to compare with, provides no coverage.
 */
export function coverageOf(windows: readonly BatchWindow[]): BatchCoverage {
  if (!windows.some(mayBeBlind)) return { windows, blind: [] };
  const sorted = [...windows].sort(inOrder);
  const reasons = judgeEvents(sorted);
  spread(sorted, reasons);
  const blind: BlindWindow[] = [];
  const providing = sorted.filter((window, i) => {
    const reason = reasons[i] ?? (window.dataLost ? 'data-lost' : null);
    if (reason !== null) blind.push({ from: window.from, to: window.to, reason });
    return reason === null;
  });
  return { windows: providing, blind };
}

/** The result must not depend on the given order, so windows of the same time need an order too. */
function inOrder(a: BatchWindow, b: BatchWindow): number {
  return (
    a.from - b.from ||
    a.to - b.to ||
    (a.eventCount ?? -1) - (b.eventCount ?? -1) ||
    Number(a.dataLost ?? false) - Number(b.dataLost ?? false)
  );
}

/** Compares each batch of a sun window with the usual number of events before it. */
function judgeEvents(sorted: readonly BatchWindow[]): (BlindReason | null)[] {
  const counts = new EventMedian();
  return sorted.map(({ from, eventCount = null, dataLost = false, inSunWindow = false }) => {
    let reason: BlindReason | null = null;
    if (inSunWindow) {
      const median = counts.medianAt(from);
      if (eventCount === null || median === null) reason = 'sun-possible';
      else if (eventCount > blindedEventFactor * median) reason = 'sun';
    }
    if (reason === null && eventCount !== null && !dataLost) counts.add(from, eventCount);
    return reason;
  });
}

/** The event counts of the last hour, which come in order of time. */
class EventMedian {
  readonly #batches: { readonly from: number; readonly count: number }[] = [];
  #begin = 0;
  /** The counts from `#begin` on, in ascending order. */
  readonly #counts: number[] = [];

  add(from: number, count: number): void {
    this.#batches.push({ from, count });
    this.#counts.splice(positionOf(this.#counts, count), 0, count);
    this.#forget(from);
  }

  /** Null when there are too few batches to know. */
  medianAt(at: number): number | null {
    this.#forget(at);
    const { length } = this.#counts;
    if (length < fewestComparedBatches) return null;
    const low = this.#counts[Math.floor((length - 1) / 2)] ?? 0;
    const high = this.#counts[Math.floor(length / 2)] ?? 0;
    return (low + high) / 2;
  }

  #forget(at: number): void {
    for (
      let oldest = this.#batches[this.#begin];
      oldest !== undefined && oldest.from < at - comparedMs;
      oldest = this.#batches[++this.#begin]
    )
      this.#counts.splice(positionOf(this.#counts, oldest.count), 1);
  }
}

/** The position of the first value that is not less than the given one. */
function positionOf(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marks the batches of a sun window that are near a blinded one. */
function spread(sorted: readonly BatchWindow[], reasons: (BlindReason | null)[]): void {
  const blinded = reasons.map((reason) => reason === 'sun');
  let before = Number.NEGATIVE_INFINITY;
  for (const [i, { from, to, inSunWindow }] of sorted.entries()) {
    if (blinded[i]) before = Math.max(before, to);
    else if (inSunWindow && from - before <= nearBlindedMs) reasons[i] = 'sun';
  }
  let after = Number.POSITIVE_INFINITY;
  for (const [i, { from, to, inSunWindow }] of [...sorted.entries()].reverse()) {
    if (blinded[i]) after = from;
    else if (inSunWindow && after - to <= nearBlindedMs) reasons[i] = 'sun';
  }
}

/**
 * The joint observation of feeds from the windows of each that provide coverage (`coverageOf`). Null when
 * there are none.
 *
 * A batch of a sun window may turn out to be blinded up to two minutes later. Until its feed has observed
 * those two minutes, or the end of the sun window, the batch is not confirmed. `confirmedThrough` and the gaps
 * before it come from the confirmed windows alone, the gaps after it from all.
 */
export function observationOfFeeds(
  feeds: readonly (readonly BatchWindow[])[],
  now: number,
): Observation | null {
  const observation = observationOf(joined(feeds), now);
  if (observation === null || !feeds.some((windows) => windows.some(isInSunWindow))) return observation;
  const lists = feeds.map((windows) => confirmedOf(windows, now));
  if (lists.every(({ length }, i) => length === feeds[i]?.length)) return observation;
  const confirmed = observationOf(joined(lists), now);
  const { observedFrom, observedThrough } = observation;
  // Nothing that was observed is confirmed yet.
  if (confirmed === null) return { ...observation, confirmedThrough: observedFrom };
  const confirmedThrough = Math.min(confirmed.observedThrough, observedThrough);
  // What was not seen since then is known already: without these gaps the quiet before them would count until now.
  const laterGaps = observation.gaps.filter(({ from }) => from >= confirmedThrough);
  return { ...confirmed, observedThrough, confirmedThrough, gaps: [...confirmed.gaps, ...laterGaps] };
}

/** The observation from what the batches of one or several feeds report, in any order. */
export function observationOfBatches(windows: readonly BatchWindow[], now: number): Observation | null {
  // Stryker disable next-line all: this only saves the grouping.
  if (!windows.some(mayBeBlind)) return observationOf(windows, now);
  const byFeed = Map.groupBy(windows, ({ feed }) => feed);
  return observationOfFeeds(
    [...byFeed.values()].map((ofFeed) => coverageOf(ofFeed).windows),
    now,
  );
}

function joined(feeds: readonly (readonly BatchWindow[])[]): readonly BatchWindow[] {
  const [only, ...others] = feeds;
  return only !== undefined && others.length === 0 ? only : feeds.flat();
}

const mayBeBlind = ({ inSunWindow, dataLost }: BatchWindow) => inSunWindow === true || dataLost === true;
const isInSunWindow = ({ inSunWindow }: BatchWindow): boolean => inSunWindow === true;

/** The windows of one feed without those of a sun window that may still turn out to be blinded. */
function confirmedOf(windows: readonly BatchWindow[], now: number): readonly BatchWindow[] {
  const through = observationOf(windows, now)?.observedThrough ?? Number.NEGATIVE_INFINITY;
  // A window that was observed after the sun window ends the wait.
  let sunEndedAt = Number.NEGATIVE_INFINITY;
  for (const window of windows)
    if (!isInSunWindow(window) && window.to <= through) sunEndedAt = Math.max(sunEndedAt, window.from);
  return windows.filter(
    (window) => !isInSunWindow(window) || window.to + confirmationMs <= through || window.from < sunEndedAt,
  );
}
