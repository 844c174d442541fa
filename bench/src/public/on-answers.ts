import type { Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/** Calls back for each whole answer that comes in on a connection, with its status and its length in bytes. */
export function onAnswers(socket: Socket, take: (status: string, bytes: number) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (part) => {
    pending = pending.length === 0 ? part : Buffer.concat([pending, part]);
    const head = pending.indexOf(headEnd);
    if (head < 0) return;
    const text = pending.toString('latin1', 0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (pending.length < head + headEnd.length + length) return;
    const bytes = pending.length;
    pending = Buffer.alloc(0);
    take(text.slice(9, 12), bytes);
  });
}
