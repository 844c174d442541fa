import { type Observation, seenSince } from './coverage.ts';

/**
 * How far observation may lag behind the clock before the answer is unknown, ms, unless the feed sets
 * another.
 */
export const observationLimitMs = 180_000;

export type ZoneStatus =
  | {
      readonly kind: 'delay';
      /** `strike`, or `observing` when only unseen time keeps the zone from being clear. */
      readonly reason: 'strike' | 'observing';
      /** The zone is clear once observation has reached this instant, epoch ms. */
      readonly clearAt: number;
    }
  | {
      readonly kind: 'clear';
      /** Since when, epoch ms. */
      readonly since: number;
    }
  | { readonly kind: 'unknown' };

/**
 * The safety rule: an all clear that cannot lie. A zone is clear only when the whole quiet time since the
 * last strike has been observed.
 *
 * @param lastStrikeAt epoch ms of the last strike within the zone's radius, null when none is known
 * @param allClearMinutes the quiet time
 * @param observation what the feeds that see the place have looked at, null when nothing yet
 * @param now the product's clock, epoch ms
 */
export function zoneStatus(
  lastStrikeAt: number | null,
  allClearMinutes: number,
  observation: Observation | null,
  now: number,
  limitMs = observationLimitMs,
): ZoneStatus {
  if (observation === null || now - observation.observedThrough > limitMs) return { kind: 'unknown' };
  const quietMs = allClearMinutes * 60_000;
  const quietAfterStrike = lastStrikeAt === null ? Number.NEGATIVE_INFINITY : lastStrikeAt + quietMs;
  const quietAfterUnseen = seenSince(observation) + quietMs;
  const clearAt = Math.max(quietAfterStrike, quietAfterUnseen);
  if (observation.observedThrough >= clearAt) return { kind: 'clear', since: clearAt };
  // A strike that alone would hold the delay stays its reason, even when unseen time makes it longer.
  const reason = observation.observedThrough < quietAfterStrike ? 'strike' : 'observing';
  return { kind: 'delay', reason, clearAt };
}

/** Observed quiet that is still missing, ms; what countdowns show. 0 when clear. */
export function remainingMs(status: ZoneStatus, observation: Observation | null): number {
  return status.kind === 'delay' && observation !== null ? status.clearAt - observation.observedThrough : 0;
}
