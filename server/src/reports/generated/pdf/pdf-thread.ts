import { Worker } from 'node:worker_threads';
import type { FromPdfThread, PdfJob, ToPdfThread } from './pdf-job.ts';

/** A PDF that is drawn row by row in a thread of its own. */
export interface PdfDrawing {
  /** Resolves once the thread has taken the rows. Throws when the thread has ended. */
  write(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file, after the last rows. */
  end(): AsyncGenerator<Uint8Array>;
  /** Ends the thread, whatever it does. */
  close(): void;
}

/** Starts a thread that draws one PDF: drawing takes seconds, which the thread of the requests does not have. */
export function openPdf(job: PdfJob): PdfDrawing {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    name: 'report-pdf',
    execArgv: [],
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 160 },
  });
  let failure: Error | null = null;
  let awaken = () => {};
  const messages: FromPdfThread[] = [];
  const failed = (error: Error) => {
    failure ??= error;
    awaken();
  };
  thread.on('message', (message: FromPdfThread) => {
    messages.push(message);
    awaken();
  });
  thread.on('error', failed);
  thread.on('exit', () => failed(new Error('The thread that draws a PDF ended.')));

  const post = (message: ToPdfThread) => thread.postMessage(message);
  const next = async (): Promise<FromPdfThread> => {
    for (;;) {
      const message = messages.shift();
      if (message) return message;
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        awaken = resolve;
      });
    }
  };
  return {
    async write(rows) {
      post({ kind: 'rows', rows });
      await next();
    },
    async *end() {
      post({ kind: 'end' });
      for (;;) {
        const message = await next();
        if (message.kind !== 'bytes') continue;
        yield message.bytes;
        if (message.isLast) return;
      }
    },
    close: () => void thread.terminate(),
  };
}
