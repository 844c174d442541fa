import type { DeviceNetworks } from '../device-socket/device-networks.ts';
import { isPrivateAddress, literalAddress } from '../http-client/private-addresses.ts';
import type { CameraAddress } from './port.ts';

/**
 * Whether a camera may have an IP address: a public one, or a private one inside the networks of devices, which never
 * hold 169.254.0.0/16.
 */
export function isCameraAddress(address: string, networks: DeviceNetworks): boolean {
  return !isPrivateAddress(address) || networks.allows(address);
}

/** Why the URL of a camera cannot be used, a sentence for people; null when it can. Names are judged when connecting. */
export function addressProblem({ kind, url }: CameraAddress, networks: DeviceNetworks): string | null {
  if (kind === 'simulated') return null;
  const parsed = URL.parse(url);
  const protocols = kind === 'rtsp' ? ['rtsp:'] : ['http:', 'https:'];
  if (parsed === null || !protocols.includes(parsed.protocol) || parsed.hostname === '')
    return `The address must start with ${protocols.map((one) => `${one}//`).join(' or ')}.`;
  if (parsed.username !== '' || parsed.password !== '')
    return 'The address must not hold a user name or password.';
  // The odd spellings of numbers (0x7f.1, 2130706433) become the addresses that they mean, for RTSP too.
  const host = URL.parse(`http://${parsed.hostname}/`)?.hostname;
  if (host === undefined) return 'The address names no host.';
  const literal = host === 'localhost' ? '127.0.0.1' : literalAddress(host);
  return literal === null || isCameraAddress(literal, networks)
    ? null
    : 'The address is in a private network that ALLCLEAR_DEVICE_NETWORKS does not allow.';
}
