import { performance } from 'node:perf_hooks';

/** Real ms. */
const windowMs = 60_000;
/** Networks that are counted at once. */
const maxNetworks = 10_000;

/**
 * Counts what is asked for and is not in memory, by network: somebody who tries addresses. Those that are in memory are
 * answered all the same, so that nobody shuts out those who share a network.
 */
export class MissCounts {
  readonly #perMinute: number;
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Whether one more is allowed. */
  allows(network: string): boolean {
    const now = performance.now();
    const known = this.#counts.get(network);
    if (known && known.until > now) {
      known.count += 1;
      return known.count <= this.#perMinute;
    }
    this.#counts.delete(network);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size >= maxNetworks && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(network, { count: 1, until: now + windowMs });
    return true;
  }
}
