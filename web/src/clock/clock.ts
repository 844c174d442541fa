/**
 * The product clock in the browser. Simulated and replayed weather run on a virtual clock, so nothing here
 * shows the computer's own time: `now` is the server's last time plus the elapsed time at the server's speed.
 */
export interface Clock {
  /** Milliseconds since 1970 on the product clock; null until the server has sent the time. */
  now(): number | null;
  /** Seconds of weather per second. */
  speed(): number;
  /**
   * Takes the server's time: an ISO instant and, if the answer has it, the speed. Malformed instants are
   * ignored.
   */
  set(nowIso: string, speed?: number): void;
  /** Calls back when the server's time has been taken. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Measures elapsed real time. */
export interface Stopwatch {
  wallMs(): number;
  steadyMs(): number;
}

export const browserStopwatch: Stopwatch = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * A clock based on elapsed time. The steady time may stop while a computer sleeps and the wall time may be
 * set back manually, so the larger of the two counts: the age of shown data is never underestimated.
 */
export function createClock(stopwatch: Stopwatch = browserStopwatch): Clock {
  let base: { productMs: number; wallMs: number; steadyMs: number } | null = null;
  let rate = 1;
  const listeners = new Set<() => void>();

  function now(): number | null {
    if (!base) return null;
    const goneByMs = Math.max(stopwatch.wallMs() - base.wallMs, stopwatch.steadyMs() - base.steadyMs, 0);
    return base.productMs + goneByMs * rate;
  }

  return {
    now,
    speed: () => rate,
    set(nowIso, speed) {
      const productMs = Date.parse(nowIso);
      if (Number.isNaN(productMs)) return;
      const speedChanged = speed !== undefined && speed > 0 && speed !== rate;
      const here = now();
      if (speedChanged) rate = speed;
      // A delayed answer is older than the known time: the clock is set back only if it was far off.
      if (here !== null && !speedChanged && productMs < here && here - productMs < 1_000 * rate) return;
      base = { productMs, wallMs: stopwatch.wallMs(), steadyMs: stopwatch.steadyMs() };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one clock of the app. */
export const clock = createClock();
