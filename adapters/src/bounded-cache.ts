/** Removes the entries that were added first, until at most `maximum` remain. */
export function dropOldest<K>(cache: Map<K, unknown>, maximum: number): void {
  for (const key of cache.keys()) {
    if (cache.size <= maximum) return;
    cache.delete(key);
  }
}
