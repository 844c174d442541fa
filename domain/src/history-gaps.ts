/** A value at an instant (epoch ms), of one line of a chart; null when it is not known. */
export interface HistoryValue {
  readonly atMs: number;
  readonly value: number | null;
}

const mostMs = 30 * 60_000;
const stepMs = 15 * 60_000;

/**
 * Points of a history with what is not there said: where two follow each other by more than 30 minutes, null points stand between them, 15 minutes
 * apart, so that no line is drawn across (specification 1, section 9). The points come back in order; those of one instant stay as they are.
 */
export function withGaps(points: readonly HistoryValue[]): HistoryValue[] {
  const inOrder = points.toSorted((a, b) => a.atMs - b.atMs);
  return inOrder.flatMap((point, index) => {
    const before = inOrder[index - 1];
    return before && point.atMs - before.atMs > mostMs ? [...nullsBetween(before.atMs, point.atMs), point] : [point];
  });
}

function nullsBetween(fromMs: number, toMs: number): HistoryValue[] {
  const nulls: HistoryValue[] = [];
  for (let atMs = fromMs + stepMs; atMs < toMs; atMs += stepMs) nulls.push({ atMs, value: null });
  return nulls;
}
