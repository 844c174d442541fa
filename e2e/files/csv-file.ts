import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What the browser saves when a button is pressed. */
export async function downloadBy(page: Page, button: Locator): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The rows of a CSV file (RFC 4180) below its header row, each by the names of its columns. */
export function csvRowsOf(bytes: Buffer): Record<string, string>[] {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  expect(text.endsWith('\r\n') || text.endsWith('\n'), 'the file is whole').toBe(true);
  const [head = [], ...rows] = linesOf(text);
  return rows.map((cells) => {
    expect(cells, 'every row has the columns of the header row').toHaveLength(head.length);
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']));
  });
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && line.length === 0 && quoted === undefined && plain === '') break;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
