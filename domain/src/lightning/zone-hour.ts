/**
 * How long a zone was in delay and how long nobody could say, looking back: once late batches are there, each window counts
 * from its end and each strike from its instant, as if all had been on time. Times are epoch ms.
 */
import type { BatchWindow } from './blinded-batches.ts';
import { toleratedGapMs } from './coverage.ts';
import { type ObservedStep, zoneStretches } from './lightning-history.ts';

export interface ZoneTime {
  /** In delay for a strike. */
  readonly delayMs: number;
  /** Not observed, or not long enough after it was not. */
  readonly unknownMs: number;
}

/** Windows as if each had arrived when it ended. */
export function inHindsight(windows: readonly BatchWindow[]): BatchWindow[] {
  return windows.map((window) => ({ ...window, receivedAt: window.to }));
}

/**
 * How far observation may lag behind in hindsight before a zone is unknown, ms: the longest window, and a gap that is
 * tolerated anyway. Less than `observationLimitMs` for feeds with short windows, so that a gap counts from its beginning.
 */
export function hindsightLimitMs(windows: readonly BatchWindow[]): number {
  return windows.reduce((longest, { from, to }) => Math.max(longest, to - from), 0) + toleratedGapMs;
}

/**
 * The time of one zone from `from` until `to`.
 *
 * @param observed the steps of windows `inHindsight` of the same span and limit, of the feeds that cover the zone; null:
 * none does
 * @param strikes instants of the strikes within the radius, all since `from` less the timer
 */
export function zoneTime(
  {
    observed,
    strikes,
    allClearMinutes,
  }: {
    readonly observed: readonly ObservedStep[] | null;
    readonly strikes: readonly number[];
    readonly allClearMinutes: number;
  },
  span: { readonly from: number; readonly to: number; readonly limitMs: number },
): ZoneTime {
  if (observed === null) return { delayMs: 0, unknownMs: span.to - span.from };
  const received = strikes.map((at) => ({ at, receivedAt: at }));
  let [delayMs, unknownMs] = [0, 0];
  for (const { from, to, kind, reason } of zoneStretches(
    { observed, strikes: received, allClearMinutes },
    span,
  )) {
    if (kind === 'unknown' || reason === 'observing') unknownMs += to - from;
    else if (kind === 'delay') delayMs += to - from;
  }
  return { delayMs, unknownMs };
}
