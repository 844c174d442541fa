import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { FromPdfThread, PdfJob, ToPdfThread } from './pdf-job.ts';

// The body of a thread that draws one PDF: rows in, bytes out.
const job: PdfJob = workerData;
const drawing = drawPdf(job);
const post = (message: FromPdfThread) => parentPort?.postMessage(message);
parentPort?.on('message', (message: ToPdfThread) => {
  if (message.kind === 'rows') {
    drawing.rows(message.rows);
    post({ kind: 'taken' });
    return;
  }
  void drawing.end().then((parts) => {
    for (const [index, bytes] of parts.entries())
      post({ kind: 'bytes', bytes, isLast: index === parts.length - 1 });
  });
});
