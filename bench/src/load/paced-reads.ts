/**
 * A worker that asks at a fixed rate, whether or not the answers before have come, and counts the time from when each
 * request was due: a server that falls behind is not asked less.
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { onAnswers } from '../public/on-answers.ts';

export interface PacedOptions {
  readonly port: number;
  /** Asked in turn, each by its own person. */
  readonly requests: readonly { readonly path: string; readonly key: string }[];
  readonly connections: number;
  readonly perSecond: number;
  readonly ms: number;
}

export interface PacedFigures {
  readonly answersPerSecond: number;
  readonly failures: number;
  readonly ms: number[];
}

const { port, requests, connections, perSecond, ms } = workerData as PacedOptions;
const sent = requests.map(({ path, key }) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`),
);
const waiting: number[] = [];
const free: Socket[] = [];
const dueAt = new Map<Socket, number>();
const taken: number[] = [];
let [asked, failures, due] = [0, 0, 0];

function ask(socket: Socket, at: number): void {
  dueAt.set(socket, at);
  socket.write(sent[asked++ % sent.length] ?? Buffer.alloc(0));
}

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      free.push(socket);
      resolve();
    });
    socket.setNoDelay(true);
    socket.on('error', reject);
    onAnswers(socket, (status) => {
      if (status !== '200') failures += 1;
      taken.push(performance.now() - (dueAt.get(socket) ?? 0));
      const next = waiting.shift();
      if (next === undefined) free.push(socket);
      else ask(socket, next);
    });
  });
}

await Promise.all(Array.from({ length: connections }, open));
const began = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  for (; due < ((now - began) * perSecond) / 1_000 && now - began < ms; due++) {
    const at = began + (due * 1_000) / perSecond;
    const socket = free.pop();
    if (socket) ask(socket, at);
    else waiting.push(at);
  }
  if (now - began < ms) return;
  clearInterval(timer);
  const answersPerSecond = (taken.length * 1_000) / (now - began);
  for (const socket of [...free, ...dueAt.keys()]) socket.destroy();
  parentPort?.postMessage({ answersPerSecond, failures, ms: taken } satisfies PacedFigures);
}, 1);
