/** A worker that asks one address, or several in turn, over and over on many kept connections, and counts whole answers. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface LoadOptions {
  readonly port: number;
  /** One address, or several that are asked in turn. */
  readonly path: string | readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
}

const { port, path, headers, connections, ms } = workerData as LoadOptions;
const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
const requests = [path]
  .flat()
  .map((one) => Buffer.from(`GET ${one} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
let asked = 0;
const next = () => requests[asked++ % requests.length] ?? Buffer.alloc(0);
const headEnd = Buffer.from('\r\n\r\n');

let [answers, others, bytes] = [0, 0, 0];
const end = performance.now() + ms;

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(next()));
    socket.setNoDelay(true);
    let pending = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (part) => {
      pending = pending.length === 0 ? part : Buffer.concat([pending, part]);
      const head = pending.indexOf(headEnd);
      if (head < 0) return;
      const text = pending.toString('latin1', 0, head);
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (pending.length < head + headEnd.length + length) return;
      const status = text.slice(9, 12);
      if (status === '200' || status === '304') answers++;
      else others++;
      bytes += pending.length;
      pending = Buffer.alloc(0);
      if (performance.now() < end) socket.write(next());
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: connections }, ask));
parentPort?.postMessage({ answers, others, bytes, ms: performance.now() - began });
