import { QUARTER_MS } from '../../air-quality/index.ts';
import type { LocalDay } from '../../core/index.ts';

/** A longer stretch without a value leaves the day without one: eight quarter hours. */
const maxHoleQuarters = 8;
/** The part of the hours of a day (of those with daylight, for the sun) that must hold a value. */
const leastHours = 0.8;
const quartersOfHour = 4;

/** The beginnings of the quarter hours of a day, epoch ms: 92 to 100. One belongs to the day in which it begins. */
export function quartersOfDay({ from, until }: LocalDay): number[] {
  const first = Math.ceil(from / QUARTER_MS);
  return Array.from(
    { length: Math.ceil(until / QUARTER_MS) - first },
    (_, index) => (first + index) * QUARTER_MS,
  );
}

/**
 * A value for each quarter hour of a day: the one that is there, else the line between the values beside it. So a
 * station that reports once an hour counts like one that reports each minute, and an hour with many reports for no more
 * than another.
 *
 * @param values of each quarter hour in order, null where there is none
 * @param counts which of them must be covered
 * @returns null where fewer than four fifths of the hours hold a value, or a stretch of more than two hours has none
 */
export function filledQuarters(
  values: readonly (number | null)[],
  counts: (index: number) => boolean = () => true,
): number[] | null {
  const hours = new Map<number, boolean>();
  let hole = 0;
  for (const [index, value] of values.entries()) {
    hole = value === null && counts(index) ? hole + 1 : 0;
    if (hole > maxHoleQuarters) return null;
    const hour = Math.floor(index / quartersOfHour);
    if (counts(index)) hours.set(hour, (hours.get(hour) ?? false) || value !== null);
  }
  const covered = [...hours.values()].filter(Boolean).length;
  return covered < hours.size * leastHours ? null : interpolated(values);
}

/** Before the first value and after the last one it stays; without any it is 0. */
function interpolated(values: readonly (number | null)[]): number[] {
  const there = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  let next = 0;
  return values.map((value, index) => {
    if (value !== null) return value;
    while (next < there.length && (there[next]?.index ?? 0) < index) next += 1;
    const [before, after] = [there[next - 1], there[next]];
    if (!before || !after) return (before ?? after)?.value ?? 0;
    return (
      before.value + ((after.value - before.value) * (index - before.index)) / (after.index - before.index)
    );
  });
}
