/** A value at an instant (epoch ms), of one line of a chart; null when it is not known. */
export interface HistoryValue {
  readonly atMs: number;
  readonly value: number | null;
}

/**
 * What may lie between two points before there is a gap, and how far apart the points of a gap stand,
 * milliseconds.
 */
export interface GapRule {
  readonly maxMs: number;
  readonly stepMs: number;
}
const defaultRule: GapRule = { maxMs: 30 * 60_000, stepMs: 15 * 60_000 };

/**
 * Points of a history with what is not there said: where two follow each other by more than 30 minutes, null
 * points stand between them, 15 minutes apart, so that no line is drawn across (specification 1, section 9);
 * a history of hours or days brings its own rule. The points come back in order; those of one instant stay as
 * they are.
 */
export function withGaps(points: readonly HistoryValue[], { maxMs, stepMs } = defaultRule): HistoryValue[] {
  const inOrder = points.toSorted((a, b) => a.atMs - b.atMs);
  return inOrder.flatMap((point, index) => {
    const before = inOrder[index - 1];
    return before && point.atMs - before.atMs > maxMs
      ? [...nullsBetween(before.atMs, point.atMs, stepMs), point]
      : [point];
  });
}

function nullsBetween(fromMs: number, toMs: number, stepMs: number): HistoryValue[] {
  const nulls: HistoryValue[] = [];
  for (let atMs = fromMs + stepMs; atMs < toMs; atMs += stepMs) nulls.push({ atMs, value: null });
  return nulls;
}
