/**
 * The one place that reads the time. With live weather the clock is the wall clock; simulated and replayed
 * weather run on a virtual clock (start + elapsed × speed).
 */
export interface Clock {
  /** Epoch ms of the product's time. */
  now(): number;
  /** Seconds of weather per second. */
  readonly speed: number;
  /** Waits a stretch of the product's time; resolves early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Epoch ms of the wall clock, for everything that uses real time whatever the weather is (tokens, throttles,
 * time limits).
 */
export function wallNow(): number {
  return Date.now();
}

/** Waits real time whatever the weather is; resolves early when the signal aborts. */
export function sleepReal(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.max(0, ms));
    signal?.addEventListener('abort', finish, { once: true });
  });
}

export function liveClock(): Clock {
  return { now: wallNow, speed: 1, sleep: sleepReal };
}

/**
 * A clock that starts at `startAt` (epoch ms) now and runs `speed` times as fast as the wall clock; it never
 * goes back.
 */
export function virtualClock(startAt: number, speed: number): Clock {
  // performance.now is monotonic: a step of the wall clock must not move the weather.
  const began = performance.now();
  return {
    now: () => Math.floor(startAt + (performance.now() - began) * speed),
    speed,
    sleep: (ms, signal) => sleepReal(ms / speed, signal),
  };
}
