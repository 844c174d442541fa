import { csvLine, csvStart } from '../../platform/csv/write-csv.ts';

/** A number as a report writes it: a minus before it is no formula. */
const isNumber = /^-?\d+(\.\d+)?$/;

/** The beginning of a CSV file: the mark of UTF-8 and the header row. */
export function csvHead(head: readonly string[]): Uint8Array {
  return Buffer.from(`${csvStart}${csvLine(head)}`);
}

/** Rows as lines of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula is defused. */
export function csvRows(rows: readonly (readonly string[])[]): Uint8Array {
  let text = '';
  for (const row of rows) {
    let line = '';
    for (const [index, cell] of row.entries()) {
      if (index > 0) line += ',';
      line += cell === '' || isNumber.test(cell) ? cell : quotedCell(cell);
    }
    text += `${line}\r\n`;
  }
  return Buffer.from(text);
}

function quotedCell(cell: string): string {
  // The common case of instants needs no second look.
  return /^[\w:.+-]+$/.test(cell) && /^\w/.test(cell) ? cell : csvLine([cell]).slice(0, -2);
}
