import { isIPv4, isIPv6 } from 'node:net';
import {
  type DeviceHttpAnswer,
  type DeviceHttpRequest,
  type DeviceNetwork,
  DeviceNetworkError,
} from '../hardware/port.ts';
import type { Resolve } from '../http-client/private-addresses.ts';
import { askDatagramOf, sendDatagramsTo } from './datagrams.ts';
import { startDeadline } from './deadline.ts';
import { readDeviceNetworks } from './device-networks.ts';
import { prepareRequest, readAnswer } from './http-exchange.ts';
import { resolveTarget } from './resolve-target.ts';
import { connectTo, readSocket } from './tcp.ts';

export interface DeviceNetworkOptions {
  /** As `readDeviceNetworks` reads it; empty allows no address at all. */
  readonly networks: string;
  /** Milliseconds of one exchange with a device. */
  readonly timeoutMs: number;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
  /** As `lookup` of node:dns; for tests. */
  readonly resolve?: Resolve;
  /** The address of the interface from which multicast leaves; without it the system's route decides. */
  readonly multicastInterface?: string;
}

/**
 * The only way from this installation to its devices. It connects to the address that it has checked and to no other.
 * Throws when `networks` is unreadable.
 */
export function openDeviceNetwork(options: DeviceNetworkOptions): DeviceNetwork {
  const { timeoutMs, wallNow, resolve, multicastInterface } = options;
  const read = readDeviceNetworks(options.networks);
  if ('problem' in read) throw new Error(read.problem);
  const { networks } = read;

  return {
    timeoutMs,
    wallNow,
    async request(request: DeviceHttpRequest): Promise<DeviceHttpAnswer> {
      const { host, port, tls, bytes } = prepareRequest(request);
      const deadline = startDeadline(timeoutMs, request.signal);
      try {
        const { address, family } = await resolveTarget({ host, port }, { networks, resolve, deadline });
        const plain = await connectTo({ address, family, port, tls, host }, deadline);
        const socket = readSocket(plain, deadline);
        try {
          await socket.write(bytes);
          return await readAnswer(socket, request);
        } finally {
          socket.close();
        }
      } finally {
        deadline.done();
      }
    },
    async connect({ host, port }, signal) {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const { address, family } = await resolveTarget({ host, port }, { networks, resolve, deadline });
        return readSocket(await connectTo({ address, family, port, tls: false, host }, deadline), deadline);
      } catch (error) {
        deadline.done();
        throw error;
      }
    },
    async connectStream({ host, port, secure }, signal) {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const { address, family } = await resolveTarget({ host, port }, { networks, resolve, deadline });
        return await connectTo({ address, family, port, tls: secure, host }, deadline);
      } finally {
        deadline.done();
      }
    },
    async sendDatagrams({ host, port, ttl }, datagrams, everyMs, signal) {
      if (!Number.isInteger(ttl) || ttl < 1 || ttl > 255)
        throw new DeviceNetworkError(`There is no time to live of ${ttl}.`, 'before', 'not-allowed');
      const deadline = startDeadline(null, signal);
      const lookupLimit = startDeadline(timeoutMs, signal);
      try {
        const { address, family } = await resolveTarget(
          { host, port },
          { networks, resolve, multicast: true, deadline: lookupLimit },
        );
        const isMulticast = isIPv4(address) ? /^2(2[4-9]|3\d)\./.test(address) : /^ff/i.test(address);
        const target = { address, family, port, ttl, isMulticast, multicastInterface };
        await sendDatagramsTo(target, datagrams, everyMs, deadline);
      } finally {
        lookupLimit.done();
        deadline.done();
      }
    },
    async askDatagram({ host, port }, datagram, signal) {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const { address, family } = await resolveTarget({ host, port }, { networks, resolve, deadline });
        return await askDatagramOf({ address, family, port }, datagram, deadline);
      } finally {
        deadline.done();
      }
    },
  };
}

/** `host` and `port` of `host`, `host:port` or `[IPv6]:port`; null for anything else, with a password or a path too. */
export function readHostAndPort(text: string, defaultPort: number): { host: string; port: number } | null {
  const bare = isIPv6(text) ? `[${text}]` : text;
  const [, name = '', portText] = /^(\[[\da-f:.]+\]|[\w.-]{1,253})(?::(\d{1,5}))?$/i.exec(bare) ?? [];
  const port = portText === undefined ? defaultPort : Number(portText);
  // The odd spellings of numbers (0x7f.1, 2130706433) become the addresses that they mean.
  const host = URL.parse(`http://${name}/`)?.hostname ?? '';
  return name === '' || host === '' || port < 1 || port > 65_535 ? null : { host, port };
}
