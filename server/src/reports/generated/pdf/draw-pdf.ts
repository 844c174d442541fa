import PDFDocument from 'pdfkit';
import { type FontSubset, fontFile, fontRuns } from './font-runs.ts';
import type { PdfJob } from './pdf-job.ts';

/** Points. */
const margin = 36;
const rowHeight = 11;
const textSize = 7;
const headerLines = 4;
/** The mean width of a character of Inter, in sizes. */
const characterWidth = 0.56;
/** Columns that each page repeats: which station and when. */
const repeated = 2;
/** Columns of values that a page has room for. */
const columnsPerPage = 9;
const wideColumn = 118;

type Rows = readonly (readonly string[])[];

/** Draws a PDF: title, organization, period, the table, page numbers. */
export function drawPdf(job: PdfJob): { rows(rows: Rows): void; end(): Promise<Uint8Array[]> } {
  const { title, organization, startDate, endDate, head, createdAt } = job;
  const at = new Date(createdAt);
  const document = new PDFDocument({
    ...{ size: 'LETTER', layout: 'landscape', margin, autoFirstPage: false },
    // A time of its own and not that of the drawing: the same report has the same bytes.
    info: { Title: title, Author: organization, Creator: 'Allclear', CreationDate: at, ModDate: at },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (bytes: Uint8Array) => chunks.push(bytes));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  for (const weight of [400, 600] as const)
    for (const subset of ['latin', 'latin-ext'] as const)
      document.registerFont(nameOf(subset, weight), fontFile(subset, weight));

  const groups = groupsOf(head.length);
  const firstRow = margin + 34 + headerLines * 9;
  const rowsPerPage = Math.floor((612 - firstRow - margin - 14) / rowHeight);
  let waiting: (readonly string[])[] = [];
  let pages = 0;

  const write = textWriter(document);
  const drawPage = (rows: Rows, columns: readonly number[]) => {
    // The page before it is written out then: pages are not kept.
    document.addPage();
    pages += 1;
    write(fits(title, 1_000), margin, margin, { size: 12, bold: true });
    write(`${organization} · ${startDate} to ${endDate}`, margin, margin + 17, { size: 8 });
    const narrow = (792 - 2 * margin - repeated * wideColumn) / Math.max(1, columns.length - repeated);
    const left = (place: number) =>
      margin + (place < repeated ? place * wideColumn : repeated * wideColumn + (place - repeated) * narrow);
    const width = (place: number) => (place < repeated ? wideColumn : narrow) - 4;
    for (const [place, column] of columns.entries())
      for (const [line, text] of wrapped(head[column] ?? '', width(place)).entries())
        write(text, left(place), margin + 32 + line * 9, { bold: true });
    document
      .moveTo(margin, firstRow - 2)
      .lineTo(792 - margin, firstRow - 2)
      .lineWidth(0.5)
      .stroke();
    // The number is below the margin, where the library would begin another page.
    document.page.margins.bottom = 0;
    write(`Page ${pages}`, 792 - margin - 40, 612 - margin + 6);
    for (const [index, row] of rows.entries())
      for (const [place, column] of columns.entries()) {
        const text = row[column] ?? '';
        if (text !== '') write(fits(text, width(place)), left(place), firstRow + index * rowHeight);
      }
  };
  const flush = (rows: Rows) => {
    for (const columns of groups) drawPage(rows, columns);
  };
  return {
    rows(rows) {
      waiting.push(...rows);
      while (waiting.length >= rowsPerPage) {
        flush(waiting.slice(0, rowsPerPage));
        waiting = waiting.slice(rowsPerPage);
      }
    },
    async end() {
      if (waiting.length > 0 || pages === 0) flush(waiting);
      document.end();
      await ended;
      return chunks;
    },
  };
}

/** Writes text run by run, each in the font that has it. */
function textWriter(document: PDFKit.PDFDocument) {
  return (text: string, x: number, y: number, { size = textSize, bold = false } = {}) => {
    let left = x;
    const runs = fontRuns(text);
    for (const [index, run] of runs.entries()) {
      document.font(nameOf(run.subset, bold ? 600 : 400)).fontSize(size);
      document.text(run.text, left, y, { lineBreak: false });
      if (index < runs.length - 1) left += document.widthOfString(run.text);
    }
  };
}

/** Of a text so much as a column has room for. */
function fits(text: string, width: number): string {
  const room = Math.max(2, Math.floor(width / (textSize * characterWidth)));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

function nameOf(subset: FontSubset, weight: 400 | 600): string {
  return `${subset} ${weight}`;
}

/** The columns of each page: those that are repeated, and some of the others. */
function groupsOf(columns: number): number[][] {
  const others = Array.from({ length: Math.max(0, columns - repeated) }, (_, index) => repeated + index);
  const groups: number[][] = [];
  for (let start = 0; start < Math.max(1, others.length); start += columnsPerPage)
    groups.push([0, 1, ...others.slice(start, start + columnsPerPage)].filter((column) => column < columns));
  return groups;
}

/** Words in as many lines as a header has. */
function wrapped(text: string, width: number): string[] {
  const room = Math.max(3, Math.floor(width / (textSize * characterWidth * 1.06)));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > room ? `${word.slice(0, room - 1)}…` : word);
  }
  return lines.slice(0, headerLines);
}
