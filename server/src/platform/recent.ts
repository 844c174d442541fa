/** A bounded cache; the least recently used entry is dropped first. */
export interface Recent<V> {
  /** The value, while it is good. `now` is epoch ms. */
  get(key: string, now: number): V | undefined;
  /** Keeps a value until `until` (epoch ms). */
  set(key: string, value: V, until: number): void;
  delete(key: string): void;
  readonly size: number;
}

export function createRecent<V>(limit: number): Recent<V> {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key, now) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.until <= now) return undefined;
      // A Map keeps the order of insertion: putting it back makes it the newest.
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, until) {
      entries.delete(key);
      entries.set(key, { value, until });
      if (entries.size <= limit) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
