import { AdapterError, backOffMs } from '@allclear/adapters';

/**
 * How long to wait after the n-th failure in a row, ms: growing to a minute, with jitter; never less than the
 * source requested and than its interval.
 */
export function failureDelayMs(error: unknown, failures: number, pollEveryMs: number): number {
  const retryAfterMs = error instanceof AdapterError ? error.retryAfterMs : null;
  return Math.max(pollEveryMs, backOffMs(failures, Math.random(), { retryAfterMs }));
}
