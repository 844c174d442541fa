import { createSocket, type Socket } from 'node:dgram';
import { DeviceNetworkError } from '../hardware/port.ts';
import type { Deadline } from './deadline.ts';

interface DatagramTarget {
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

/**
 * Sends datagrams one after the other, the n-th at `n × everyMs` after the first, so that a late one delays no other.
 * Rejects with `DeviceNetworkError`: `before` when none left.
 */
export async function sendDatagramsTo(
  target: DatagramTarget & { ttl: number; isMulticast: boolean; multicastInterface: string | undefined },
  datagrams: Iterable<Uint8Array>,
  everyMs: number,
  deadline: Deadline,
): Promise<void> {
  const socket = await openSocket(target, deadline);
  let sent = 0;
  const when = () => (sent > 0 ? 'after' : 'before');
  try {
    if (target.isMulticast) {
      if (target.multicastInterface !== undefined) socket.setMulticastInterface(target.multicastInterface);
      socket.setMulticastTTL(target.ttl);
    } else socket.setTTL(target.ttl);
    const begun = performance.now();
    for (const datagram of datagrams) {
      const wait = begun + sent * everyMs - performance.now();
      if (wait > 0) await deadline.limit(sleep(wait), when);
      await deadline.limit(send(socket, datagram, target), when);
      sent += 1;
    }
  } catch (error) {
    if (error instanceof DeviceNetworkError) throw error;
    throw new DeviceNetworkError('The network does not take the sound.', when(), 'refused');
  } finally {
    socket.close();
    deadline.done();
  }
}

/** Sends one datagram and waits for the first answer of that address. Null: none came in time. */
export async function askDatagramOf(
  target: DatagramTarget,
  datagram: Uint8Array,
  deadline: Deadline,
): Promise<Uint8Array | null> {
  const socket = await openSocket(target, deadline);
  try {
    // A connected socket takes datagrams of its target only.
    await deadline.limit(
      new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.connect(target.port, target.address, () => resolve());
      }),
      () => 'before',
    );
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      socket.once('message', resolve);
      socket.once('error', () =>
        reject(new DeviceNetworkError('Nobody takes datagrams there.', 'after', 'refused')),
      );
    });
    answer.catch(() => {});
    await deadline.limit(send(socket, datagram, null), () => 'after');
    return await deadline.limit(answer, () => 'after');
  } catch (error) {
    if (error instanceof DeviceNetworkError && error.because === 'timeout') return null;
    if (error instanceof DeviceNetworkError) throw error;
    throw new DeviceNetworkError('The network does not take the datagram.', 'before', 'refused');
  } finally {
    socket.close();
    deadline.done();
  }
}

async function openSocket({ family }: DatagramTarget, deadline: Deadline): Promise<Socket> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  await deadline.limit(
    new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.bind(0, resolve);
    }),
    () => 'before',
  );
  return socket;
}

function send(socket: Socket, datagram: Uint8Array, target: DatagramTarget | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error ? reject(error) : resolve());
    if (target === null) socket.send(datagram, done);
    else socket.send(datagram, target.port, target.address, done);
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
