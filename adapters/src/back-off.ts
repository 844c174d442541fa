export const LONGEST_BACK_OFF_MS = 60_000;

/**
 * Wait in milliseconds before the next attempt after `failures` failures in a row: `baseMs`, doubled each
 * time up to 60 s, spread by `jitter` (0–1, drawn by the caller) over the upper half, so that many clients do
 * not return together. The wait is at least `retryAfterMs`, the wait that the other side asked for, of which
 * at most an hour is accepted. 0 failures give 0.
 */
export function backOffMs(
  failures: number,
  jitter: number,
  options: { baseMs?: number; retryAfterMs?: number | null } = {},
): number {
  if (failures <= 0) return 0;
  const ceiling = Math.min(LONGEST_BACK_OFF_MS, (options.baseMs ?? 1000) * 2 ** Math.min(failures - 1, 30));
  const own = ceiling / 2 + (ceiling / 2) * Math.min(1, Math.max(0, jitter));
  return Math.max(own, Math.min(options.retryAfterMs ?? 0, 3_600_000));
}
