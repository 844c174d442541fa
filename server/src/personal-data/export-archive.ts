import { strToU8, zipSync } from 'fflate';
import type { ExportedTable } from './export.store.ts';

const readMe = `Everything that Allclear has stored about one person, at one moment.

Each subject is there twice: as JSON for programs and as CSV for spreadsheets. A subject without entries has an
empty list. Times are in UTC. In CSV a text that begins like a formula has an apostrophe before it.
Passwords, keys and other secrets are not included.
`;

/** A ZIP of each table as JSON and as CSV. `now` is epoch ms of the wall clock. */
export function exportArchive(tables: readonly ExportedTable[], now: number): Uint8Array {
  const files = tables.flatMap(({ name, rows }) => [
    [`json/${name}.json`, `${JSON.stringify(rows, null, 2)}\n`] as const,
    [`csv/${name}.csv`, csvOf(rows)] as const,
  ]);
  return zipSync(
    Object.fromEntries(
      [['README.txt', readMe] as const, ...files].map(([name, text]) => [name, strToU8(text)]),
    ),
    { mtime: new Date(now) },
  );
}

/** RFC 4180, with a header of all columns; empty without rows. */
export function csvOf(rows: ExportedTable['rows']): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '';
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return safeText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Spreadsheets run what begins so as a formula. */
function safeText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function cellOf(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
