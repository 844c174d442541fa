import type { FastifyBaseLogger } from 'fastify';

/** Logs once that a source went down and once that it is back, however often it fails in between. */
export class FeedLog {
  readonly #log: FastifyBaseLogger;
  readonly #source: string;
  #down = false;
  readonly #faults = new Set<string>();

  constructor(log: FastifyBaseLogger, source: string) {
    this.#log = log;
    this.#source = source;
  }

  failed(error: unknown): void {
    if (!this.#down)
      this.#log.warn({ source: this.#source, reason: reasonOf(error) }, `${this.#source} went down`);
    this.#down = true;
  }

  succeeded(): void {
    if (this.#down) this.#log.info({ source: this.#source }, `${this.#source} is back`);
    this.#down = false;
  }

  /** A single item that cannot be read: each different reason is logged once, among the last thousand. */
  fault(error: unknown): void {
    const reason = reasonOf(error);
    if (this.#faults.has(reason)) return;
    if (this.#faults.size > 1_000) this.#faults.clear();
    this.#faults.add(reason);
    this.#log.warn({ source: this.#source, reason }, `${this.#source} sent something unreadable`);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
