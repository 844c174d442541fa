/**
 * A stream of numbers 0 ≤ x < 1 that depends only on the parts, on every machine. FNV-1a over the parts, then
 * mulberry32 (Tommy Ettinger, public domain).
 */
export function randomFrom(...parts: readonly (string | number)[]): () => number {
  let state = 0x811c9dc5;
  for (const char of parts.join('/')) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
