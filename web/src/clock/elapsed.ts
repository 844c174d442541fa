import { browserStopwatch, type Stopwatch } from './clock.ts';

/**
 * Measures elapsed real time, ms from any start, which also goes on while the computer sleeps: the steady time may stop
 * then, so a jump of the reader's clock counts. Step by step, so that a clock that was set back hides no later sleep.
 */
export function createElapsed(stopwatch: Stopwatch = browserStopwatch): () => number {
  let elapsedMs = 0;
  let last = { wallMs: stopwatch.wallMs(), steadyMs: stopwatch.steadyMs() };
  return () => {
    const here = { wallMs: stopwatch.wallMs(), steadyMs: stopwatch.steadyMs() };
    elapsedMs += Math.max(here.steadyMs - last.steadyMs, here.wallMs - last.wallMs, 0);
    last = here;
    return elapsedMs;
  };
}

/** Of what does not come from the weather. */
export const elapsed = createElapsed();

/** Real ms since now: a computer that slept makes nothing old look young. */
export function startAge(): () => number {
  const begun = elapsed();
  return () => elapsed() - begun;
}
