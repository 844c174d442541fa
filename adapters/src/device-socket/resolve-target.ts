import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { DeviceNetworkError } from '../hardware/port.ts';
import type { Resolve } from '../http-client/private-addresses.ts';
import type { Deadline } from './deadline.ts';
import type { DeviceNetworks } from './device-networks.ts';

/**
 * The IP address of a host, to connect to exactly that one. A name is resolved each time, and all its addresses must
 * be inside the networks: one that is not refuses the name. Rejects with `DeviceNetworkError`, always `before`.
 */
export async function resolveTarget(
  { host, port }: { host: string; port: number },
  options: { networks: DeviceNetworks; multicast?: boolean; resolve?: Resolve; deadline: Deadline },
): Promise<{ address: string; family: 4 | 6 }> {
  const { networks, multicast = false, resolve = lookup, deadline } = options;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DeviceNetworkError(`There is no port ${port}.`, 'before', 'not-allowed');
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name)
    ? [name]
    : await deadline.limit(addressesOf(name, resolve), () => 'before' as const);
  for (const address of addresses)
    if (!networks.allows(address, { multicast }))
      throw new DeviceNetworkError(
        'The address is outside the networks that this installation allows for devices.',
        'before',
        'not-allowed',
      );
  const [address = ''] = addresses;
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

function addressesOf(name: string, resolve: Resolve): Promise<string[]> {
  // A name holds no other character; the resolver of the system may read more into it.
  if (!/^[\w.-]{1,253}$/.test(name))
    return Promise.reject(new DeviceNetworkError('This is no host name.', 'before', 'not-allowed'));
  return new Promise((done, fail) => {
    resolve(name, { all: true }, (error, addresses) => {
      if (error || addresses.length === 0)
        fail(new DeviceNetworkError('The name has no address.', 'before', 'refused'));
      else done(addresses.map(({ address }) => address));
    });
  });
}
