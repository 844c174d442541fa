import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** Error code of a rejected connection to a private address. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS';

export class PrivateAddressError extends Error {
  readonly code = PRIVATE_ADDRESS;

  constructor() {
    super('The address is private.');
  }
}

/** As `lookup` of node:dns with `all`. */
export type Resolve = (
  name: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** IANA's registry of special-purpose IPv4 addresses, and multicast and above. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Ranges within 2000::/3 that are not public: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4);
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6);
const globalIpv6 = blockList('ipv6', [['2000::', 3]]);
/** IPv4 embedded in IPv6 (mapped, NAT64): the last 32 bits decide. */
const embeddedIpv4 = blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

/** Names that only a machine or a private network resolves. */
const PRIVATE_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Whether an IP address is outside the public internet: loopback, private, link-local (including cloud
 * metadata), shared, multicast, documentation and every other special range, also embedded in IPv6. Anything
 * but an IP address counts as private.
 */
export function isPrivateAddress(ip: string): boolean {
  const [address = ''] = ip.split('%', 1);
  if (isIP(address) === 4) return specialIpv4.check(address, 'ipv4');
  if (!isIPv6(address)) return true;
  if (embeddedIpv4.check(address, 'ipv6')) return isPrivateAddress(lastFourBytes(address));
  return !globalIpv6.check(address, 'ipv6') || specialIpv6.check(address, 'ipv6');
}

/**
 * Whether a URL's `hostname` is a private address, or a name that cannot resolve to a public one (no dot,
 * 'localhost', '.internal').
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host)) return isPrivateAddress(host);
  return !host.includes('.') || PRIVATE_NAME.test(host);
}

/** The IP address that a URL's `hostname` is; null for a name. */
export function literalAddress(hostname: string): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? null : host;
}

/**
 * What is wrong with a user's URL, as a sentence for its field; null when it is usable. Odd spellings of
 * numbers (0x7f.1, 2130706433) are read as browsers read them. The addresses of a name are checked when a
 * connection is made, not here.
 */
export function checkPublicUrl(
  url: string,
  { allowPrivateAddresses = false }: { allowPrivateAddresses?: boolean } = {},
): string | null {
  const parsed = URL.parse(url.trim());
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    return 'Enter an address that starts with https:// or http://.';
  if (parsed.username || parsed.password) return 'The address must not hold a user name or password.';
  if (!allowPrivateAddresses && isPrivateHost(parsed.hostname))
    return 'The address leads into a private network, which this installation does not allow.';
  return null;
}

/**
 * Makes connections for undici that end at public addresses only. A name with one private address among
 * public ones is rejected. `isRefused` tests an address. With `anyCertificate` the other side may sign its own.
 */
export function guardedConnector(
  timeoutMs: number,
  resolve: Resolve = lookup,
  isRefused = isPrivateAddress,
  anyCertificate = false,
): buildConnector.connector {
  const guardedLookup: LookupFunction = (name, options, done) => {
    const { family } = options;
    resolve(name, { all: true, ...(family && { family: family as 4 | 6 }) }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first)
        done(error ?? Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), '', 0);
      else if (addresses.some(({ address }) => isRefused(address))) done(new PrivateAddressError(), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup,
    ...(anyCertificate && { rejectUnauthorized: false }),
  });
  return (target, done) => {
    // A literal address is not looked up.
    const literal = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal) && isRefused(literal)) return done(new PrivateAddressError(), null);
    connect(target, (...[error, socket]) => {
      if (error) return done(error, null);
      if (!isRefused(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      done(new PrivateAddressError(), null);
    });
  };
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}

/** '64:ff9b::7f00:1' gives '127.0.0.1'. */
function lastFourBytes(address: string): string {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2);
  return groups
    .flatMap((group) => [Number.parseInt(group || '0', 16) >> 8, Number.parseInt(group || '0', 16) & 255])
    .join('.');
}
