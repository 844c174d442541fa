import { readHostAndPort } from '../../device-socket/device-network.ts';
import { MAX_SPEECH_SECONDS } from '../../speech/port.ts';
import { DeviceFailure, unsupported } from '../device-failure.ts';
import type { DeviceDriver, DeviceNetwork, DeviceSettings, DriverOption } from '../port.ts';
import { createDevice, type Protocol } from '../protocol-device.ts';
import { checkCommon, collectProblems, optionOf } from '../settings-check.ts';
import { proveByDatagram } from '../simulator-proof.ts';
import { RTP_PACKET_MS, RTP_PACKET_SAMPLES, randomBeginning, rtpPackets } from './rtp-packets.ts';

const DEFAULT_PORT = 50_002;
const MAX_SAMPLES = (MAX_SPEECH_SECONDS * 1000 * RTP_PACKET_SAMPLES) / RTP_PACKET_MS;

const ttlOption: DriverOption = {
  name: 'ttl',
  label: 'Time to live',
  fallback: '8',
  hint: 'Routers that the packets may pass, 1 to 255. 1 stays inside one network.',
};

/**
 * Loudspeakers that play RTP: a multicast group of many, or one of them. G.711 µ-law in packets of 20 ms (RFC 3550 and
 * 3551). Nothing answers, so a play is sent and never confirmed, and nothing is ever read.
 */
export const rtp: DeviceDriver = {
  name: 'rtp',
  label: 'RTP loudspeakers (multicast or unicast, G.711)',
  abilities: { sound: 'none', light: false, relays: false, plays: ['audio'], readsBack: false },
  addressHint: 'A multicast group or an address, with the port: 224.0.2.60:50002. The port is even.',
  options: [ttlOption],
  outputHint: 'It has no outputs; it plays sound that is sent to it',
  check(settings) {
    const problems = collectProblems();
    checkCommon(problems, settings, [ttlOption]);
    const target = readHostAndPort(settings.address, DEFAULT_PORT);
    if (target === null)
      problems.add('Address', 'Enter a multicast group or a host, perhaps with a port: 224.0.2.60:50002.');
    else if (target.port % 2 === 1) problems.add('Address', 'The port of RTP is an even number.');
    if (ttlOf(settings) === null) problems.add('Options.ttl', 'Enter a whole number from 1 to 255.');
    const { warningSound, allClearSound, light } = settings.wiring;
    if (warningSound !== null) problems.add('Wiring.WarningSound', 'It has no signals of its own.');
    if (allClearSound !== null) problems.add('Wiring.AllClearSound', 'It has no signals of its own.');
    if (light !== null) problems.add('Wiring.Light', 'It has no light.');
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(protocolOf(settings, network), { network, playMs: (MAX_SPEECH_SECONDS + 1) * 1000 }),
};

function ttlOf(settings: Pick<DeviceSettings, 'options'>): number | null {
  const text = optionOf(settings, ttlOption);
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 255 ? Number(text) : null;
}

function protocolOf(settings: DeviceSettings, network: DeviceNetwork): Protocol {
  const target = readHostAndPort(settings.address, DEFAULT_PORT);
  const ttl = ttlOf(settings);
  return {
    async read() {
      throw new DeviceFailure('unsupported', 'Loudspeakers that play RTP cannot be asked.');
    },
    async play(request, signal) {
      if (request.kind !== 'audio') return unsupported('It plays only sound that is sent to it.');
      if (target === null || ttl === null) return unsupported('Its address cannot be read.');
      const { ulaw } = request;
      if (ulaw.byteLength === 0 || ulaw.byteLength > MAX_SAMPLES)
        return unsupported(`The sound lasts up to ${MAX_SPEECH_SECONDS} seconds.`);
      const packets = rtpPackets(ulaw, randomBeginning());
      await network.sendDatagrams({ ...target, ttl }, packets, RTP_PACKET_MS, signal);
      return { kind: 'sent', detail: 'The sound was sent; nothing says whether it was played.' };
    },
    /** Each call to a device ends before the next begins, so nothing is being sent. */
    async stopSound() {
      return { kind: 'sent', detail: 'It plays only while sound is sent to it, and none is.' };
    },
    prove: async (challenge, signal) =>
      target === null ? null : proveByDatagram(network, target, challenge, signal),
  };
}
