import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../platform/http/errors.ts';

/** A row of a file: its number (the header is row 1) and its cells by the keys of the columns. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The trimmed text under a column, '' where the file has none. */
  value(key: string): string;
}

export interface CsvColumn {
  /** As the file of an organization would call it: 'Latitude'. */
  readonly name: string;
  /** Other names of it. */
  readonly also?: readonly string[];
  readonly required?: true;
}

export interface CsvFile {
  /** The header as it stands in the file. */
  readonly header: readonly string[];
  /** Columns of the file that mean nothing here. */
  readonly ignored: readonly string[];
  /** Keys of the columns that the file has. */
  readonly present: ReadonlySet<string>;
  readonly rows: readonly CsvRow[];
}

export const maxImportBytes = 5 * 1024 * 1024;
const chunkBytes = 32 * 1024;
const maxRecordCharacters = 100_000;

/**
 * Reads a CSV file in UTF-8, with a comma or a semicolon between its cells, in steps that let others run. Quotes
 * are strict. Throws field errors for a file that cannot be read, or lacks a required column.
 */
export async function readCsv(
  bytes: Buffer,
  columns: Readonly<Record<string, CsvColumn>>,
  { maxRows }: { maxRows: number },
): Promise<CsvFile> {
  const delimiter = delimiterOf(textStart(bytes));
  const records = await readRecords(bytes, delimiter, maxRows);
  const [header, ...body] = records;
  if (!header || isBlank(header)) throw refusedFile('The file is empty.');
  const keys = keysOf(header, columns);
  const indexes = new Map(keys.flatMap((key, index) => (key === null ? [] : [[key, index] as const])));
  const rows = body.flatMap((cells, index): CsvRow[] =>
    isBlank(cells)
      ? []
      : [{ row: index + 2, cells, value: (key) => plain(cells[indexes.get(key) ?? -1] ?? '') }],
  );
  return {
    header,
    ignored: header.filter((_, index) => keys[index] === null),
    present: new Set(indexes.keys()),
    rows,
  };
}

async function readRecords(bytes: Buffer, delimiter: string, maxRows: number): Promise<string[][]> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: maxRecordCharacters,
  });
  const source = Readable.from(chunksOf(bytes));
  source.on('error', (error) => parser.destroy(error));
  const records: string[][] = [];
  try {
    for await (const record of source.pipe(parser)) {
      records.push(record as string[]);
      if (records.length > maxRows + 1)
        throw refusedFile(`A file can have at most ${maxRows.toLocaleString('en-US')} rows.`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const what =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'is too long'
        : 'has a quotation mark that is not closed, or one in the middle of a cell';
    // Records that were read with the same part of the file have not come out yet.
    throw refusedFile(`Row ${Number(error.records ?? records.length) + 1} ${what}.`);
  } finally {
    source.destroy();
  }
  return records;
}

/** A part in each turn of the event loop, so that a large file blocks nobody. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes);
    try {
      decoder.decode(chunk, { stream: start + chunkBytes < bytes.length });
    } catch {
      throw refusedFile('The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.');
    }
    yield chunk;
    await nextTurn();
  }
}

function textStart(bytes: Buffer): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || bytes.includes(0))
    throw refusedFile('The file is in UTF-16, or is no text. Save it as “CSV UTF-8” and choose it again.');
  return bytes.subarray(0, chunkBytes).toString('utf8');
}

/** Semicolon where the header has more of them than commas, outside of quotes. */
function delimiterOf(start: string): ',' | ';' {
  const line = start.split(/\r?\n|\r/, 1)[0]?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (mark: string) => line.split(mark).length;
  return count(';') > count(',') ? ';' : ',';
}

function keysOf(
  header: readonly string[],
  columns: Readonly<Record<string, CsvColumn>>,
): readonly (string | null)[] {
  const known = new Map(
    Object.entries(columns).flatMap(([key, { name, also = [] }]) =>
      [name, ...also].map((one) => [folded(one), key] as const),
    ),
  );
  const keys = header.map((name) => known.get(folded(name)) ?? null);
  const missing = Object.entries(columns).filter(([key, { required }]) => required && !keys.includes(key));
  if (missing.length > 0)
    throw refusedFile(`The file has no column ${missing.map(([, { name }]) => `“${name}”`).join(', ')}.`);
  const twice = keys.find((key, index) => key !== null && keys.indexOf(key) !== index);
  if (twice) throw refusedFile(`The file has the column “${columns[twice]?.name ?? twice}” twice.`);
  return keys;
}

function folded(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}

/** Without the apostrophe that keeps a spreadsheet from reading the cell as a formula. */
function plain(cell: string): string {
  return cell
    .normalize('NFC')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function refusedFile(sentence: string) {
  return invalid({ File: [sentence] });
}
