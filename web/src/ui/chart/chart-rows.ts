/** One line of a chart. */
export interface ChartSeries {
  readonly name: string;
  /** A colour token, '--metric-wbgt'. */
  readonly colorVar: string;
  readonly unit: string;
  readonly decimals: number;
  /** Instants are epoch ms; null is 'not known', and leaves a gap. */
  readonly points: readonly { readonly atMs: number; readonly value: number | null }[];
  readonly dashed?: boolean;
}

/** One instant: what each line is drawn at, and what was really said there. */
export interface ChartRow {
  readonly atMs: number;
  readonly drawn: readonly (number | null)[];
  /** Undefined: the line says nothing of this instant. Null: it says that nothing is known. */
  readonly said: readonly (number | null | undefined)[];
}

/**
 * The instants of all lines, in order. Between two known points of a line that has none of its own here it is
 * drawn where it passes; a null of its own is never bridged.
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

/**
 * Whether a line's point stands alone, without a neighbour to be joined to: it is drawn as a dot, or it would
 * not be seen.
 */
export function standsAlone(rows: readonly ChartRow[], row: number, line: number): boolean {
  const at = (index: number) => rows[index]?.drawn[line] ?? null;
  return at(row) !== null && at(row - 1) === null && at(row + 1) === null;
}
