const windowMs = 60_000;
/** So many callers are counted; the one that began first is dropped. */
const maxCallers = 20_000;

/** Counts what each caller reads in a minute, wherever it is answered. */
export class ReadCounts {
  readonly #max: number;
  readonly #callers = new Map<string, { count: number; endsAt: number }>();

  /** `max` reads a minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a caller has read as much as one may in this minute. `now`: `performance.now()`. */
  isFull(caller: string, now: number): boolean {
    const known = this.#callers.get(caller);
    return known !== undefined && known.endsAt > now && known.count >= this.#max;
  }

  /** Counts a read: seconds until the caller may read again, 0 for now. `now`: `performance.now()`. */
  count(caller: string, now = performance.now()): number {
    const known = this.#callers.get(caller);
    if (known !== undefined && known.endsAt > now) {
      known.count++;
      return known.count <= this.#max ? 0 : Math.max(1, Math.ceil((known.endsAt - now) / 1_000));
    }
    this.#callers.delete(caller);
    if (this.#callers.size >= maxCallers) {
      const oldest = this.#callers.keys().next();
      if (!oldest.done) this.#callers.delete(oldest.value);
    }
    this.#callers.set(caller, { count: 1, endsAt: now + windowMs });
    return 0;
  }
}
