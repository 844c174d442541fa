/** The geometry of the forecast's line chart below the strip: a point is in the middle of its column. */

export const columnPx = 60;
export const chartHeightPx = 225;
const padTopPx = 22;
const padBottomPx = 14;

export interface Threshold {
  /** 'Heat Index policy' */
  readonly name: string;
  readonly value: number;
}

export interface MetricLine {
  /** Unbroken stretches of the line as SVG paths; a missing value is a gap. */
  readonly paths: readonly string[];
  readonly points: readonly { readonly index: number; readonly x: number; readonly y: number }[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Thresholds within the chart. */
  readonly thresholds: readonly (Threshold & { readonly y: number })[];
  /** Thresholds too far away to draw without flattening the line. */
  readonly beyond: readonly (Threshold & { readonly side: 'above' | 'below' })[];
}

/**
 * The positions of a metric's values, in pixels from the top left of the chart. A threshold is within the
 * chart when it is no farther from the values than their range, or than `nearBy` (in the metric's unit).
 * `floor` is the least value of the axis (0 for amounts that cannot be negative). Null without any value.
 */
export function metricLine(
  values: readonly (number | null)[],
  thresholds: readonly Threshold[],
  { floor, nearBy }: { floor: number | null; nearBy: number },
): MetricLine | null {
  const finite = values.filter((value) => value !== null);
  if (finite.length === 0) return null;
  const least = Math.min(...finite);
  const maximum = Math.max(...finite);
  const reach = Math.max(maximum - least, nearBy);
  const within = thresholds.filter(({ value }) => value >= least - reach && value <= maximum + reach);
  const ticks = roundTicks(
    Math.min(least, ...within.map(({ value }) => value)),
    Math.max(maximum, ...within.map(({ value }) => value)),
    floor,
    nearBy,
  );
  const bottom = ticks[0] ?? 0;
  const span = (ticks.at(-1) ?? bottom) - bottom;
  const yOf = (value: number) =>
    round(padTopPx + (1 - (value - bottom) / span) * (chartHeightPx - padTopPx - padBottomPx));
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: (index + 0.5) * columnPx, y: yOf(value) }],
  );
  return {
    paths: unbroken(points).map((stretch) =>
      stretch.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
    ),
    points,
    ticks: ticks.map((value) => ({ value, y: yOf(value) })),
    thresholds: within.map((threshold) => ({ ...threshold, y: yOf(threshold.value) })),
    beyond: thresholds
      .filter((threshold) => !within.includes(threshold))
      .map((threshold) => ({
        ...threshold,
        side: threshold.value > maximum ? ('above' as const) : ('below' as const),
      })),
  };
}

const round = (px: number) => Math.round(px * 10) / 10;

function unbroken<T extends { readonly index: number }>(points: readonly T[]): T[][] {
  const stretches: T[][] = [];
  for (const point of points) {
    const last = stretches.at(-1);
    if (last && last.at(-1)?.index === point.index - 1) last.push(point);
    else stretches.push([point]);
  }
  return stretches;
}

/** Three to six round numbers that enclose a range, at least `nearBy` wide. */
function roundTicks(least: number, maximum: number, floor: number | null, nearBy: number): number[] {
  const width = Math.max(maximum - least, nearBy);
  const rough = width / 3;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((factor) => factor * magnitude).find((one) => one >= rough) ?? 10 * magnitude;
  let first = Math.floor(least / step);
  const last = Math.max(Math.ceil(maximum / step), first + 2);
  if (floor !== null) first = Math.max(first, Math.floor(floor / step));
  // Multiples of the step without binary rounding errors (3 × 0.1).
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
