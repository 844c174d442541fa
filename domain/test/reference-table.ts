/**
 * Values of one outside authority: the tolerance in the unit of the value, and the reason for it. The last
 * column of a row is the value.
 */
export type Table<Row extends readonly unknown[]> = readonly {
  source: string;
  tolerance: number;
  reason: string;
  rows: readonly Row[];
}[];

/** Calls `check` with each row of a table, its tolerance and a name that gives the source of a failure. */
export function eachRow<Row extends readonly unknown[]>(
  table: Table<Row>,
  check: (row: Row, tolerance: number, name: string) => void,
): void {
  for (const { source, tolerance, rows } of table) {
    for (const row of rows) check(row, tolerance, `${source}: ${JSON.stringify(row)}`);
  }
}
