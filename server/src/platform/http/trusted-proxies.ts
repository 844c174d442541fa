import { networkCheck, parseNetwork } from './networks/networks.ts';

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
    case 'networks':
      return networkCheck(proxies.networks);
  }
}
