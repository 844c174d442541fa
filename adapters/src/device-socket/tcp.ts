import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DeviceNetworkError, type DeviceSocket } from '../hardware/port.ts';
import { createByteQueue } from './byte-queue.ts';
import type { Deadline } from './deadline.ts';

/**
 * Connects to an address that was checked. `tls` accepts any certificate: devices sign their own. Rejects with
 * `DeviceNetworkError`, always `before`.
 */
export async function connectTo(
  target: { address: string; family: 4 | 6; port: number; tls: boolean; host: string },
  deadline: Deadline,
): Promise<Socket> {
  const { address, family, port, host } = target;
  // Without auto-selection nothing but this address is tried.
  const plain = connect({ host: address, port, family, autoSelectFamily: false });
  plain.setNoDelay(true);
  deadline.onEnd(() => plain.destroy());
  await deadline.limit(connected(plain, 'connect'), () => 'before');
  if (!target.tls) return plain;
  const secure = connectTls({
    socket: plain,
    rejectUnauthorized: false,
    ...(isIP(host.replace(/^\[(.*)\]$/, '$1')) ? {} : { servername: host }),
  });
  deadline.onEnd(() => secure.destroy());
  await deadline.limit(connected(secure, 'secureConnect'), () => 'before');
  return secure;
}

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    // Later errors are those of whoever reads; without a listener they would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      reject(new DeviceNetworkError(`No connection (${error.code ?? 'failed'}).`, 'before', 'refused')),
    );
    socket.once('close', () => reject(new DeviceNetworkError('No connection.', 'before', 'refused')));
    socket.once(event, () => resolve());
  });
}

/** Bytes that arrive beyond this without being read end the connection. */
const maxBuffered = 2 * 1024 * 1024;

/** Reads exact amounts from a connection, until the deadline. Its errors are `after` once something was written. */
export function readSocket(socket: Socket, deadline: Deadline): ReadingSocket {
  const queue = createByteQueue();
  let failure: { because: 'refused' | 'malformed'; text: string } | null = null;
  let hasWritten = false;
  let hasEnded = false;
  let wake = () => {};
  const when = () => (hasWritten ? 'after' : 'before');
  const fail = (because: 'refused' | 'malformed', text: string) => {
    failure ??= { because, text };
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    if (queue.length + chunk.length > maxBuffered) {
      fail('malformed', 'It sends too much.');
      socket.destroy();
      return;
    }
    queue.add(chunk);
    wake();
  });
  socket.on('end', () => {
    hasEnded = true;
    fail('malformed', 'The connection ended before the answer was whole.');
  });
  socket.on('error', () => fail('refused', 'The connection broke.'));
  socket.on('close', () => fail('malformed', 'The connection ended before the answer was whole.'));
  if (socket.destroyed) fail('refused', 'The connection broke.');

  /** Waits until `find` gives a number of bytes, `too-long`, or null for not yet. */
  const wait = (find: () => number | 'too-long' | null): Promise<Buffer> => {
    const done = () => {
      wake = () => {};
    };
    const found = new Promise<Buffer>((resolve, reject) => {
      wake = () => {
        const count = find();
        if (count === null && failure === null) return;
        done();
        if (typeof count === 'number') resolve(queue.take(count));
        else
          reject(
            count === 'too-long'
              ? new DeviceNetworkError('The answer is too long.', when(), 'malformed')
              : new DeviceNetworkError(failure?.text ?? '', when(), failure?.because ?? 'refused'),
          );
      };
      wake();
    });
    deadline.onEnd(done);
    return deadline.limit(found, when);
  };
  return {
    write(data) {
      hasWritten = true;
      return deadline.limit(writeTo(socket, data), when);
    },
    read: (count) => wait(() => (queue.length >= count ? count : null)),
    readUntil(byte, maxLength) {
      let searched = 0;
      return wait(() => {
        const found = queue.indexOf(byte, searched);
        searched = queue.length;
        const count = found === -1 ? queue.length : found + 1;
        if (count > maxLength) return 'too-long';
        return found === -1 ? null : count;
      });
    },
    readToEnd: (maxLength) =>
      wait(() => {
        if (queue.length > maxLength) return 'too-long';
        return hasEnded ? queue.length : null;
      }),
    close() {
      deadline.done();
      socket.destroy();
    },
  };
}

export interface ReadingSocket extends DeviceSocket {
  /** All bytes until the other side ends the connection; rejects beyond `maxLength`. */
  readToEnd(maxLength: number): Promise<Uint8Array>;
}

function writeTo(socket: Socket, data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(data, (error) => {
      if (error) reject(new DeviceNetworkError('The connection broke.', 'after', 'refused'));
      else resolve();
    });
  });
}
