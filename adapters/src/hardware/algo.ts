import { type AlgoAccess, type AlgoAnswer, askAlgo } from './algo-request.ts';
import { DeviceFailure, malformed, unsupported } from './device-failure.ts';
import {
  type CommandOutcome,
  type DeviceDriver,
  type DeviceNetwork,
  DeviceNetworkError,
  type DeviceSettings,
  type DriverOption,
} from './port.ts';
import { createDevice, type Protocol } from './protocol-device.ts';
import {
  checkCommon,
  checkHttpAddress,
  checkSounds,
  collectProblems,
  optionOf,
  readHttpAddress,
} from './settings-check.ts';
import { proveByHttp } from './simulator-proof.ts';

/** The firmware that ends a tone by itself. */
const LIMITED_SINCE = [5, 7] as const;
const colors = ['red', 'blue', 'green', 'amber'];

const authenticationOption: DriverOption = {
  name: 'authentication',
  label: 'Authentication',
  fallback: 'hmac',
  hint: 'hmac (the device calls it Standard; its clock must be right to 30 s) or basic.',
};
const repeatsOption: DriverOption = {
  name: 'repeats',
  label: 'Repeat a short tone',
  fallback: 'no',
  hint: 'yes: the tone is repeated until its time is over. Try on the device that it ends then.',
};
const options = [authenticationOption, repeatsOption];

/**
 * Horns, speakers and strobes of Algo by their RESTful API. A tone is given a duration, which the device keeps from
 * firmware 5.7; older ones are refused for sound. No call says what sounds or is lit at the moment.
 */
export const algo: DeviceDriver = {
  name: 'algo',
  label: 'Algo IP speaker, horn or strobe',
  abilities: { sound: 'limited', light: true, relays: false, plays: ['clip'], readsBack: false },
  addressHint: 'https://host, or host and host:port without encryption',
  options,
  outputHint:
    'Sounds are files among the tones of the device, such as warble3-high.wav. The light is a pattern, a color and a brightness: 2 red 255',
  check(settings) {
    const problems = collectProblems();
    checkCommon(problems, settings, options);
    checkHttpAddress(problems, settings);
    if (settings.username.includes(':')) problems.add('Username', 'The user name holds a colon.');
    if (!['hmac', 'basic'].includes(optionOf(settings, authenticationOption)))
      problems.add('Options.authentication', 'Enter hmac or basic.');
    if (!['no', 'yes'].includes(optionOf(settings, repeatsOption)))
      problems.add('Options.repeats', 'Enter no or yes.');
    const { light } = settings.wiring;
    checkSounds(problems, settings.wiring, {
      isSound: (tone) => /^[^/\\\p{Cc}]{1,100}$/u.test(tone),
      hint: 'A tone is the name of a file on the device',
    });
    if (light !== null && readStrobe(light) === null)
      problems.add('Wiring.Light', 'Enter a pattern, a color (red, blue, green, amber) and a brightness.');
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(protocolOf(settings, network), { network, secrets: [settings.password] }),
};

/** `2 red 255`: the pattern, the color, the brightness (0–255; the 8190S has 1–3). Null for anything else. */
function readStrobe(text: string): { pattern: number; color1: string; ledlvl: number } | null {
  const [, pattern, color = '', level] = /^(\d{1,2})\s+([a-z]+)(?:\s+(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const ledlvl = Number(level ?? 255);
  return pattern === undefined || !colors.includes(color) || ledlvl > 255
    ? null
    : { pattern: Number(pattern), color1: color, ledlvl };
}

function accessOf(settings: DeviceSettings): AlgoAccess {
  return {
    base: readHttpAddress(settings.address) ?? '',
    username: settings.username || 'admin',
    password: settings.password,
    authentication: optionOf(settings, authenticationOption) === 'basic' ? 'basic' : 'hmac',
  };
}

function protocolOf(settings: DeviceSettings, network: DeviceNetwork): Protocol {
  const { wiring } = settings;
  const access = accessOf(settings);
  const ask = (path: string, signal: AbortSignal) =>
    askAlgo(network, access, { method: 'GET', path }, signal);
  /** It changes with an update of the device only, which restarts it. */
  let isLimited: boolean | null = null;

  async function endsByItself(signal: AbortSignal): Promise<boolean> {
    isLimited ??= await beforeActing(async () => hasLimit(await ask('/api/info/about', signal)));
    return isLimited;
  }
  async function command(
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<CommandOutcome> {
    await askAlgo(network, access, { method: 'POST', path, body }, signal);
    return { kind: 'sent', detail: 'It took the command; it does not say what it does.' };
  }

  return {
    async read(signal) {
      const { json, clockOffsetMs } = await ask('/api/info/status', signal);
      if (json === null) throw malformed('It does not answer as an Algo device does.');
      const faults = wiring.warningSound === null ? [] : await soundFaults(signal);
      return {
        ...{ sounding: null, lit: null, relays: {}, voltage: null, uptimeSeconds: null },
        clockOffsetMs,
        faults,
      };
    },
    async sound({ signal: name, seconds }, signal) {
      const path = name === 'warning' ? wiring.warningSound : wiring.allClearSound;
      if (path === null) return unsupported('No tone is set for this signal.');
      if (!(await endsByItself(signal)))
        return unsupported('Its firmware is older than 5.7 and does not end a sound by itself.');
      const body = { path, loop: optionOf(settings, repeatsOption) === 'yes', duration: seconds };
      return command('/api/controls/tone/start', body, signal);
    },
    async light({ on, limitSeconds }, signal) {
      const strobe = wiring.light === null ? null : readStrobe(wiring.light);
      if (strobe === null) return unsupported('No light is set.');
      if (!on) return command('/api/controls/strobe/stop', undefined, signal);
      const limit = limitSeconds === null ? {} : { duration: Math.ceil(limitSeconds) };
      return command('/api/controls/strobe/start', { ...strobe, ...limit }, signal);
    },
    async play(request, signal) {
      if (request.kind !== 'clip') return unsupported('It plays only clips that lie on it.');
      return command('/api/controls/tone/start', { path: request.name, loop: false }, signal);
    },
    stopSound: (signal) => command('/api/controls/tone/stop', undefined, signal),
    prove: (challenge, signal) => proveByHttp(network, access.base, challenge, signal),
  };

  /** What would keep it from sounding. */
  async function soundFaults(signal: AbortSignal): Promise<string[]> {
    const faults = (await endsByItself(signal))
      ? []
      : ['Its firmware is older than 5.7: it is not used for sound.'];
    const tones = (await ask('/api/info/tonelist', signal)).json?.tonelist;
    if (!Array.isArray(tones)) throw malformed('It gave no list of its tones.');
    const missing = [wiring.warningSound, wiring.allClearSound].filter(
      (name) => name !== null && !tones.includes(name),
    );
    return [...faults, ...missing.map((name) => `It has no tone ${name}.`)];
  }
}

function hasLimit({ json }: AlgoAnswer): boolean {
  const version = json?.['Firmware Version'];
  const [, major, minor] = /(\d+)\.(\d+)/.exec(typeof version === 'string' ? version : '') ?? [];
  if (major === undefined || minor === undefined)
    throw new DeviceFailure('device', 'It does not say which firmware it has.');
  const [needMajor, needMinor] = LIMITED_SINCE;
  return Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor);
}

/** What fails before a command is sent has switched nothing. */
async function beforeActing<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DeviceNetworkError)
      throw new DeviceNetworkError(error.message, 'before', error.because);
    if (error instanceof DeviceFailure && error.mayHaveActed)
      throw new DeviceFailure('device', error.message);
    throw error;
  }
}
