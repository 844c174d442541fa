import type { PlaceAnswer } from './place-answer.ts';

/**
 * Seconds until a place can be clear at the earliest, for machines; `now` is epoch ms. Null when the place is clear,
 * when anything that holds it has no end that is known (data are missing, an alert of the weather service, no
 * lightning data), and when that end has passed without a clear: never 0.
 */
export function secondsUntilClear({ holds }: PlaceAnswer, now: number): number | null {
  const ends = holds.map((hold) => ('clearAt' in hold ? (hold.clearAt ?? null) : null));
  const known = ends.flatMap((end) => end ?? []);
  if (known.length === 0 || known.length < ends.length) return null;
  const seconds = (Math.max(...known) - now) / 1_000;
  return seconds > 0 ? seconds : null;
}
