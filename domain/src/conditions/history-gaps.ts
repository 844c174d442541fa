/** A value of a chart line at an instant (epoch ms); null when missing. */
export interface HistoryValue {
  readonly atMs: number;
  readonly value: number | null;
}

/** The longest interval between two points without a gap, and the interval of the points of a gap, ms. */
export interface GapRule {
  readonly maxMs: number;
  readonly stepMs: number;
}
const defaultRule: GapRule = { maxMs: 30 * 60_000, stepMs: 15 * 60_000 };

/**
 * Fills a history with null points where data are missing. Where two points are more than 30 minutes apart,
 * null points are inserted 15 minutes apart, so that no line is drawn across (specification 1, section 9). A
 * history of hours or days has its own rule. The points are returned in order; points of the same instant
 * keep their order.
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
