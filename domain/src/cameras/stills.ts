import { isUsedUp } from './allowance.ts';

/** How long a still of a camera may be shown after it was taken, real ms. */
export const stillGoodMs = 30_000;
/** Bytes that a still may have. */
export const stillMaxBytes = 2_000_000;

/** Real ms between two stills of a camera that works, and between two tries of one that fails. */
export interface StillTimes {
  readonly everyMs: number;
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export const stillTimes: StillTimes = { everyMs: 10_000, retryMs: 10_000, maxRetryMs: 60_000 };

/**
 * How long after a try the next one is due, real ms: after a failure twice as long as after the one before.
 *
 * @param failures how many tries in a row have failed; 0 after a still
 */
export function nextStillMs(failures: number, times: StillTimes = stillTimes): number {
  if (failures <= 0) return times.everyMs;
  return Math.min(times.maxRetryMs, times.retryMs * 2 ** Math.min(30, failures - 1));
}

/** What an organization may still watch of its live cameras in this month. */
export interface CameraRight {
  /** Minutes a month; null: no live cameras. */
  readonly allowedMinutes: number | null;
  readonly consumedMs: number;
  /** The operator withholds live cameras from it. */
  readonly isWithheld: boolean;
}

/**
 * Why no still may be taken or shown, a sentence for everybody; null where it may. Stills use nothing of an allowance up,
 * but end with it.
 */
export function stillRefusal({ allowedMinutes, consumedMs, isWithheld }: CameraRight): string | null {
  if (isWithheld || allowedMinutes === null) return 'Live cameras are not available';
  return isUsedUp(consumedMs, allowedMinutes) ? 'The camera time of this month is used up' : null;
}

/** Why there is no still of a camera, or no newer one. */
export type StillFault =
  | 'waiting'
  | 'unreachable'
  | 'silent'
  | 'refused'
  | 'unreadable'
  | 'too-large'
  | 'no-stills'
  | 'failed';

/** In words for everybody: they name no address and nothing of how the camera is reached. */
export const stillFaultTexts: Readonly<Record<StillFault, string>> = {
  waiting: 'The first picture is being taken',
  unreachable: 'The camera cannot be reached',
  silent: 'The camera sends no picture',
  refused: 'The camera refuses the connection',
  unreadable: 'The camera sends no picture that can be shown',
  'too-large': 'The picture of this camera is too large',
  'no-stills': 'This camera can show no stills here',
  failed: 'The camera does not work now',
};
