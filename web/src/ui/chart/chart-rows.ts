/** One line of a chart. */
export interface ChartSeries {
  readonly name: string;
  /** A color token, '--metric-wbgt'. */
  readonly colorVar: string;
  readonly unit: string;
  readonly decimals: number;
  /** Instants are epoch ms; null is unknown, and leaves a gap. */
  readonly points: readonly { readonly atMs: number; readonly value: number | null }[];
  readonly dashed?: boolean;
  /** Drawn as bars instead of a line: how long the stretch is that each value sums up, ms. */
  readonly barMs?: number;
}

/** One instant: the drawn value of each line, and the measured one. */
export interface ChartRow {
  readonly atMs: number;
  readonly drawn: readonly (number | null)[];
  /** Undefined: the line has no point at this instant. Null: its value is unknown. */
  readonly said: readonly (number | null | undefined)[];
}

/**
 * The instants of all lines, in order. Between two known points of a line without its own point here the
 * value is interpolated; its own null is never bridged.
 */
export function chartRows(series: readonly ChartSeries[]): ChartRow[] {
  const instants = [...new Set(series.flatMap(({ points }) => points.map(({ atMs }) => atMs)))].sort(
    (a, b) => a - b,
  );
  const columns = series.map((line) => column(line, instants));
  return instants.map((atMs, row) => ({
    atMs,
    drawn: columns.map((cells) => cells[row]?.drawn ?? null),
    said: columns.map((cells) => cells[row]?.said),
  }));
}

interface Cell {
  drawn: number | null;
  said: number | null | undefined;
}

function column({ points }: ChartSeries, instants: readonly number[]): Cell[] {
  const sorted = [...points].sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  return instants.map((atMs) => {
    let here = sorted[next];
    while (here && here.atMs < atMs) {
      next++;
      here = sorted[next];
    }
    if (here?.atMs === atMs) {
      const value = here.value !== null && Number.isFinite(here.value) ? here.value : null;
      return { drawn: value, said: value };
    }
    const before = sorted[next - 1];
    if (!before || !here || before.value === null || here.value === null)
      return { drawn: null, said: undefined };
    const share = (atMs - before.atMs) / (here.atMs - before.atMs);
    return { drawn: before.value + share * (here.value - before.value), said: undefined };
  });
}

/** Whether a line's point has no neighbor to connect to: it is drawn as a dot, or it would be invisible. */
export function standsAlone(rows: readonly ChartRow[], row: number, line: number): boolean {
  const at = (index: number) => rows[index]?.drawn[line] ?? null;
  return at(row) !== null && at(row - 1) === null && at(row + 1) === null;
}
