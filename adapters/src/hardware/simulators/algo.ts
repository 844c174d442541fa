import { createHash, createHmac } from 'node:crypto';
import { isObject, jsonOf } from '../http-session.ts';
import {
  basicAuthentication,
  type SimulatedAnswer,
  type SimulatedMake,
  type SimulatedRequest,
  startHttpSimulator,
} from './http-simulator.ts';
import type { Simulator, SimulatorOptions } from './port.ts';
import { createOutputs, type SimulatedOutputs } from './simulated-outputs.ts';

const toneNames = ['warble3-high.wav', 'chime.wav', 'bell-na.wav', 'gong.wav', 'buzzer.wav'];
const strobe = '2 red 255';
/** Seconds of a tone that is not repeated. */
const toneSeconds = 10;
const clockLimitMs = 30_000;

export interface AlgoSimulatorOptions extends SimulatorOptions {
  /** '5.7.1' unless given; a duration is kept from 5.7. */
  readonly firmware?: string;
  /** Basic instead of the HMAC. */
  readonly authentication?: 'hmac' | 'basic';
}

/** An Algo speaker with a strobe: its RESTful API. */
export function startAlgoSimulator(options: AlgoSimulatorOptions = {}): Promise<Simulator> {
  const { firmware = '5.7.1', authentication = 'hmac' } = options;
  const wiring = { warningSound: 'warble3-high.wav', allClearSound: 'chime.wav', light: strobe };
  const outputs = createOutputs([...toneNames, strobe], { wiring, ...options });
  /** The answers of a command are empty, and every answer has its clock. */
  const answered = (status: number, value: object | null): SimulatedAnswer => ({
    status,
    headers: { 'Content-Type': 'application/json', Date: new Date(outputs.now()).toUTCString() },
    body: value === null ? '' : JSON.stringify(value),
  });
  const basic = basicAuthentication();
  const make: SimulatedMake = {
    authenticate: (request, password) =>
      (
        authentication === 'basic'
          ? basic(request, password) === null
          : isSigned(request, password, outputs.now())
      )
        ? null
        : answered(401, { error: 'Unauthorized' }),
    errorInside: () => answered(200, { error: 'The audio output is in use' }),
    answer({ method, url, body }) {
      const value = jsonOf(body);
      const about = { 'Product Name': 'Algo 8190S IP Speaker', 'Firmware Version': firmware };
      const status = { 'Device Name': 'simulator', 'Call Status': 'Idle' };
      if (method === 'GET' && url.pathname === '/api/info/about') return answered(200, about);
      if (method === 'GET' && url.pathname === '/api/info/status') return answered(200, status);
      if (method === 'GET' && url.pathname === '/api/info/tonelist')
        return answered(200, { tonelist: toneNames });
      const error =
        method === 'POST' ? act(outputs, firmware, url.pathname, isObject(value) ? value : {}) : '';
      if (error === '') return answered(404, { error: 'Not Found' });
      return error === null ? answered(200, null) : answered(400, { error });
    },
  };
  return startHttpSimulator(make, outputs, options);
}

/** Null: it was carried out. Empty: there is no such command. */
function act(
  outputs: SimulatedOutputs,
  firmware: string,
  path: string,
  { path: tone, loop, duration, pattern, color1, ledlvl }: Readonly<Record<string, unknown>>,
): string | null {
  const [major = 0, minor = 0] = firmware.split('.').map(Number);
  const isSince = (needed: number) => major > 5 || (major === 5 && minor >= needed);
  const limit = isSince(7) && typeof duration === 'number' ? duration : null;
  const stopTones = () => {
    for (const name of toneNames) if (outputs.isOn(name)) outputs.set(name, false);
  };
  switch (path) {
    case '/api/controls/tone/start':
      if (typeof tone !== 'string' || !toneNames.includes(tone)) return `Tone ${String(tone)} not found`;
      if (typeof loop !== 'boolean') return 'loop is required';
      stopTones();
      outputs.set(tone, true, loop ? limit : Math.min(limit ?? toneSeconds, toneSeconds));
      return null;
    case '/api/controls/tone/stop':
      if (!isSince(5) && typeof tone !== 'string') return 'path is required';
      stopTones();
      return null;
    case '/api/controls/strobe/start':
      if (typeof pattern !== 'number' || typeof color1 !== 'string' || typeof ledlvl !== 'number')
        return 'pattern, color1 and ledlvl are required';
      outputs.set(`${pattern} ${color1} ${ledlvl}`, true, limit);
      return null;
    case '/api/controls/strobe/stop':
      outputs.set(strobe, false);
      return null;
    default:
      return '';
  }
}

/** The device's side of the signature, written apart from the client's. */
function isSigned({ method, url, body, headers }: SimulatedRequest, password: string, now: number): boolean {
  const [, user, nonce = '', mac] =
    /^hmac (\w+):([^:]+):([\da-f]{64})$/.exec(headers.authorization ?? '') ?? [];
  const seconds = Date.parse(headers.date ?? '') / 1_000;
  if (user !== 'admin' || !(Math.abs(seconds * 1_000 - now) <= clockLimitMs)) return false;
  const md5 = createHash('md5').update(body).digest('hex');
  if (body !== '' && headers['content-md5'] !== md5) return false;
  const text =
    body === ''
      ? `${method}:${url.pathname}:${seconds}:${nonce}`
      : `${method}:${url.pathname}:${md5}:application/json:${seconds}:${nonce}`;
  return createHmac('sha256', password).update(text).digest('hex') === mac;
}
