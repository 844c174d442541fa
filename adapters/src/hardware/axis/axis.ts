import { MAX_SPEECH_SECONDS } from '../../speech/port.ts';
import { ulawSeconds } from '../../speech/speech-from-wav.ts';
import { answerClockOffset } from '../answer-clock.ts';
import { DeviceFailure, unsupported } from '../device-failure.ts';
import { type HttpSession, openHttpSession } from '../http-session.ts';
import {
  type CommandOutcome,
  type DeviceDriver,
  type DeviceNetwork,
  DeviceNetworkError,
  type DeviceSettings,
  type DriverOption,
} from '../port.ts';
import { createDevice, type Protocol } from '../protocol-device.ts';
import {
  checkCommon,
  checkHttpAddress,
  checkSounds,
  collectProblems,
  optionOf,
  readHttpAddress,
} from '../settings-check.ts';
import { proveByHttp } from '../simulator-proof.ts';
import { listAxisClips, playAxisClip, stopAxisClip, transmitAxisAudio } from './axis-audio.ts';
import {
  type AxisOperation,
  type AxisService,
  activeOperation,
  callAxis,
  lastHealthFaults,
  readAxisStatus,
  whatIsAbove,
} from './axis-siren.ts';

const priorityOption: DriverOption = {
  name: 'priority',
  label: 'Priority',
  fallback: '8',
  hint: '1 to 10. What has a higher one on the device keeps ours silent and dark; others have 3 unless set.',
};
const sirenIntensityOption: DriverOption = {
  name: 'sirenIntensity',
  label: 'Loudness of the siren',
  fallback: '5',
  hint: '1 to 10, as the device has them.',
};
const lightIntensityOption: DriverOption = {
  name: 'lightIntensity',
  label: 'Brightness of the light',
  fallback: '5',
  hint: '1 to 10, as the device has them.',
};
const lightSpeedOption: DriverOption = {
  name: 'lightSpeed',
  label: 'Speed of the light',
  fallback: '3',
  hint: '1 to 10, as the device has them.',
};
const options = [priorityOption, sirenIntensityOption, lightIntensityOption, lightSpeedOption];

/**
 * Axis sirens with lights, and Axis network speakers: VAPIX with digest authentication. A sound has a duration in
 * seconds, which the device keeps itself (developer.axis.com, Siren and light; Media clip; Audio).
 */
export const axis: DeviceDriver = {
  name: 'axis',
  label: 'Axis siren and light, or network speaker',
  abilities: { sound: 'limited', light: true, relays: false, plays: ['clip', 'audio'], readsBack: true },
  addressHint: 'host, host:port or https://host',
  options,
  outputHint:
    'Sounds are patterns of the device, such as Alarm: Horror. The light is a pattern with its colors: Alternate / blue, red',
  check(settings) {
    const problems = collectProblems();
    checkCommon(problems, settings, options);
    checkHttpAddress(problems, settings);
    if (settings.username === '' && settings.password !== '')
      problems.add('Username', 'Its users have names.');
    for (const option of options)
      if (numberOf(settings, option) === null)
        problems.add(`Options.${option.name}`, 'Enter a whole number from 1 to 10.');
    const { light } = settings.wiring;
    checkSounds(problems, settings.wiring, { isSound: isPattern, hint: 'Enter a pattern of the device' });
    if (light !== null && readLight(light) === null)
      problems.add('Wiring.Light', 'Enter a pattern of the device, then its colors: Alternate / blue, red.');
    return problems.fields;
  },
  open: (settings, network) =>
    createDevice(protocolOf(settings, network), {
      network,
      secrets: [settings.password],
      playMs: (MAX_SPEECH_SECONDS + 1) * 1000 + network.timeoutMs,
    }),
};

function isPattern(text: string): boolean {
  return /^[^\p{Cc}/]{1,100}$/u.test(text) && text.trim() !== '';
}

/** `Alternate / blue, red`: the pattern and its colors, which may be left out. */
function readLight(text: string): { pattern: string; colors?: string[] } | null {
  const [pattern = '', list, ...rest] = text.split('/').map((part) => part.trim());
  if (!isPattern(pattern) || rest.length > 0) return null;
  if (list === undefined) return { pattern };
  const colors = list.split(',').map((color) => color.trim().toLowerCase());
  return colors.every((color) => /^[a-z]{1,20}$/.test(color)) ? { pattern, colors } : null;
}

function numberOf(settings: Pick<DeviceSettings, 'options'>, option: DriverOption): number | null {
  const text = optionOf(settings, option);
  return /^([1-9]|10)$/.test(text) ? Number(text) : null;
}

function protocolOf(settings: DeviceSettings, network: DeviceNetwork): Protocol {
  const { address, username, password, wiring } = settings;
  const base = readHttpAddress(address) ?? '';
  const http = openHttpSession({ network, base, username, password, authentication: 'digest' });
  const priority = numberOf(settings, priorityOption) ?? 8;
  const isSiren = wiring.warningSound !== null || wiring.allClearSound !== null;
  const light = wiring.light === null ? null : readLight(wiring.light);
  const services = { http, priority };

  return {
    async read(signal) {
      if (!isSiren && light === null) {
        // A speaker cannot say what it plays.
        await listAxisClips(http, signal);
        return { ...nothingElse, clockOffsetMs: null, sounding: null, lit: null, faults: [] };
      }
      const status = await readAxisStatus(http, signal);
      const health = await lastHealthFaults(http, signal);
      const above = [
        isSiren && whatIsAbove(status.siren, priority),
        light && whatIsAbove(status.light, priority),
      ];
      return {
        ...nothingElse,
        clockOffsetMs: answerClockOffset(status.answer, network.wallNow()),
        sounding: isSiren ? activeOperation(status.siren, priority) !== null : null,
        lit: light === null ? null : activeOperation(status.light, priority) !== null,
        faults: [...new Set(above.filter((fault) => typeof fault === 'string')), ...health],
      };
    },
    async sound({ signal: name, seconds }, signal) {
      const pattern = name === 'warning' ? wiring.warningSound : wiring.allClearSound;
      if (pattern === null) return unsupported('No pattern is set up for this signal.');
      const intensity = numberOf(settings, sirenIntensityOption);
      return start(services, 'siren', { pattern, intensity }, seconds, signal);
    },
    async light({ on, limitSeconds }, signal) {
      if (light === null) return unsupported('No pattern is set up for the light.');
      if (!on) return stop(services, 'light', signal);
      const brightness = {
        intensity: numberOf(settings, lightIntensityOption),
        speed: numberOf(settings, lightSpeedOption),
      };
      return start(services, 'light', { ...light, ...brightness }, limitSeconds, signal);
    },
    async play(request, signal) {
      if (request.kind === 'clip') return playAxisClip(http, request.name, signal);
      if (request.kind !== 'audio') return unsupported('It does not speak a text itself.');
      const seconds = ulawSeconds(request.ulaw);
      if (seconds === 0 || seconds > MAX_SPEECH_SECONDS)
        return unsupported(`The sound lasts up to ${MAX_SPEECH_SECONDS} seconds.`);
      return transmitAxisAudio(network, { base, username, password }, request.ulaw, signal);
    },
    async stopSound(signal) {
      const siren = isSiren ? await stop(services, 'siren', signal) : null;
      const clip = await stopAxisClip(http, signal).catch((error: unknown) => {
        // A siren without clips does not have that.
        if (siren !== null && error instanceof DeviceFailure && !error.mayHaveActed) return null;
        throw error;
      });
      return siren ?? clip ?? unsupported('It has nothing that sounds.');
    },
    prove: (challenge, signal) => proveByHttp(network, base, challenge, signal),
  };
}

const nothingElse = { relays: {}, voltage: null, uptimeSeconds: null };

interface Services {
  readonly http: HttpSession;
  readonly priority: number;
}

/** Starts a service and reads back whether the device carries it out. `seconds` null: without an end. */
async function start(
  { http, priority }: Services,
  service: AxisService,
  what: object,
  seconds: number | null,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  // Always seconds: repetitions of a pattern are of any length.
  const duration = seconds === null ? {} : { duration: { unit: 'seconds', value: Math.ceil(seconds) } };
  const { data } = await callAxis(http, 'start', { [service]: { ...what, priority, ...duration } }, signal);
  const id = data[`${service}Id`];
  const operations = await readBack(http, service, signal);
  if (operations === null)
    return { kind: 'unknown', detail: 'It took the command, and then did not say what it does.' };
  const above = whatIsAbove(operations, priority);
  if (above !== null) return { kind: 'unknown', detail: `It took the command. ${above}` };
  const active = activeOperation(operations, priority);
  const isOther = typeof id === 'number' && active?.id != null && active.id !== id;
  if (active === null || isOther)
    return { kind: 'unknown', detail: `It took the command, and says that the ${service} is not on.` };
  if (seconds !== null && active.secondsLeft !== null && active.secondsLeft > Math.ceil(seconds))
    return {
      kind: 'unknown',
      detail: 'It took the command, and says that it goes on for longer than asked.',
    };
  const end = seconds === null ? '' : ` It ends by itself after ${seconds} s.`;
  return { kind: 'confirmed', detail: `It says that the ${service} is on.${end}` };
}

/**
 * Ends what we have started. What others have started with another priority goes on: it may be the fire alarm.
 */
async function stop(
  { http, priority }: Services,
  service: AxisService,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const before = (await readAxisStatus(http, signal))[service];
  const isAlone = before.every((operation) => operation.priority === priority);
  const ours = before.find((operation) => operation.priority === priority) ?? null;
  if (isAlone) await stopQuietly(http, { all: [service] }, signal);
  else if (ours?.id != null) await stopQuietly(http, { [`${service}Id`]: ours.id }, signal);
  else if (ours !== null)
    return {
      kind: 'refused',
      because: 'device',
      detail: 'Something else uses it too; ours cannot be ended alone.',
    };
  const operations = await readBack(http, service, signal);
  if (operations === null)
    return { kind: 'unknown', detail: 'It took the command, and then did not say what it does.' };
  if (operations.some((operation) => operation.priority === priority))
    return { kind: 'unknown', detail: `It took the command, and says that the ${service} is still on.` };
  const others = operations.length > 0 ? ' Something else uses it still.' : '';
  return { kind: 'confirmed', detail: `It says that our ${service} is off.${others}` };
}

/** 1203: there is nothing to stop. */
async function stopQuietly(http: HttpSession, params: object, signal: AbortSignal): Promise<void> {
  try {
    await callAxis(http, 'stop', params, signal);
  } catch (error) {
    if (!(error instanceof DeviceFailure && error.message.includes('(1203)'))) throw error;
  }
}

/** Null when it does not answer: a command before it may have been carried out all the same. */
async function readBack(
  http: HttpSession,
  service: AxisService,
  signal: AbortSignal,
): Promise<readonly AxisOperation[] | null> {
  try {
    return (await readAxisStatus(http, signal))[service];
  } catch (error) {
    if (error instanceof DeviceNetworkError || error instanceof DeviceFailure) return null;
    throw error;
  }
}
