import type { Server, Socket } from 'node:net';
import { networkOf } from '../client-network.ts';

export interface ConnectionLimits {
  /** Connections in all. */
  readonly total: number;
  /** Of one IPv4 address or IPv6 /64. */
  readonly perNetwork: number;
}

/**
 * Ends connections past the limits as they are accepted. `isProxy` exempts proxies from the limit per
 * network, because all their clients come from one address.
 */
export function limitConnections(
  server: Server,
  { total, perNetwork }: ConnectionLimits,
  isProxy: (address: string) => boolean = () => false,
): void {
  const open = new Map<string, number>();
  server.maxConnections = total;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > perNetwork) socket.destroy();
  });
}
