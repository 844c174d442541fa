import type { LightningDelay } from '@allclear/contract';

/**
 * A lightning answer and the feed's rate according to the answers before it. Countdowns run on *observed*
 * time: the remainder is `clearAt − observedThrough`. Between two answers the screen assumes that observation
 * continues at its usual lag behind the clock.
 */
export interface FollowedDelay {
  answer: LightningDelay;
  /**
   * The assumed lag of observation behind the clock, milliseconds of weather; never less than in the answer.
   */
  lagMs: number;
  /** The feed has stopped for long: the countdown is paused. */
  paused: boolean;
  recent: readonly { nowMs: number; lagMs: number }[];
  /** Since when (product clock) `observedThrough` has not changed. */
  stillSinceMs: number;
}

/**
 * Granules arrive every 20 s or more: the largest lag of the last minute is used, so that the countdown does
 * not jump at each.
 */
const windowMs = 60_000;
/** A lag that shrank by more than this was an outage that has ended; it is not carried over. */
const carriedMs = 30_000;

/**
 * Adds one more answer. `limitSeconds` is when lightning counts as unobserved; half of it without change is a
 * pause.
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
 * Missing seconds of observed quiet in a zone at an instant of the product clock, as shown; never less than
 * 0, and 0 is not clear.
 */
export function remainingSeconds(followed: FollowedDelay, atAnswerSeconds: number, nowMs: number): number {
  if (followed.paused) return atAnswerSeconds;
  const answerNowMs = Date.parse(followed.answer.now);
  const answerLagMs = Math.max(0, answerNowMs - Date.parse(followed.answer.observedThrough));
  const sinceMs = Math.max(0, nowMs - answerNowMs);
  const estimate = atAnswerSeconds + (followed.lagMs - answerLagMs - sinceMs) / 1000;
  // Never more than the full timer, unless the server sent more.
  return Math.max(0, Math.min(estimate, Math.max(atAnswerSeconds, followed.answer.allClearMinutes * 60)));
}

/** Seconds as mm:ss, rounded up so that 00:00 means that nothing remains; minutes may exceed 59. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
