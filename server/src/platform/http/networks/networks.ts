import { BlockList, isIP } from 'node:net';

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** An address, or a network in CIDR notation, IPv4 or IPv6. Null for any other text. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return null;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return length >= 0 && length <= bits
    ? { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' }
    : null;
}

/**
 * Tells whether an address is in one of these networks. An IPv4 address counts as itself when it is written as IPv6
 * (`::ffff:192.0.2.1`); what is no address is in none.
 */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
