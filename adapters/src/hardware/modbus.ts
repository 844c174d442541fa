import { readHostAndPort } from '../device-socket/device-network.ts';
import { couldNotReadBack, DeviceFailure, malformed } from './device-failure.ts';
import type { DeviceDriver, DeviceNetwork, DeviceSettings, DeviceSocket } from './port.ts';
import { createDevice } from './protocol-device.ts';
import { type RelayBoard, relayBoardProtocol } from './relay-board.ts';
import { checkCommon, checkWiring, collectProblems, optionOf } from './settings-check.ts';
import { proveByLine } from './simulator-proof.ts';

const outputHint = 'Outputs are the numbers of the coils, from 0';
const boardOption = {
  name: 'board',
  label: 'Board: waveshare, or other',
  fallback: '',
  hint: 'Only boards of Waveshare are known to end a sound by themselves. Any other board is not for sound.',
};
const unitOption = { name: 'unit', label: 'Modbus unit', fallback: '1', hint: '1 to 247' };
const coilsOption = { name: 'coils', label: 'Number of relays', fallback: '8', hint: '1 to 64' };
const options = [boardOption, unitOption, coilsOption];

const readCoils = 1;
const writeCoil = 5;
/** Waveshare: the coil of a timed on, whose value is tenths of a second (wiki of the Modbus POE ETH Relay). */
const timedOnAt = 0x0200;
const maxTenths = 0x7fff;

/**
 * Boards that speak Modbus TCP (modbus.org, Messaging on TCP/IP). The frames are written here and not by a library,
 * as libraries open their own sockets, and only ours checks where it connects. Modbus knows no passwords.
 */
export const modbus: DeviceDriver = {
  name: 'modbus',
  label: 'Modbus TCP relay board',
  abilities: { sound: 'limited', light: true, relays: true, plays: [], readsBack: true },
  addressHint: 'host or host:port',
  options,
  outputHint,
  check(settings) {
    const problems = collectProblems();
    checkCommon(problems, settings, options);
    if (readHostAndPort(settings.address.trim(), 502) === null)
      problems.add('Address', 'Enter a host or host:port.');
    if (settings.username !== '') problems.add('Username', 'Modbus has no user names.');
    if (settings.password !== '') problems.add('Password', 'Modbus has no passwords.');
    const board = optionOf(settings, boardOption);
    if (board !== '' && board !== 'waveshare' && board !== 'other')
      problems.add('Options.board', 'Enter waveshare or other.');
    const [unit, coils] = [optionOf(settings, unitOption), optionOf(settings, coilsOption)];
    if (!isWithin(unit, 1, 247)) problems.add('Options.unit', 'Enter a number from 1 to 247.');
    if (!isWithin(coils, 1, 64)) problems.add('Options.coils', 'Enter a number from 1 to 64.');
    const isOutput = (name: string) => isWithin(name, 0, Number(coils) - 1);
    const canSound = board === 'waveshare';
    checkWiring(problems, settings.wiring, { isOutput, hint: outputHint, canSound });
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(relayBoardProtocol(openBoard(settings, network), settings.wiring), { network }),
};

/** Whether a text is a whole number of that range, without signs and leading zeros. */
function isWithin(text: string, least: number, largest: number): boolean {
  return /^(0|[1-9]\d{0,3})$/.test(text) && Number(text) >= least && Number(text) <= largest;
}

function openBoard(settings: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const target = readHostAndPort(settings.address.trim(), 502) ?? { host: '', port: 0 };
  const coils = Number(optionOf(settings, coilsOption));
  const isWaveshare = optionOf(settings, boardOption) === 'waveshare';
  const client = createFrames(Number(optionOf(settings, unitOption)));

  const connected = async <T>(
    signal: AbortSignal,
    work: (socket: DeviceSocket) => Promise<T>,
  ): Promise<T> => {
    const socket = await network.connect(target, signal);
    try {
      return await work(socket);
    } finally {
      socket.close();
    }
  };
  const readRelays = async (socket: DeviceSocket): Promise<Record<string, boolean>> => {
    const answer = await client.ask(socket, readCoils, 0, coils);
    const bytes = answer.subarray(2);
    if (answer.length < 2 || answer[1] !== bytes.length || bytes.length !== Math.ceil(coils / 8))
      throw malformed('It does not answer as such a board does.');
    return Object.fromEntries(
      Array.from({ length: coils }, (_, coil) => [
        String(coil),
        ((bytes[coil >> 3] ?? 0) & (1 << (coil & 7))) !== 0,
      ]),
    );
  };
  return {
    isOutput: (name) => isWithin(name, 0, coils - 1),
    maxLimitSeconds: isWaveshare ? maxTenths / 10 : 0,
    read: (signal) =>
      connected(signal, async (socket) => ({
        relays: await readRelays(socket),
        ...{ voltage: null, clockOffsetMs: null, uptimeSeconds: null, faults: [] },
      })),
    set: ({ output, on, limitSeconds }, signal) =>
      connected(signal, async (socket) => {
        const coil = Number(output);
        const [at, value] =
          limitSeconds === null
            ? [coil, on ? 0xff00 : 0]
            : [timedOnAt + coil, Math.max(1, Math.round(limitSeconds * 10))];
        const answer = await client.ask(socket, writeCoil, at, value);
        // The answer repeats the command.
        if (answer.length !== 5 || answer.readUInt16BE(1) !== at || answer.readUInt16BE(3) !== value)
          throw malformed('It does not answer as such a board does.');
        return readRelays(socket).catch(couldNotReadBack);
      }),
    prove: (challenge, signal) => proveByLine(network, target, challenge, signal),
  };
}

/** Exception codes of the specification, in words. */
const exceptions = new Map([
  [1, 'it does not know the function'],
  [2, 'it has no such relay'],
  [3, 'it does not take the value'],
  [4, 'it has failed'],
  [6, 'it is busy'],
  [10, 'its gateway has no way to it'],
  [11, 'the device behind its gateway does not answer'],
]);
/** Acknowledged and under way; failed while acting; no answer from behind a gateway: it may have acted. */
const mayHaveActed = [4, 5, 11];

function createFrames(unit: number) {
  let transaction = 0;
  return {
    /** One request with two numbers; the answer from its function on. */
    async ask(socket: DeviceSocket, code: number, first: number, second: number): Promise<Buffer> {
      transaction = (transaction + 1) % 65_536;
      const frame = Buffer.alloc(12);
      frame.writeUInt16BE(transaction, 0);
      frame.writeUInt16BE(6, 4);
      frame.writeUInt8(unit, 6);
      frame.writeUInt8(code, 7);
      frame.writeUInt16BE(first, 8);
      frame.writeUInt16BE(second, 10);
      await socket.write(frame);
      const head = Buffer.from(await socket.read(7));
      const length = head.readUInt16BE(4);
      const isOurs =
        head.readUInt16BE(0) === transaction && head.readUInt16BE(2) === 0 && head.readUInt8(6) === unit;
      if (!isOurs || length < 3 || length > 254) throw malformed('It does not answer with Modbus TCP.');
      const answer = Buffer.from(await socket.read(length - 1));
      if (answer[0] === (code | 0x80)) {
        const reason = answer.readUInt8(1);
        throw new DeviceFailure(
          'device',
          `It refuses: ${exceptions.get(reason) ?? 'it gives no reason'} (${reason}).`,
          mayHaveActed.includes(reason),
        );
      }
      if (answer[0] !== code) throw malformed('It answers another request.');
      return answer;
    },
  };
}
