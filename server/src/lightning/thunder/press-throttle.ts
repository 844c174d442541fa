/** Presses of one person at one place in a minute; the first one always counts. */
const maxPresses = 20;
const windowMs = 60_000;
const maxKept = 10_000;

/** Keeps one person who presses again and again from writing for each press; what was pressed before counts already. */
export class PressThrottle {
  readonly #presses = new Map<string, { since: number; count: number }>();

  /** Whether a press may be stored. `now` is real time, epoch ms. */
  allows(userId: string, placeId: string, now: number): boolean {
    const key = `${userId} ${placeId}`;
    const before = this.#presses.get(key);
    if (before && now - before.since < windowMs) {
      before.count += 1;
      return before.count <= maxPresses;
    }
    this.#presses.delete(key);
    this.#presses.set(key, { since: now, count: 1 });
    if (this.#presses.size > maxKept) {
      const oldest = this.#presses.keys().next().value;
      if (oldest !== undefined) this.#presses.delete(oldest);
    }
    return true;
  }
}
