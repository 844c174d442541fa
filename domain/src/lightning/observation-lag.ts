import { MINUTE_MS } from '../core/index.ts';
import type { ObservationWindow } from './coverage.ts';

/** Arrivals of this long count. */
const historyMs = 10 * MINUTE_MS;
/** Windows that arrive later than this were fetched afterwards and say nothing of the pace of a feed. */
const backfilledMs = 3 * MINUTE_MS;
/** With fewer arrivals the pace is not known yet. */
const fewestArrivals = 3;
/** Assumed until the pace is known: GLM files of 20 s come about 25 s after their end. */
const assumedLagMs = 50_000;
/** A window that is this much later than usual is missing. */
export const missingAfterMs = 20_000;

/**
 * How far the observation of a feed lies behind the clock while the feed is on time, ms: the lag just before a
 * window arrives, which nine of ten windows of the last ten minutes did not exceed.
 *
 * @param windows of one feed, in any order
 * @param now the product clock, epoch ms
 */
export function nominalLagMs(windows: readonly ObservationWindow[], now: number): number {
  const arrivals = windows
    .filter(
      ({ to, receivedAt }) =>
        receivedAt > now - historyMs && receivedAt <= now && receivedAt - to < backfilledMs,
    )
    .sort((a, b) => a.receivedAt - b.receivedAt);
  const lags: number[] = [];
  let through = Number.NEGATIVE_INFINITY;
  for (const { to, receivedAt } of arrivals) {
    if (to <= through) continue;
    if (through > Number.NEGATIVE_INFINITY) lags.push(receivedAt - through);
    through = to;
  }
  if (lags.length < fewestArrivals) return assumedLagMs;
  lags.sort((a, b) => a - b);
  return lags[Math.ceil(lags.length * 0.9) - 1] ?? assumedLagMs;
}

/**
 * What a countdown runs on at an instant: `through` is the observed time that it shows, epoch ms. While the
 * feed is on time it follows the clock at the feed's usual lag, so that it runs evenly and never ahead of
 * what was observed; from the first window that is missing it stands still, `paused`.
 */
export function countdownAt(
  observedThrough: number,
  lagMs: number,
  now: number,
): { readonly through: number; readonly paused: boolean } {
  return {
    through: Math.min(observedThrough, now - lagMs),
    paused: now - observedThrough > lagMs + missingAfterMs,
  };
}

/**
 * What the countdown of a place runs on, epoch ms: an all clear waits for the confirmation, so it runs behind by as
 * much as the confirmation does. `lagMs` is the feed's usual lag.
 */
export function confirmedCountdown(
  { observedThrough, confirmedThrough }: { observedThrough: number; confirmedThrough: number },
  lagMs: number,
  now: number,
): { readonly through: number; readonly paused: boolean } {
  const { paused } = countdownAt(observedThrough, lagMs, now);
  const { through } = countdownAt(confirmedThrough, lagMs + observedThrough - confirmedThrough, now);
  return { through, paused };
}
