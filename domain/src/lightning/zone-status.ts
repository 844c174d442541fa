import { type Observation, seenSince } from './coverage.ts';

/**
 * How far observation may lag behind the clock before the status is unknown, ms, unless the feed sets another
 * limit.
 */
export const observationLimitMs = 180_000;

/**
 * How far observation may be ahead of the clock, ms: feeds and server keep time to some seconds. Beyond it the clock was
 * set back, and what the feeds report now is refused as of the future.
 */
export const observationAheadLimitMs = 60_000;

/** Whether nothing is known of now: there is no observation, it lags behind its limit, or the clock is behind it. */
export function isUnobserved(
  observation: Observation | null,
  now: number,
  limitMs = observationLimitMs,
): boolean {
  if (observation === null) return true;
  const lag = now - observation.observedThrough;
  return lag > limitMs || lag < -observationAheadLimitMs;
}

export type ZoneStatus =
  | {
      readonly kind: 'delay';
      /**
       * `strike`; `report` when a person heard thunder and nothing was seen as late; `observing` when only unseen time
       * prevents the all clear.
       */
      readonly reason: 'strike' | 'report' | 'observing';
      /** The zone is clear once confirmed observation has reached this instant, epoch ms. */
      readonly clearAt: number;
    }
  | {
      readonly kind: 'clear';
      /** Start of the clear status, epoch ms. */
      readonly since: number;
    }
  | { readonly kind: 'unknown' };

/**
 * The safety rule: an all clear that cannot lie. A zone is clear only when the whole quiet time since the
 * last strike has been observed, and no later batch can show that the instrument was blind meanwhile.
 * Thunder that a person heard counts as a strike (safety rule L1). It needs no feed: where nothing is observed the
 * zone is in delay for the quiet time after it, and unknown then.
 *
 * @param lastStrikeAt epoch ms of the last strike within the zone's radius, null when there is none
 * @param allClearMinutes the quiet time
 * @param observation the observation of the feeds that cover the place, null without one
 * @param now the product clock, epoch ms
 * @param thunderAt epoch ms at which thunder that concerns the zone was last heard, null for never
 */
export function zoneStatus(
  lastStrikeAt: number | null,
  allClearMinutes: number,
  observation: Observation | null,
  now: number,
  limitMs = observationLimitMs,
  thunderAt: number | null = null,
): ZoneStatus {
  const quietMs = allClearMinutes * 60_000;
  const quietAfter = (at: number | null) => (at === null ? Number.NEGATIVE_INFINITY : at + quietMs);
  const quietAfterThunder = quietAfter(thunderAt);
  if (observation === null || isUnobserved(observation, now, limitMs))
    return now < quietAfterThunder
      ? { kind: 'delay', reason: 'report', clearAt: quietAfterThunder }
      : { kind: 'unknown' };
  const quietAfterStrike = quietAfter(lastStrikeAt);
  const quietAfterUnseen = seenSince(observation) + quietMs;
  const clearAt = Math.max(quietAfterStrike, quietAfterUnseen, quietAfterThunder);
  const { confirmedThrough } = observation;
  if (confirmedThrough >= clearAt) return { kind: 'clear', since: clearAt };
  // A strike that alone would hold the delay stays its reason, even when unseen time extends it.
  const last = Math.max(quietAfterStrike, quietAfterThunder);
  if (confirmedThrough >= last) return { kind: 'delay', reason: 'observing', clearAt };
  return { kind: 'delay', reason: quietAfterThunder > quietAfterStrike ? 'report' : 'strike', clearAt };
}

/** Missing confirmed quiet time, ms, as countdowns show it. 0 when clear. */
export function remainingMs(status: ZoneStatus, observation: Observation | null): number {
  return status.kind === 'delay' && observation !== null ? status.clearAt - observation.confirmedThrough : 0;
}
