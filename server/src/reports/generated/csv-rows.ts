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
  // Rows that follow each other have the same name.
  let [name, quotedName] = ['', ''];
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      let cell = row[index] ?? '';
      if (isText[index] !== false) {
        if (cell !== name) [name, quotedName] = [cell, textCell(cell)];
        cell = quotedName;
      }
      text += index === 0 ? cell : `,${cell}`;
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
