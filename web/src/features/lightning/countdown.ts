import type { LightningDelay } from '@allclear/contract';

/**
 * A lightning answer and what the answers before it tell of the feed's pace. Countdowns run on *observed*
 * time: what remains is `clearAt − observedThrough`. Between two answers the screen lets observation run
 * along at its usual distance behind the clock.
 */
export interface FollowedDelay {
  answer: LightningDelay;
  /**
   * How far behind the clock observation is taken to be, milliseconds of weather; never less than the answer
   * says.
   */
  lagMs: number;
  /** The feed has stood still for long: the countdown stands still with it. */
  paused: boolean;
  recent: readonly { nowMs: number; lagMs: number }[];
  /** Since when (product clock) `observedThrough` has not moved. */
  stillSinceMs: number;
}

/**
 * Granules arrive in steps of 20 s and more: the largest lag of the last minute is taken, so that the
 * countdown does not jump at each.
 */
const windowMs = 60_000;
/** A lag that has shrunk by more than this was an outage that is over; it is not carried along. */
const carriedMs = 30_000;

/**
 * Follows one more answer. `limitSeconds` is when the lightning counts as unobserved; half of it without
 * movement is a pause.
 */
export function follow(
  previous: FollowedDelay | undefined,
  answer: LightningDelay,
  limitSeconds: number,
): FollowedDelay {
  const nowMs = Date.parse(answer.now);
  const observedMs = Date.parse(answer.observedThrough);
  const lagMs = Math.max(0, nowMs - observedMs);
  const recent = [
    ...(previous?.recent ?? []).filter((one) => one.nowMs > nowMs - windowMs && one.nowMs <= nowMs),
    { nowMs, lagMs },
  ];
  const moved = !previous || Date.parse(previous.answer.observedThrough) !== observedMs;
  const stillSinceMs = moved ? nowMs : Math.min(previous.stillSinceMs, nowMs);
  return {
    answer,
    lagMs: Math.min(Math.max(...recent.map((one) => one.lagMs)), lagMs + carriedMs),
    paused: nowMs - stillSinceMs >= (limitSeconds / 2) * 1000,
    recent,
    stillSinceMs,
  };
}

/**
 * Seconds of observed quiet still missing in a zone at an instant of the product's clock, as shown; never
 * less than 0, and 0 is not clear.
 */
export function remainingSeconds(followed: FollowedDelay, atAnswerSeconds: number, nowMs: number): number {
  if (followed.paused) return atAnswerSeconds;
  const answerNowMs = Date.parse(followed.answer.now);
  const answerLagMs = Math.max(0, answerNowMs - Date.parse(followed.answer.observedThrough));
  const sinceMs = Math.max(0, nowMs - answerNowMs);
  const estimate = atAnswerSeconds + (followed.lagMs - answerLagMs - sinceMs) / 1000;
  // Never more than the full timer, unless the server itself said more.
  return Math.max(0, Math.min(estimate, Math.max(atAnswerSeconds, followed.answer.allClearMinutes * 60)));
}

/** Seconds as mm:ss, rounded up so that 00:00 means that nothing is left; minutes may pass 59. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
