/** Measures elapsed real time on the reader's computer, ms; neither instant is believed to be the time. */
export interface Stopwatch {
  wallMs(): number;
  steadyMs(): number;
}

/** `Date` has whole seconds, and the server renews it once a second. */
export const toleranceMs = 3_000;
/** So long answers that lag must have gone on at the pace of time before a jump of the reader's clock is undone. */
export const jumpProofMs = 8_000;
/** The same before time that was reckoned without any jump is undone: a server may have been set back. */
export const setBackProofMs = 60_000;

export interface WallClock {
  /** The server's wall clock, epoch ms; null before the first answer. Never earlier than it was, but by `take`. */
  now(): number | null;
  /** Takes the time of an answer that has just come: its `Date` and `Age`, epoch ms. */
  take(atMs: number): void;
}

/**
 * The server's wall clock, reckoned without the reader's clock: the time of an answer and the elapsed time since.
 * The steady time may stop while a computer sleeps, so a jump of the reader's clock counts as elapsed: what is shown
 * is never younger than it seems. An answer that lags is that of a cache which does not say how old it is, unless the
 * reader's clock was set forward: then the next answers go on at the pace of time, and an old one does not.
 *
 * @param servedMs when the server sent the page, epoch ms: no answer of a later time is older
 */
export function createWallClock(servedMs: number | null, stopwatch: Stopwatch): WallClock {
  /** Without jumps, and with them. */
  let certainMs = servedMs;
  let cautiousMs = servedMs;
  let last = { wallMs: stopwatch.wallMs(), steadyMs: stopwatch.steadyMs() };
  let hasAnswer = false;
  /** The first of the answers that lagged, and elapsed steady time since. */
  let lagging: { atMs: number; lastMs: number; goneMs: number } | null = null;

  function advance(): void {
    const here = { wallMs: stopwatch.wallMs(), steadyMs: stopwatch.steadyMs() };
    const steadyMs = Math.max(0, here.steadyMs - last.steadyMs);
    // Step by step: a clock that was set back hides no later sleep.
    const goneMs = Math.max(steadyMs, here.wallMs - last.wallMs);
    last = here;
    if (certainMs !== null) certainMs += steadyMs;
    if (cautiousMs !== null) cautiousMs += goneMs;
    if (lagging) lagging.goneMs += steadyMs;
  }

  function set(atMs: number): void {
    certainMs = atMs;
    cautiousMs = atMs;
    lagging = null;
  }

  return {
    now() {
      advance();
      return hasAnswer ? cautiousMs : null;
    },
    take(atMs) {
      advance();
      hasAnswer = true;
      if (certainMs === null || cautiousMs === null) return set(atMs);
      if (atMs >= cautiousMs - toleranceMs) return set(Math.max(atMs, certainMs));
      const isAdvancing = lagging !== null && atMs - lagging.atMs >= lagging.goneMs - toleranceMs;
      if (lagging === null || !isAdvancing || atMs < lagging.lastMs) {
        lagging = { atMs, lastMs: atMs, goneMs: 0 };
        return;
      }
      lagging.lastMs = atMs;
      const proofMs = atMs >= certainMs - toleranceMs ? jumpProofMs : setBackProofMs;
      if (lagging.goneMs >= proofMs) set(atMs);
    },
  };
}
