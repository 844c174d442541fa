/** A worker that asks one address, or several in turn, over and over on many kept connections, and counts whole answers. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { onAnswers } from './on-answers.ts';

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

let [answers, others, bytes] = [0, 0, 0];
const end = performance.now() + ms;

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(next()));
    socket.setNoDelay(true);
    socket.on('error', reject);
    onAnswers(socket, (status, length) => {
      if (status === '200' || status === '304') answers++;
      else others++;
      bytes += length;
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
