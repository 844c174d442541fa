import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { csvOf, exportArchive } from './export-archive.ts';

test('an export has each table as JSON and as CSV', () => {
  const rows = [{ name: 'Ada "A", Bay', at: new Date('2026-06-06T20:00:00Z'), tags: ['a'], none: null }];
  const archive = exportArchive(
    [
      { name: 'things', rows },
      { name: 'empty', rows: [] },
    ],
    Date.UTC(2026, 5, 6),
  );
  const files = unzipSync(archive);
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'json/things.json',
    'csv/things.csv',
    'json/empty.json',
    'csv/empty.csv',
  ]);
  expect(JSON.parse(strFromU8(files['json/things.json'] ?? new Uint8Array()))).toEqual([
    { name: 'Ada "A", Bay', at: '2026-06-06T20:00:00.000Z', tags: ['a'], none: null },
  ]);
  expect(strFromU8(files['csv/things.csv'] ?? new Uint8Array())).toBe(
    'name,at,tags,none\r\n"Ada ""A"", Bay",2026-06-06T20:00:00.000Z,"[""a""]",\r\n',
  );
  expect(strFromU8(files['csv/empty.csv'] ?? new Uint8Array([1]))).toBe('');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'the text %j is no formula in a spreadsheet',
  (text) => {
    expect(csvOf([{ text }]).split('\r\n').slice(1).join('\r\n')).toMatch(/^"?'/);
  },
);

test('a number below zero stays a number', () => {
  expect(csvOf([{ longitude: -82.5 }])).toBe('longitude\r\n-82.5\r\n');
});
