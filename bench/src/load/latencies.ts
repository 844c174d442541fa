import { percentile } from '../measure.ts';

/** What one route answered, as its clients saw it. */
export interface RouteFigures {
  readonly answers: number;
  /** Answers that were no success. */
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Times and failures of requests by route, from the request to the last byte. */
export class Latencies {
  readonly #routes = new Map<string, { ms: number[]; failures: number; statuses: Map<number, number> }>();

  /** @param status 0 when there was no answer */
  note(route: string, status: number, ms: number): void {
    const of = this.#routes.get(route) ?? { ms: [], failures: 0, statuses: new Map<number, number>() };
    this.#routes.set(route, of);
    of.ms.push(ms);
    if (status >= 200 && status < 400) return;
    of.failures += 1;
    of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1);
  }

  get answers(): number {
    return [...this.#routes.values()].reduce((sum, { ms }) => sum + ms.length, 0);
  }

  /** Failures by route and status; 0 is a connection that broke. */
  failures(): string[] {
    return [...this.#routes].flatMap(([route, { statuses }]) =>
      [...statuses].map(([status, count]) => `${route}: ${status} (${count} times)`),
    );
  }

  figures(): Record<string, RouteFigures> {
    const rounded = (ms: readonly number[], p: number) => Number(percentile(ms, p).toFixed(1));
    return Object.fromEntries(
      [...this.#routes].map(([route, { ms, failures }]) => [
        route,
        { answers: ms.length, failures, p50Ms: rounded(ms, 0.5), p99Ms: rounded(ms, 0.99) },
      ]),
    );
  }

  clear(): void {
    this.#routes.clear();
  }
}
