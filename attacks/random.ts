import { seed } from './config.ts';

/** Numbers from 0 to 1 (mulberry32). Each part has its own, so that one part can be run alone. */
export function randomOf(part: string): () => number {
  let state = [...part].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same values in another order. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
