import { present, random } from '../measure.ts';

export interface BenchLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** The largest of its radii, at most 50 miles. */
  readonly outerRadiusMiles: number;
}

export interface Scene {
  readonly locations: readonly BenchLocation[];
  /** Latitude and longitude of each strike, in turns. */
  readonly strikes: Float64Array;
}

/** 40 storms over the contiguous United States; each location has up to four radii of at most 50 miles. */
export function sceneOf(count: number, strikeCount: number): Scene {
  const next = random(20_261_121);
  const locations = Array.from({ length: count }, () => ({
    latitude: 25 + next() * 24,
    longitude: -125 + next() * 58,
    outerRadiusMiles: Math.max(...Array.from({ length: 1 + Math.floor(next() * 4) }, () => 1 + next() * 49)),
  }));
  const storms = Array.from({ length: 40 }, () => ({
    latitude: 26 + next() * 22,
    longitude: -124 + next() * 56,
  }));
  const strikes = new Float64Array(strikeCount * 2);
  for (let i = 0; i < strikeCount; i++) {
    const storm = present(storms[Math.floor(next() * storms.length)]);
    strikes[i * 2] = storm.latitude + (next() + next() - 1) * 0.3;
    strikes[i * 2 + 1] = storm.longitude + (next() + next() - 1) * 0.3;
  }
  return { locations, strikes };
}

/** Which strikes reached which locations: the number of pairs, and a sum that does not depend on their order. */
export interface Answer {
  readonly matches: number;
  readonly fingerprint: number;
}

export interface Outcome extends Answer {
  readonly strikesPerSecond: number;
}

const mix = (strike: number, location: number) =>
  Math.imul(strike + 1, 0x9e3779b1) ^ Math.imul(location + 1, 0x85ebca6b);

/** Counts pairs of a strike and a location that it reaches. */
export function answerOf(): { add(strike: number, location: number): void; answer(): Answer } {
  let matches = 0;
  let fingerprint = 0;
  return {
    add(strike, location) {
      matches++;
      fingerprint = (fingerprint + mix(strike, location)) | 0;
    },
    answer: () => ({ matches, fingerprint }),
  };
}

export const isSame = (one: Answer, other: Answer) =>
  one.matches === other.matches && one.fingerprint === other.fingerprint;

export type Match = (latitude: number, longitude: number, hit: (location: number) => void) => void;

/** Matches the first `count` strikes, one after the other. */
export function timed(strikes: Float64Array, count: number, match: Match): Outcome {
  let matches = 0;
  let fingerprint = 0;
  let strike = 0;
  const hit = (location: number) => {
    matches++;
    fingerprint = (fingerprint + mix(strike, location)) | 0;
  };
  const started = performance.now();
  for (strike = 0; strike < count; strike++)
    match(strikes[strike * 2] ?? Number.NaN, strikes[strike * 2 + 1] ?? Number.NaN, hit);
  return { strikesPerSecond: (count / (performance.now() - started)) * 1000, matches, fingerprint };
}
