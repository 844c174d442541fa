import { createSocket, type Socket } from 'node:dgram';
import { proofOf } from '../../simulator-proof.ts';
import { RTP_PACKET_MS, RTP_PACKET_SAMPLES, type RtpPacket, readRtpPacket } from '../rtp/rtp-packets.ts';
import { readChallengeLine } from '../simulator-proof.ts';
import type { SimulatedCommand, Simulator, SimulatorFault, SimulatorOptions } from './port.ts';

/** Milliseconds without a packet after which a stream is over. */
const STREAM_END_MS = 300;

/** What arrived of one stream. */
export interface RtpStream {
  readonly source: number;
  readonly packets: number;
  /** The sound of all packets in the order of their arrival. */
  readonly ulaw: Uint8Array;
  /** What a receiver would stumble over, in words; empty for none. */
  readonly faults: readonly string[];
  /** Milliseconds between packets, on average. */
  readonly meanSpacingMs: number;
  /** Milliseconds that a packet came earlier than its time, at most: a receiver would have to store so much. */
  readonly maxEarlyMs: number;
}

export interface RtpSimulator extends Simulator {
  /** Streams so far, the one that still arrives too. */
  streams(): readonly RtpStream[];
}

interface Received {
  readonly packets: RtpPacket[];
  readonly arrivals: number[];
}

/**
 * A loudspeaker that plays RTP and checks each packet. `group` is a multicast group that it joins. It has no password
 * and says nothing, so faults of answers change nothing.
 */
export async function startRtpSimulator(
  options: SimulatorOptions & { group?: string } = {},
): Promise<RtpSimulator> {
  const { host = '127.0.0.1', group, wallNow = () => performance.timeOrigin + performance.now() } = options;
  const commands: SimulatedCommand[] = [];
  const received: Received[] = [];
  let fault: SimulatorFault = 'good';
  let socket: Socket | null = null;
  let port = options.port ?? 0;

  function receive(packet: RtpPacket): void {
    const at = performance.now();
    const last = received.at(-1);
    const isNew =
      last?.packets[0]?.source !== packet.source || at - (last?.arrivals.at(-1) ?? 0) > STREAM_END_MS;
    if (last && !isNew) {
      last.packets.push(packet);
      last.arrivals.push(at);
      return;
    }
    received.push({ packets: [packet], arrivals: [at] });
    const command = { at: wallNow(), text: `sound of stream ${packet.source}` };
    commands.push(command);
    options.onCommand?.(command);
  }
  async function listen(): Promise<void> {
    const opened = createSocket({ type: 'udp4', reuseAddr: group !== undefined });
    opened.on('message', (bytes, from) => {
      if (fault === 'silent') return;
      const challenge = readChallengeLine(bytes.toString('latin1'));
      if (challenge !== null) opened.send(`${proofOf(challenge)}\n`, from.port, from.address);
      const packet = readRtpPacket(bytes);
      if (packet) receive(packet);
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.bind(port, group ?? host, resolve);
    });
    if (group !== undefined) opened.addMembership(group, host);
    port = opened.address().port;
    socket = opened;
  }
  async function stop(): Promise<void> {
    const closing = socket;
    socket = null;
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  }
  async function setFault(next: SimulatorFault): Promise<void> {
    fault = next;
    if (fault === 'refused') await stop();
    else if (!socket) await listen();
    if (fault === 'restarted') received.splice(0);
  }
  const isPlaying = () => performance.now() - (received.at(-1)?.arrivals.at(-1) ?? -Infinity) < STREAM_END_MS;

  await listen();
  if (options.fault) await setFault(options.fault);
  return {
    address: `${group ?? host}:${port}`,
    port,
    state: () => ({
      ...{ sounding: null, lit: false, relays: {} },
      playing: isPlaying() ? 'sound' : null,
    }),
    commands,
    get fault() {
      return fault;
    },
    setFault,
    streams: () => received.map(describeStream),
    close: stop,
  };
}

function describeStream({ packets, arrivals }: Received): RtpStream {
  const [first] = packets;
  const [begun = 0] = arrivals;
  const faults = new Set<string>();
  for (const [index, packet] of packets.entries()) {
    const before = packets[index - 1];
    if (packet.payloadType !== 0) faults.add(`payload type ${packet.payloadType}`);
    if (packet.payload.byteLength !== RTP_PACKET_SAMPLES) faults.add(`${packet.payload.byteLength} bytes`);
    if (packet.marker !== (index === 0)) faults.add(`marker of packet ${index}`);
    if (before && packet.sequence !== (before.sequence + 1) % 0x1_0000)
      faults.add(`sequence ${packet.sequence} after ${before.sequence}`);
    if (before && packet.timestamp !== (before.timestamp + RTP_PACKET_SAMPLES) % 0x1_0000_0000)
      faults.add(`timestamp ${packet.timestamp} after ${before.timestamp}`);
  }
  const early = arrivals.map((at, index) => begun + index * RTP_PACKET_MS - at);
  return {
    source: first?.source ?? 0,
    packets: packets.length,
    ulaw: Buffer.concat(packets.map(({ payload }) => payload)),
    faults: [...faults],
    meanSpacingMs: ((arrivals.at(-1) ?? begun) - begun) / Math.max(1, arrivals.length - 1),
    maxEarlyMs: Math.max(...early),
  };
}
