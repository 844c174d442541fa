/** Ends work that makes no progress for some time. */
export interface Watchdog {
  /** Aborts with the parent, and when there was no progress. */
  readonly signal: AbortSignal;
  readonly hasExpired: boolean;
  progress(): void;
  /** To be called when the work is over. */
  stop(): void;
}

/** `ms` of real time without progress. */
export function startWatchdog(ms: number, parent: AbortSignal): Watchdog {
  const own = new AbortController();
  let hasExpired = false;
  const timer = setTimeout(() => {
    hasExpired = !parent.aborted;
    own.abort();
  }, ms);
  return {
    signal: AbortSignal.any([parent, own.signal]),
    get hasExpired() {
      return hasExpired;
    },
    progress: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}
