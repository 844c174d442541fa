import { setImmediate as nextTurn } from 'node:timers/promises';

/** Small enough that a step of rows takes a few milliseconds. */
const rowsPerStep = 100;

/** Maps many rows, and lets others run after each hundred. */
export async function inSteps<Row, Result>(
  rows: readonly Row[],
  map: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsPerStep === 0) await nextTurn();
    results.push(map(row));
  }
  return results;
}
