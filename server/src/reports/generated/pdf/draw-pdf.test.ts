import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawPdf } from './draw-pdf.ts';
import { fontRuns } from './font-runs.ts';

const job = {
  ...{
    title: 'Łódź 東京 =cmd()',
    organization: 'Bay Schools',
    startDate: '2026-06-01',
    endDate: '2026-06-07',
  },
  head: ['Station', 'Local Time', 'UTC', 'Coverage (%)', 'Ambient Temperature Maximum (°F)'],
  createdAt: Date.UTC(2026, 5, 8, 11),
};
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    'Roof',
    `row ${index}`,
    '2026-06-06T19:00:00Z',
    '100',
    '81.3',
  ]);
async function drawn(count: number, head = job.head): Promise<Buffer> {
  const drawing = drawPdf({ ...job, head });
  for (let start = 0; start < count; start += 100) drawing.rows(rows(Math.min(100, count - start)));
  return Buffer.concat(await drawing.end());
}
const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;

test('the same report has the same bytes, whenever it is drawn', async () => {
  const [first, second] = [await drawn(200), await drawn(200)];
  expect(first.equals(second)).toBe(true);
  expect(first.toString('latin1')).toContain('(D:20260608110000Z)');
});

test('a table goes on over pages, and a report without rows has one', async () => {
  expect(pagesOf(await drawn(0))).toBe(1);
  const few = pagesOf(await drawn(100));
  expect(few).toBeGreaterThan(1);
  expect(pagesOf(await drawn(1_000))).toBeGreaterThan(9 * (few - 1));
  // Columns that one page has no room for are on further pages.
  const wide = [...job.head, ...Array.from({ length: 12 }, (_, index) => `Column ${index}`)];
  expect(pagesOf(await drawn(100, wide))).toBe(2 * few);
});

test('a character that no font has is visibly replaced', () => {
  expect(fontRuns('Łódź 東京')).toEqual([
    { subset: 'latin-ext', text: 'Ł' },
    { subset: 'latin', text: 'ód' },
    { subset: 'latin-ext', text: 'ź' },
    { subset: 'latin', text: ' ??' },
  ]);
  expect(fontRuns('a\u0007b\n')).toEqual([{ subset: 'latin', text: 'a b ' }]);
});

test('its pages have text', async () => {
  const pdf = await drawn(3);
  const contents = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(
    ([, body]) => {
      try {
        return [inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    },
  );
  expect(contents.some((text) => (text.includes('BT') && text.includes('Tj')) || text.includes('TJ'))).toBe(
    true,
  );
});
