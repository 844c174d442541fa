import { malformed } from './device-failure.ts';
import { isObject, jsonOf, openHttpSession, textOf } from './http-session.ts';
import type { DeviceDriver, DeviceNetwork, DeviceSettings } from './port.ts';
import { createDevice } from './protocol-device.ts';
import { type BoardReading, type RelayBoard, relayBoardProtocol } from './relay-board.ts';
import {
  checkCommon,
  checkHttpAddress,
  checkListedOutputs,
  collectProblems,
  listedOutputsHint,
  optionOf,
  outputsOf,
  outputsOption,
  readHttpAddress,
} from './settings-check.ts';
import { proveByHttp } from './simulator-proof.ts';

const path = (name: string, label: string, hint: string) => ({ name, label, fallback: '', hint });
const onPath = path('onPath', 'Path that switches on', 'As /relay/{output}/on');
const offPath = path('offPath', 'Path that switches off', 'As /relay/{output}/off');
const pulsePath = path(
  'pulsePath',
  'Path that switches on for a time',
  'Optional; as /relay/{output}/pulse?time={seconds}. The device must end it itself. Without it, it is not for sound.',
);
const statePath = path(
  'statePath',
  'Path that says what the outputs do',
  'Optional; as /state or /relay/{output}. Without it a command is sent, not confirmed.',
);
const statePointer = path(
  'statePointer',
  'Where the state stands in the JSON of that answer',
  'Optional; a JSON pointer, as /outputs/{output}. Without it the text of the answer is searched.',
);
const onText = { name: 'onText', label: 'What it says for on', fallback: 'true', hint: 'As true, 1 or ON' };
const offText = {
  name: 'offText',
  label: 'What it says for off',
  fallback: 'false',
  hint: 'As false, 0 or OFF',
};
const method = { name: 'method', label: 'Method of commands', fallback: 'GET', hint: 'GET or POST' };
const authentication = {
  name: 'authentication',
  label: 'Authentication',
  fallback: 'basic',
  hint: 'basic, digest or bearer; without a password none is sent',
};
const options = [
  ...[onPath, offPath, pulsePath, statePath, statePointer, onText, offText],
  ...[method, authentication, outputsOption],
];

/** Any device that is switched by HTTP requests whose paths an Admin writes. */
export const httpHook: DeviceDriver = {
  name: 'http-hook',
  label: 'HTTP requests (any device)',
  abilities: { sound: 'limited', light: true, relays: true, plays: [], readsBack: true },
  addressHint: 'host, host:port or https://host',
  options,
  outputHint: listedOutputsHint,
  check(settings) {
    const problems = collectProblems();
    const value = (option: (typeof options)[number]) => optionOf(settings, option);
    checkCommon(problems, settings, options);
    checkHttpAddress(problems, settings);
    if (settings.username.includes(':') && value(authentication) === 'basic')
      problems.add('Username', 'The user name holds a colon.');
    for (const option of [onPath, offPath, pulsePath, statePath]) {
      const text = value(option);
      if (text !== '' && !isPath(text))
        problems.add(
          `Options.${option.name}`,
          'Enter a path that begins with / and holds no blank and no #.',
        );
    }
    const pulse = value(pulsePath);
    if (pulse !== '' && !pulse.includes('{seconds}'))
      problems.add('Options.pulsePath', 'It must hold {seconds}: the device ends the sound itself.');
    const pointer = value(statePointer);
    if (pointer !== '' && !/^(\/([^~/]|~[01])*)+$/.test(pointer))
      problems.add('Options.statePointer', 'Enter a JSON pointer, as /outputs/{output}.');
    if (value(onText) === value(offText)) problems.add('Options.offText', 'On and off are the same text.');
    if (!['GET', 'POST'].includes(value(method))) problems.add('Options.method', 'Enter GET or POST.');
    if (!['basic', 'digest', 'bearer'].includes(value(authentication)))
      problems.add('Options.authentication', 'Enter basic, digest or bearer.');
    checkListedOutputs(problems, settings, { canSound: pulse !== '' });
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(relayBoardProtocol(openBoard(settings, network), settings.wiring), {
      network,
      secrets: [settings.password],
    }),
};

function isPath(text: string): boolean {
  return /^\/(?!\/)[!-~]*$/.test(text) && !/[#\\]/.test(text);
}

function openBoard(settings: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const value = (option: (typeof options)[number]) => optionOf(settings, option);
  const base = readHttpAddress(settings.address) ?? '';
  const asked = value(authentication);
  const http = openHttpSession({
    ...{ network, base, username: settings.username, password: settings.password },
    authentication: asked === 'digest' || asked === 'bearer' ? asked : 'basic',
  });
  const outputs = outputsOf(value(outputsOption));

  const stateOf = (text: string, output: string): boolean => {
    const pointer = value(statePointer).replaceAll('{output}', output);
    const [on, off] = [value(onText), value(offText)];
    if (pointer === '') {
      const [saysOn, saysOff] = [text.includes(on), text.includes(off)];
      // One of the two may stand inside the other.
      if (saysOn && saysOff && on.includes(off)) return true;
      if (saysOn && saysOff && off.includes(on)) return false;
      if (saysOn === saysOff) throw malformed(`Its answer says neither on nor off of ${output}.`);
      return saysOn;
    }
    const found = pointedAt(jsonOf(text), pointer);
    if (found !== on && found !== off) throw malformed(`Its answer says neither on nor off of ${output}.`);
    return found === on;
  };
  const ask = async (at: string, signal: AbortSignal) =>
    textOf(await http.send({ method: 'GET', path: at }, signal));
  const read = async (signal: AbortSignal): Promise<BoardReading> => {
    const at = value(statePath);
    const shared = at.includes('{output}') ? null : await ask(at, signal);
    const relays: Record<string, boolean> = {};
    for (const output of outputs)
      relays[output] = stateOf(shared ?? (await ask(at.replaceAll('{output}', output), signal)), output);
    return { relays, voltage: null, clockOffsetMs: null, uptimeSeconds: null, faults: [] };
  };
  return {
    isOutput: (name) => outputs.includes(name),
    maxLimitSeconds: value(pulsePath) === '' ? 0 : 86_400,
    read: value(statePath) === '' ? null : read,
    async set({ output, on, limitSeconds }, signal) {
      const template = value(limitSeconds === null ? (on ? onPath : offPath) : pulsePath);
      const at = template.replaceAll('{output}', output).replaceAll('{seconds}', String(limitSeconds));
      await http.send({ method: value(method) === 'POST' ? 'POST' : 'GET', path: at }, signal);
      return null;
    },
    prove: (challenge, signal) => proveByHttp(network, base, challenge, signal),
  };
}

/** The value at a JSON pointer (RFC 6901) as text; null where there is none, or no plain value. */
function pointedAt(value: unknown, pointer: string): string | null {
  let current = value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current) && /^\d{1,4}$/.test(key)) current = current[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return null;
  }
  return ['string', 'number', 'boolean'].includes(typeof current) ? String(current) : null;
}
