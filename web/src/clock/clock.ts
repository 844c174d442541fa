/**
 * The product's clock as the browser knows it. Simulated and replayed weather run on a virtual clock, so
 * nothing here shows the computer's own time: `now` is the server's last word plus what has gone by since, at
 * the server's speed.
 */
export interface Clock {
  /** Milliseconds since 1970 on the product's clock; null until the server has said what time it is. */
  now(): number | null;
  /** Seconds of weather per second. */
  speed(): number;
  /**
   * Takes the server's word: an ISO instant and, where the answer carries it, the speed. Malformed instants
   * are ignored.
   */
  set(nowIso: string, speed?: number): void;
  /** Calls back when the server's word has been taken. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** What tells how much real time has gone by. */
export interface Stopwatch {
  wallMs(): number;
  steadyMs(): number;
}

const browserStopwatch: Stopwatch = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * A clock on a stopwatch. The steady time may stand still while a computer sleeps and the wall time may be
 * set back by hand, so the larger of the two counts: the age of what is shown is never underestimated.
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
      // An answer that was long under way is older than what we know: the clock goes back only when it was
      // far out.
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
