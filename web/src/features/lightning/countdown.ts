import type { LightningDelay, Zone } from '@allclear/contract';
import { countdownAt } from '@allclear/domain';

/**
 * A lightning answer as the screen goes on with it. Countdowns run on *observed* time, at the feeds' usual lag
 * behind the clock, as the server's own countdown does, so both show the same. Between two answers the screen
 * lets observation run along for as long as the next answer may take.
 */
export interface FollowedDelay {
  readonly answer: LightningDelay;
  /** A window of observation is missing: countdowns stand still. */
  readonly paused: boolean;
  /** Observed time that was shown before this answer, epoch ms: a countdown does not rise for a late answer. */
  readonly shownThroughMs: number;
  /** How far observation may run along beyond the answer, ms of weather. */
  readonly runAlongMs: number;
}

/**
 * Follows one more answer.
 *
 * @param everyMs the interval between answers, ms of weather
 */
export function follow(
  previous: FollowedDelay | undefined,
  answer: LightningDelay,
  everyMs: number,
): FollowedDelay {
  const nowMs = Date.parse(answer.now);
  const shownThroughMs =
    previous === undefined || answer.paused ? Number.NEGATIVE_INFINITY : throughMs(previous, nowMs);
  return { answer, paused: answer.paused, shownThroughMs, runAlongMs: answer.paused ? 0 : everyMs };
}

/** The observed time that countdowns show at an instant of the product's clock, epoch ms. */
function throughMs({ answer, shownThroughMs, runAlongMs }: FollowedDelay, nowMs: number): number {
  // An all clear counts to what is confirmed, and the countdown runs behind by as much.
  const observedMs = Date.parse(answer.confirmedThrough);
  const lagMs = answer.lagSeconds * 1000 + Date.parse(answer.observedThrough) - observedMs;
  // What has stood still when it was answered goes on standing.
  const isLate = Date.parse(answer.now) - lagMs > observedMs;
  const { through } = countdownAt(observedMs + (isLate ? 0 : runAlongMs), lagMs, nowMs);
  // A late answer or a growing lag is no reason to count again what was counted.
  return Math.max(through, Math.min(shownThroughMs, observedMs + runAlongMs));
}

/**
 * Seconds that a zone's countdown shows at an instant of the product's clock; never less than 0, and 0 is not
 * clear.
 */
export function remainingSeconds(
  followed: FollowedDelay,
  zone: Pick<Zone, 'clearAt' | 'remainingSeconds'>,
  nowMs: number,
): number {
  if (zone.clearAt === null) return 0;
  const seconds = (Date.parse(zone.clearAt) - throughMs(followed, nowMs)) / 1000;
  // Never more than the full timer, unless the server itself said more.
  const full = Math.max(zone.remainingSeconds, followed.answer.allClearMinutes * 60);
  return Math.max(0, Math.min(seconds, full));
}

/** Seconds as mm:ss, rounded up so that 00:00 means that nothing is left; minutes may pass 59. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
