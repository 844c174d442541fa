import { randomBytes, randomUUID } from 'node:crypto';
import { readHostAndPort } from '../device-socket/device-network.ts';
import { BrokerRefusedError, openBrokerSession } from '../mqtt/mqtt-client.ts';
import { DeviceFailure, malformed } from './device-failure.ts';
import { isObject, jsonOf } from './http-session.ts';
import { type DeviceDriver, type DeviceNetwork, DeviceNetworkError, type DeviceSettings } from './port.ts';
import { createDevice } from './protocol-device.ts';
import { type BoardReading, type RelayBoard, relayBoardProtocol } from './relay-board.ts';
import {
  checkCommon,
  checkListedOutputs,
  collectProblems,
  listedOutputsHint,
  optionOf,
  outputsOf,
  outputsOption,
} from './settings-check.ts';

const topicOption = { name: 'topic', label: 'Topic of the device', fallback: '', hint: 'As grounds/siren' };
const options = [topicOption, outputsOption];

/**
 * A relay behind an MQTT broker, with messages in JSON below its topic, QoS 1:
 *
 * - `<topic>/set`, from us, never retained: `{ id, output, on, seconds, deadline }`, or `{ id, report: true, deadline }`
 *   to be answered only. `seconds` null: until switched off; otherwise the device switches it off itself. `deadline` is
 *   in epoch seconds; a command that is later is not carried out, as a broker may deliver it hours afterwards.
 * - `<topic>/state`, from the device, as answer to each: `{ id, relays: { relay1: true }, uptime, time, voltage, error }`.
 *   `error` says that it was not carried out, `late` that it was too late.
 * - `<topic>/status`, from the device, retained: `online`, and `offline` as its Last Will.
 */
export const mqttRelay: DeviceDriver = {
  name: 'mqtt-relay',
  label: 'MQTT relay',
  abilities: { sound: 'limited', light: true, relays: true, plays: [], readsBack: true },
  addressHint: 'host, host:port or mqtts://host of the broker',
  options,
  outputHint: listedOutputsHint,
  check(settings) {
    const problems = collectProblems();
    checkCommon(problems, settings, options);
    if (readBroker(settings.address) === null)
      problems.add('Address', 'Enter host, host:port or mqtts://host, without a password and a path.');
    const topic = optionOf(settings, topicOption);
    if (topic !== '' && !/^[\w-]+(\/[\w-]+){0,9}$/.test(topic))
      problems.add('Options.topic', 'Enter words of letters, digits, _ and -, separated by /.');
    checkListedOutputs(problems, settings, { canSound: true });
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(relayBoardProtocol(openBoard(settings, network), settings.wiring), {
      network,
      secrets: [settings.password],
    }),
};

function readBroker(address: string): { host: string; port: number; secure: boolean } | null {
  const [, scheme = 'mqtt', rest = ''] = /^(?:(mqtts?):\/\/)?(.*)$/.exec(address.trim()) ?? [];
  const secure = scheme === 'mqtts';
  const target = readHostAndPort(rest, secure ? 8883 : 1883);
  return target && { ...target, secure };
}

type Message = Readonly<Record<string, unknown>>;

function openBoard(settings: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const outputs = outputsOf(optionOf(settings, outputsOption));
  const topic = optionOf(settings, topicOption);

  const ask = async (command: Message, signal: AbortSignal): Promise<BoardReading> => {
    const id = randomUUID();
    const deadline = Math.ceil((network.wallNow() + network.timeoutMs) / 1_000);
    const exchange = await openExchange(settings, network, [`${topic}/state`, `${topic}/status`], signal);
    try {
      const status = await exchange.next((about) => about === `${topic}/status`, 'before');
      if (status !== 'online')
        throw new DeviceNetworkError('The device is not connected to its broker.', 'before', 'refused');
      await exchange.publish(`${topic}/set`, JSON.stringify({ id, ...command, deadline }));
      const answer = await exchange.next(
        (about, text) =>
          (about === `${topic}/status` && text !== 'online') ||
          (about === `${topic}/state` && objectIn(text).id === id),
        'after',
      );
      return readState(objectIn(answer), network.wallNow());
    } finally {
      exchange.close();
    }
  };
  return {
    isOutput: (name) => outputs.includes(name),
    maxLimitSeconds: 86_400,
    read: (signal) => ask({ report: true }, signal),
    set: async ({ output, on, limitSeconds }, signal) =>
      (await ask({ output, on, seconds: limitSeconds }, signal)).relays,
    async prove(challenge, signal) {
      const at = `${topic}/allclear-simulator`;
      const exchange = await openExchange(settings, network, [`${at}/proof`], signal);
      try {
        await exchange.publish(at, challenge);
        return await exchange.next(() => true, 'after');
      } finally {
        exchange.close();
      }
    },
  };
}

function objectIn(text: string): Message {
  const value = jsonOf(text);
  return isObject(value) ? value : {};
}

function readState(state: Message, now: number): BoardReading {
  if (state.error === 'late')
    throw new DeviceFailure('clock', 'It takes the command for one that is too late: its clock is off.');
  if (typeof state.error === 'string') throw new DeviceFailure('device', `It refuses: ${state.error}.`);
  if (!isObject(state.relays)) throw malformed('It went offline, or its answer names no output.');
  const relays: Record<string, boolean> = {};
  for (const [name, on] of Object.entries(state.relays)) {
    if (typeof on !== 'boolean') throw malformed(`It says that ${name} is neither on nor off.`);
    relays[name] = on;
  }
  return {
    relays,
    voltage: typeof state.voltage === 'number' ? state.voltage : null,
    clockOffsetMs: typeof state.time === 'number' ? state.time * 1_000 - now : null,
    uptimeSeconds: typeof state.uptime === 'number' ? state.uptime : null,
    faults: [],
  };
}

interface Exchange {
  publish(topic: string, payload: string): Promise<void>;
  /** The payload of the next message that fits, also of one that came before the question. */
  next(fits: (topic: string, payload: string) => boolean, when: 'before' | 'after'): Promise<string>;
  close(): void;
}

/** A connection to the broker for one command. Until `publish` every error is `before`. */
async function openExchange(
  { address, username, password, unitId }: DeviceSettings,
  network: DeviceNetwork,
  topics: readonly string[],
  signal: AbortSignal,
): Promise<Exchange> {
  const target = readBroker(address) ?? { host: '', port: 0, secure: false };
  const stream = await network.connectStream(target, signal);
  const received: { topic: string; payload: string }[] = [];
  let wake = () => {};
  let hasEnded = false;
  // The signal ends the connection, and with it all that waits for it.
  const abort = () => stream.destroy();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const endedBefore = () =>
    signal.aborted
      ? new DeviceNetworkError('The broker did not answer in time.', 'before', 'timeout')
      : new DeviceNetworkError('The broker ended the connection.', 'before', 'refused');
  const before = (error: unknown): never => {
    if (error instanceof BrokerRefusedError && error.isPassword)
      throw new DeviceFailure('password', error.message);
    throw endedBefore();
  };
  const ended = () => {
    signal.removeEventListener('abort', abort);
    hasEnded = true;
    wake();
  };
  const session = await openBrokerSession({
    stream,
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    clientId: `${unitId.replaceAll('-', '').slice(0, 10)}-${randomBytes(6).toString('hex')}`,
    onMessage: (topic, payload) => {
      received.push({ topic, payload });
      wake();
    },
    onEnd: ended,
  }).catch(before);
  await session.subscribe(topics).catch((error: unknown) => {
    session.close();
    return before(error);
  });
  return {
    close: session.close,
    async publish(topic, payload) {
      if (hasEnded) throw endedBefore();
      await session.publish(topic, payload).catch(() => {
        throw new DeviceFailure('silent', 'The broker did not acknowledge the command.');
      });
    },
    next: (fits, when) =>
      new Promise((resolve, reject) => {
        wake = () => {
          const at = received.findIndex((message) => fits(message.topic, message.payload));
          const [found] = at < 0 ? [] : received.splice(0, at + 1).slice(-1);
          if (found) {
            // What comes before the next question is kept for it: an answer may arrive with the acknowledgement.
            wake = () => {};
            return resolve(found.payload);
          }
          if (!hasEnded) return;
          if (when === 'before') reject(endedBefore());
          else if (signal.aborted) reject(new DeviceFailure('silent', 'It did not answer in time.'));
          else reject(malformed('The connection to the broker ended before its answer.'));
        };
        wake();
      }),
  };
}
