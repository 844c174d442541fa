/**
 * Reads of the same thing by many at once: one runs, and everybody who asks meanwhile shares the next one, which begins
 * after it. So each reads what was stored before it asked.
 */
export class SharedReads<T> {
  readonly #running = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  read(key: string, load: () => Promise<T>): Promise<T> {
    const next = this.#next.get(key);
    if (next) return next;
    const running = this.#running.get(key);
    if (!running) return this.#begin(key, load);
    const begin = () => {
      this.#next.delete(key);
      return this.#begin(key, load);
    };
    const waiting = running.then(begin, begin);
    this.#next.set(key, waiting);
    return waiting;
  }

  #begin(key: string, load: () => Promise<T>): Promise<T> {
    const running = load();
    this.#running.set(key, running);
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
