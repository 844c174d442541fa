/** The byte-order mark by which spreadsheets know the encoding of a CSV file in UTF-8. */
export const csvStart = '\ufeff';

/** A CSV file in UTF-8 with a byte-order mark. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `${csvStart}${rows.map(csvLine).join('')}`;
}

/** One line of a CSV file. A cell that a spreadsheet would read as a formula is made text by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
