import { BlockList, isIP } from 'node:net';

/** The proxies in front: none, so many one behind the other, or those of some networks (CIDR). */
export type TrustedProxies =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'networks'; readonly networks: readonly string[] };

const maxHops = 10;

/**
 * Reads the setting: `false`, `true` (one proxy), a number of proxies, or addresses and networks with commas
 * between them. Null for anything else.
 */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const given = text.trim().toLowerCase();
  if (given === '' || given === 'false' || given === '0') return { kind: 'none' };
  if (given === 'true') return { kind: 'hops', hops: 1 };
  if (/^\d+$/.test(given)) return Number(given) <= maxHops ? { kind: 'hops', hops: Number(given) } : null;
  const networks = given.split(',').map((network) => network.trim());
  return networks.every((network) => parseNetwork(network) !== null) ? { kind: 'networks', networks } : null;
}

/**
 * Whether an entry of X-Forwarded-For may be read on: `hop` 0 is the other end of the connection, 1 the last
 * entry, and so on. The client is the first that is not trusted.
 */
export function trustsHop(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  switch (proxies.kind) {
    case 'none':
      return () => false;
    case 'hops':
      return (_address, hop) => hop < proxies.hops;
    case 'networks': {
      const list = new BlockList();
      for (const text of proxies.networks) {
        const network = parseNetwork(text);
        if (network) list.addSubnet(network.address, network.prefix, network.family);
      }
      return (address) => {
        const version = isIP(address);
        return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
      };
    }
  }
}

function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return null;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN;
  return length >= 0 && length <= bits
    ? { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' }
    : null;
}
