/** Networks that are counted at once. */
const maxNetworks = 10_000;
const minuteMs = 60_000;

/** Counts refused credentials by network and minute of real time. */
export class RefusalThrottle {
  readonly #limit: number;
  readonly #refusals = new Map<string, number>();
  #minute = 0;

  constructor(limit = 30) {
    this.#limit = limit;
  }

  /** Counts one refusal; -1 takes it back. */
  count(network: string, now: number, by: 1 | -1 = 1): void {
    this.#begin(now);
    if (this.#refusals.size < maxNetworks || this.#refusals.has(network))
      this.#refusals.set(network, Math.max(0, (this.#refusals.get(network) ?? 0) + by));
  }

  isClosed(network: string, now: number): boolean {
    this.#begin(now);
    return (this.#refusals.get(network) ?? 0) >= this.#limit;
  }

  #begin(now: number): void {
    const minute = Math.floor(now / minuteMs);
    // Who came at the end of a minute may be counted in the next one.
    if (minute === this.#minute || minute === this.#minute - 1) return;
    this.#minute = minute;
    this.#refusals.clear();
  }
}
