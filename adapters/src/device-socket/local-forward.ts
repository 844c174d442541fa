import { createServer, type Socket } from 'node:net';
import { DeviceNetworkError } from '../hardware/port.ts';
import type { Resolve } from '../http-client/private-addresses.ts';
import { startDeadline } from './deadline.ts';
import type { DeviceNetworks } from './device-networks.ts';
import { resolveTarget } from './resolve-target.ts';
import { connectTo } from './tcp.ts';

export interface LocalForward {
  /** On 127.0.0.1, for one connection. */
  readonly port: number;
  /** Ends both connections and no longer listens. */
  close(): void;
}

export interface LocalForwardOptions {
  readonly host: string;
  readonly port: number;
  readonly networks: DeviceNetworks;
  readonly resolve?: Resolve;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Sees what the device sends before the program does; what it throws ends the forward. */
  readonly inspect: (chunk: Buffer) => void;
  /** Called once when the forward ends by itself; with what `inspect` threw. */
  readonly onEnd: (error: unknown) => void;
}

/**
 * Lets a program of this machine (ffmpeg) reach a device without leaving the choice of the address to it: the name is
 * resolved and judged here, the connection is made to the judged address, and the program connects to a port of this
 * machine that takes one connection. Another program that is quicker gets a connection to the device, but no credentials.
 * Rejects with `DeviceNetworkError` when there is no connection.
 */
export async function openLocalForward(options: LocalForwardOptions): Promise<LocalForward> {
  const { host, port, networks, resolve, timeoutMs, signal, inspect, onEnd } = options;
  const device = await connectDevice({ host, port, networks, resolve, timeoutMs, signal });
  let program: Socket | null = null;
  let hasEnded = false;
  const server = createServer();
  const close = () => {
    hasEnded = true;
    device.destroy();
    program?.destroy();
    server.close();
  };
  const end = (error: unknown) => {
    if (hasEnded) return;
    close();
    onEnd(error);
  };
  device.on('error', () => end(null));
  device.on('close', () => end(null));
  server.on('connection', (socket) => {
    if (program !== null) return socket.destroy();
    program = socket;
    server.close();
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.on('drain', () => device.resume());
    socket.pipe(device);
    device.on('data', (chunk: Buffer) => {
      try {
        inspect(chunk);
      } catch (error) {
        return end(error);
      }
      if (!socket.write(chunk)) device.pause();
    });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', () => {
      close();
      fail(new DeviceNetworkError('No connection.', 'before', 'refused'));
    });
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close };
}

async function connectDevice(
  options: Pick<LocalForwardOptions, 'host' | 'port' | 'networks' | 'resolve' | 'timeoutMs' | 'signal'>,
): Promise<Socket> {
  const { host, port, networks, resolve, timeoutMs, signal } = options;
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const { address, family } = await resolveTarget({ host, port }, { networks, resolve, deadline });
    return await connectTo({ address, family, port, tls: false, host }, deadline);
  } finally {
    deadline.done();
  }
}
