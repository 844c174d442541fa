import { dropOldest } from '../../bounded-cache.ts';

const MAX_CACHED_INSTANTS = 2048;

/** Many calls concern the same instant: a batch, all stations, the last hour of a chart. */
export function remembering<T>(make: (at: number) => T, maximum = MAX_CACHED_INSTANTS): (at: number) => T {
  const kept = new Map<number, T>();
  return (at) => {
    const known = kept.get(at);
    if (known !== undefined) return known;
    const made = make(at);
    dropOldest(kept, maximum - 1);
    kept.set(at, made);
    return made;
  };
}
