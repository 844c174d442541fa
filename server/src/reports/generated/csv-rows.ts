import { csvLine, csvStart } from '../../platform/csv/write-csv.ts';

/** A number as a report writes it: a minus before it is no formula. */
const isNumber = /^-?\d+(\.\d+)?$/;

/** The beginning of a CSV file: the mark of UTF-8 and the header row. */
export function csvHead(head: readonly string[]): Uint8Array {
  return Buffer.from(`${csvStart}${csvLine(head)}`);
}

/**
 * Rows as lines of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula is defused; only the cells of
 * columns with text are looked at.
 */
export function csvRows(rows: readonly (readonly string[])[], isText: readonly boolean[]): Uint8Array {
  let text = '';
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      if (index > 0) text += ',';
      text += isText[index] === false ? cell : textCell(cell);
    }
    text += '\r\n';
  }
  return Buffer.from(text);
}

function textCell(cell: string): string {
  if (cell === '' || isNumber.test(cell)) return cell;
  // Names need no second look.
  return /^\w[\w:.+ -]*$/.test(cell) && !cell.endsWith(' ') ? cell : csvLine([cell]).slice(0, -2);
}
