const FAILURES_TO_CLOSE = 3;
const PROBE_EVERY_MS = 60_000;

/**
 * Limits requests to a source that is down: after three failures in a row it is requested once a minute (real
 * time) until it succeeds. Calls in between fail with the last error; calls during a request share its
 * result. `isOutage` decides which failures concern the source and not a single missing item. `probeEveryMs`
 * is a minute by default.
 */
export class SourceGate {
  readonly #isOutage: (error: unknown) => boolean;
  readonly #probeEveryMs: number;
  #failures = 0;
  #lastError: unknown = null;
  #probedAt = 0;
  #probe: Promise<void> | null = null;

  constructor(isOutage: (error: unknown) => boolean, probeEveryMs = PROBE_EVERY_MS) {
    this.#isOutage = isOutage;
    this.#probeEveryMs = probeEveryMs;
  }

  async pass<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#probe) await this.#probe;
    if (this.#failures < FAILURES_TO_CLOSE) return this.#watch(ask);
    if (performance.now() - this.#probedAt < this.#probeEveryMs) throw this.#lastError;
    this.#probedAt = performance.now();
    const asked = this.#watch(ask);
    const ended = () => {
      this.#probe = null;
    };
    this.#probe = asked.then(ended, ended);
    return asked;
  }

  async #watch<Result>(ask: () => Promise<Result>): Promise<Result> {
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
