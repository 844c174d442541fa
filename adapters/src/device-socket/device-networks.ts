import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The addresses that devices may have. */
export interface DeviceNetworks {
  /**
   * Whether a device may have this IP address. Anything but an IP address, and an address with a scope, may not.
   * `multicast` is for datagrams: a group counts then, inside the networks.
   */
  allows(address: string, options?: { multicast?: boolean }): boolean;
}

/** This host, link-local with the metadata of clouds, reserved, broadcast: whatever the networks say. */
const neverIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['240.0.0.0', 4],
]);
const neverIpv6 = blockList('ipv6', [
  ['fe80::', 10],
  // The metadata service of a cloud, outside link-local.
  ['fd00:ec2::254', 128],
]);
const multicastIpv4 = blockList('ipv4', [['224.0.0.0', 4]]);
const multicastIpv6 = blockList('ipv6', [['ff00::', 8]]);
const mappedIpv4 = blockList('ipv6', [['::ffff:0:0', 96]]);
/** Addresses through which IPv4 ones are reached: NAT64, 6to4, and the obsolete ones of the first 96 bits. */
const carryingIpv4 = blockList('ipv6', [
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['::', 96],
]);

/**
 * Reads the networks of devices: addresses and CIDR blocks (`192.168.40.0/24 10.0.0.7, fd12::/64`), separated by
 * blanks or commas. An empty text allows none. `problem` is a sentence for who wrote it.
 */
export function readDeviceNetworks(text: string): { networks: DeviceNetworks } | { problem: string } {
  // One list for each family: an IPv6 network of everything would let IPv4 in.
  const allowed = { ipv4: new BlockList(), ipv6: new BlockList() };
  const broadcasts = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, address = '', prefixText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : null;
    const bits = family === 'ipv4' ? 32 : 128;
    const prefix = prefixText === undefined ? bits : Number(prefixText);
    if (family === null || prefix > bits)
      return { problem: `${part} is no network: write it as 192.168.40.0/24 or as one address.` };
    if (family === 'ipv6' && mappedIpv4.check(address, 'ipv6'))
      return { problem: `${part} holds an IPv4 address in an IPv6 one: write the IPv4 address.` };
    allowed[family].addSubnet(address, prefix, family);
    if (family === 'ipv4' && prefix <= 30) broadcasts.addAddress(broadcastOf(address, prefix), 'ipv4');
  }
  return { networks: { allows: (address, options) => isAllowed(allowed, broadcasts, address, options) } };
}

function isAllowed(
  allowed: { ipv4: BlockList; ipv6: BlockList },
  broadcasts: BlockList,
  address: string,
  { multicast = false }: { multicast?: boolean } = {},
): boolean {
  if (isIPv4(address)) {
    if (neverIpv4.check(address, 'ipv4') || broadcasts.check(address, 'ipv4')) return false;
    return (multicast || !multicastIpv4.check(address, 'ipv4')) && allowed.ipv4.check(address, 'ipv4');
  }
  if (isIP(address) !== 6 || address.includes('%')) return false;
  if (mappedIpv4.check(address, 'ipv6')) {
    const last = lastFourBytes(address);
    return isAllowed(allowed, broadcasts, last, { multicast });
  }
  const isLoopback = hostOf(address) === '::1';
  if (neverIpv6.check(address, 'ipv6') || (carryingIpv4.check(address, 'ipv6') && !isLoopback)) return false;
  return (multicast || !multicastIpv6.check(address, 'ipv6')) && allowed.ipv6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}

/** 192.168.40.7 and 24 give 192.168.40.255. */
function broadcastOf(address: string, prefix: number): string {
  const number = address.split('.').reduce((total, part) => total * 256 + Number(part), 0);
  const size = 2 ** (32 - prefix);
  const last = Math.floor(number / size) * size + size - 1;
  return [24, 16, 8, 0].map((bits) => Math.floor(last / 2 ** bits) % 256).join('.');
}

/** An IPv6 address in its shortest spelling. */
function hostOf(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** '::ffff:7f00:1' gives '127.0.0.1'. */
function lastFourBytes(address: string): string {
  const groups = hostOf(address).split(':').slice(-2);
  return groups
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
