import type { LaunchOutcome } from '@allclear/adapters';

export type LaunchKind = 'start' | 'all-clear' | 'test';

const minuteMs = 60_000;
/** A launch is not tried any more after so long, real ms: what is late misleads. */
export const launchWithinMs: Readonly<Record<LaunchKind, number>> = {
  start: 30 * minuteMs,
  'all-clear': 2 * minuteMs,
  test: 2 * minuteMs,
};

/** Waits after the first, second, … attempt; then the last one again. */
const waitsMs = [2_000, 5_000, 15_000, 30_000, minuteMs];
/** InformaCast may need a moment until a notification is in its list. */
const searchAfterMs = 5_000;

/** What follows an attempt: the end of the launch, or another attempt. */
export type LaunchStep =
  | {
      readonly kind: 'ended';
      readonly state: 'launched' | 'failed' | 'withheld' | 'dropped' | 'unknown';
      readonly notificationId?: string | null;
      readonly detail: string;
      /** The credential was refused. */
      readonly isRefused?: boolean;
    }
  | {
      readonly kind: 'again';
      readonly afterMs: number;
      /** It may have been launched. */
      readonly isUnsure: boolean;
      readonly detail: string;
    };

/**
 * What follows the answer to a launch. `number` is 1 for the first attempt, `leftMs` the time that is left for it, real
 * ms, `jitter` 0–1. An answer that was lost is looked for first, so its launch is never simply repeated.
 */
export function stepAfterLaunch(
  outcome: LaunchOutcome,
  { number, leftMs, jitter }: { number: number; leftMs: number; jitter: number },
): LaunchStep {
  switch (outcome.kind) {
    case 'launched': {
      const { notificationId, detail } = outcome;
      return { kind: 'ended', state: 'launched', notificationId, detail };
    }
    case 'refused': {
      const isRefused = outcome.because === 'credential';
      return { kind: 'ended', state: 'failed', detail: outcome.detail, isRefused };
    }
    case 'not-launched': {
      const { detail, retryAfterMs } = outcome;
      const afterMs = Math.max(waitOf(number, jitter), retryAfterMs ?? 0);
      return afterMs > leftMs
        ? { kind: 'ended', state: 'failed', detail }
        : { kind: 'again', afterMs, isUnsure: false, detail };
    }
    case 'unknown':
      return { kind: 'again', afterMs: searchAfterMs, isUnsure: true, detail: outcome.detail };
  }
}

/**
 * What follows when InformaCast could not be asked whether a launch whose answer was lost was made: it is asked again
 * while there is time, and never repeated meanwhile.
 */
export function stepAfterFailedSearch(
  { detail, retryAfterMs }: { detail: string; retryAfterMs: number | null },
  { number, leftMs, jitter }: { number: number; leftMs: number; jitter: number },
): LaunchStep {
  const afterMs = Math.max(waitOf(number, jitter), retryAfterMs ?? 0);
  if (afterMs <= leftMs) return { kind: 'again', afterMs, isUnsure: true, detail };
  return { kind: 'ended', state: 'unknown', detail: `It is not known whether it was launched. ${detail}` };
}

function waitOf(number: number, jitter: number): number {
  return (waitsMs[Math.min(number, waitsMs.length) - 1] ?? minuteMs) * (1 + jitter / 10);
}
