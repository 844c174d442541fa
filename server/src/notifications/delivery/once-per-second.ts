/** Real ms. */
const intervalMs = 1_000;

/**
 * Announces ids at once, and what follows within a second together at its end: while thousands of deliveries end, who
 * listens reads once a second.
 */
export class OncePerSecond {
  readonly #announce: (ids: readonly string[]) => void;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(announce: (ids: readonly string[]) => void) {
    this.#announce = announce;
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.#waiting.add(id);
    if (this.#timer === null) this.#flush();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const ids = [...this.#waiting];
    this.#waiting.clear();
    this.#announce(ids);
    this.#timer = setTimeout(() => this.#flush(), intervalMs);
    this.#timer.unref();
  }
}
