const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;

/** The failed keys and the instants of their next attempts: after 5 s, 10 s, … 5 minutes. Times epoch ms. */
export function createRetryMemory() {
  const failures = new Map<string, { count: number; lastAt: number }>();
  return {
    isDue(key: string, now: number): boolean {
      const failure = failures.get(key);
      return (
        !failure ||
        now - failure.lastAt >=
          Math.min(FIRST_RETRY_MS * 2 ** Math.min(failure.count - 1, 20), LONGEST_RETRY_MS)
      );
    },
    noteFailure(key: string, now: number): void {
      failures.set(key, { count: (failures.get(key)?.count ?? 0) + 1, lastAt: now });
    },
    noteSuccess(key: string): void {
      failures.delete(key);
    },
    /** Drops keys without an attempt since `before`. */
    forget(before: number): void {
      for (const [key, { lastAt }] of failures) if (lastAt < before) failures.delete(key);
    },
  };
}
