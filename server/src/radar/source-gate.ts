const FAILURES_TO_CLOSE = 3;
const PROBE_EVERY_MS = 60_000;

/**
 * Spares a source that is down: after three failures in a row it is asked once a minute (real time) until it answers again; those in between hear
 * the last failure. `isOutage` says which failures speak of the source and not of one thing that it does not have.
 */
export class SourceGate {
  readonly #isOutage: (error: unknown) => boolean;
  #failures = 0;
  #lastError: unknown = null;
  #probedAt = 0;

  constructor(isOutage: (error: unknown) => boolean) {
    this.#isOutage = isOutage;
  }

  async pass<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#failures >= FAILURES_TO_CLOSE) {
      if (performance.now() - this.#probedAt < PROBE_EVERY_MS) throw this.#lastError;
      this.#probedAt = performance.now();
    }
    try {
      const result = await ask();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (!this.#isOutage(error)) this.#failures = 0;
      else {
        this.#failures++;
        this.#lastError = error;
        if (this.#failures === FAILURES_TO_CLOSE) this.#probedAt = performance.now();
      }
      throw error;
    }
  }
}
