import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The network that throttles and limits count by: an IPv4 address whole, an IPv6 address by its first 64
 * bits, because one household has them all.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const full =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An address as a proxy writes it into X-Forwarded-For: some add the port. Null for what is no address. */
export function forwardedAddress(text: string): string | null {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return isIP(address) === 0 ? null : address;
}

/**
 * The network of who sent a request: what the nearest trusted proxy saw, and the other end of the connection
 * where that is no address.
 */
export function clientNetwork(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkOf(clientAddress(request));
}

/** The address of who sent a request, by the same rule. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return forwardedAddress(ip) ?? socket.remoteAddress ?? '';
}
