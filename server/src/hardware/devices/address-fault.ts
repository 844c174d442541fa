import { isIP } from 'node:net';
import { type DeviceDriver, readDeviceNetworks } from '@allclear/adapters';

/**
 * What is wrong with the address of a device, a sentence; null when nothing is. A name is checked whenever it is
 * connected to, whatever it resolves to then.
 *
 * @param networks as `readDeviceNetworks` reads them
 */
export function deviceAddressFault(networks: string, driver: DeviceDriver, address: string): string | null {
  if (address.startsWith('simulator:')) return null;
  const read = readDeviceNetworks(networks);
  if (networks.trim() === '' || 'problem' in read)
    return 'This installation allows no devices: whoever runs it sets ALLCLEAR_DEVICE_NETWORKS.';
  const host = hostOf(address);
  if (host === null) return 'This is no address of a device.';
  // A group of loudspeakers is an address too, for drivers that only send sound.
  const multicast = !driver.abilities.readsBack && driver.abilities.plays.includes('audio');
  if (isIP(host) && !read.networks.allows(host, { multicast }))
    return 'This address is outside of the networks that this installation allows for devices.';
  return null;
}

/** The host of an address with or without scheme and port; odd spellings of numbers are read as browsers read them. */
function hostOf(address: string): string | null {
  const text = isIP(address) === 6 ? `[${address}]` : address;
  const parsed = URL.parse(`http://${text.replace(/^[a-z]+:\/\//i, '')}`);
  return parsed ? parsed.hostname.replace(/^\[(.*)\]$/, '$1') : null;
}
