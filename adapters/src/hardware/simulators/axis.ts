import { isObject, jsonOf } from '../http-session.ts';
import { type AxisResult, type AxisService, createAxisOperations } from './axis-operations.ts';
import { digestAuthentication } from './digest-server.ts';
import {
  type SimulatedAnswer,
  type SimulatedMake,
  type SimulatedRequest,
  startHttpSimulator,
} from './http-simulator.ts';
import type { Simulator, SimulatorOptions } from './port.ts';
import { createOutputs, type SimulatedOutputs } from './simulated-outputs.ts';

const patterns = ['Alarm: Horror', 'Alarm: Siren alternate', 'Alarm: Pulse'];
const lights = ['Alternate / red', 'Alternate / blue, red', 'Flash / red'];
const clips = ['Go inside', 'All clear', 'This is a test'];
/** Seconds of a clip. */
const clipSeconds = 3;

export interface AxisSimulator extends Simulator {
  /** Something else uses the device, such as the fire alarm; 11 is its maintenance mode. */
  occupy(service: AxisService, priority: number): void;
  free(service: AxisService, priority: number): void;
  /** What a check of itself found. */
  readonly healthErrors: string[];
  /** Milliseconds of sound that were sent to it, by request. */
  readonly audio: readonly number[];
}

/** An Axis siren with a light and clips: VAPIX with digest authentication (MD5). */
export async function startAxisSimulator(options: SimulatorOptions = {}): Promise<AxisSimulator> {
  const wiring = {
    warningSound: patterns[0] ?? '',
    allClearSound: patterns[1] ?? '',
    light: lights[0] ?? '',
  };
  const outputs = createOutputs([...patterns, ...lights], { wiring, ...options });
  const device = createAxisOperations(outputs);
  const healthErrors: string[] = [];
  const audio: number[] = [];
  const make: SimulatedMake = {
    authenticate: digestAuthentication({
      ...{
        realm: 'AXIS_00408C000000',
        algorithm: 'MD5',
        username: options.username || 'root',
        nonceUses: 20,
      },
    }),
    errorInside: ({ url, body }) =>
      url.pathname.includes('siren_and_light')
        ? answerCall(outputs, body, () => ({ error: { code: 1100, message: 'Internal error' } }))
        : answered(outputs, 'Error: 30 The audio output is in use'),
    answer(request) {
      const { pathname } = request.url;
      if (pathname === '/axis-cgi/siren_and_light.cgi')
        return answerCall(outputs, request.body, (method, params) =>
          method === 'getLastHealthCheck'
            ? { data: { timestamp: '2026-01-01T00:00:00Z', errors: healthErrors } }
            : device.call(method, params),
        );
      if (pathname === '/axis-cgi/audio/transmit.cgi') return transmit(outputs, audio, request);
      return answerClip(outputs, request);
    },
  };
  const simulator = await startHttpSimulator(make, outputs, options);
  const isPlaying = () => clips.find((name) => outputs.isOn(`clip ${name}`)) ?? null;
  return {
    address: simulator.address,
    port: simulator.port,
    commands: simulator.commands,
    get fault() {
      return simulator.fault;
    },
    setFault: simulator.setFault,
    close: simulator.close,
    state: () => ({ ...simulator.state(), playing: isPlaying() }),
    occupy: device.occupy,
    free: device.free,
    healthErrors,
    audio,
  };
}

function answerCall(
  outputs: SimulatedOutputs,
  body: string,
  call: (method: string, params: Readonly<Record<string, unknown>>) => AxisResult,
): SimulatedAnswer {
  const frame = jsonOf(body);
  if (!isObject(frame) || typeof frame.method !== 'string')
    return answered(outputs, JSON.stringify({ error: { code: 2101, message: 'JSON input error' } }));
  const { method, params } = frame;
  return answered(
    outputs,
    JSON.stringify({ apiVersion: '1.0', method, ...call(method, isObject(params) ? params : {}) }),
  );
}

function answerClip(outputs: SimulatedOutputs, { url }: SimulatedRequest): SimulatedAnswer {
  const name = (index: number) => `clip ${clips[index] ?? ''}`;
  if (url.pathname === '/axis-cgi/param.cgi')
    return answered(
      outputs,
      clips
        .map((clip, index) => `root.MediaClip.M${index}.Name=${clip}\nroot.MediaClip.M${index}.Type=audio\n`)
        .join(''),
    );
  if (url.pathname === '/axis-cgi/playclip.cgi') {
    const clip = Number(url.searchParams.get('clip'));
    if (!clips[clip]) return answered(outputs, 'Error: no such clip');
    outputs.set(name(clip), true, clipSeconds);
    return answered(outputs, `playing=${clip}\n`);
  }
  if (url.pathname === '/axis-cgi/stopclip.cgi') {
    for (const index of clips.keys()) if (outputs.isOn(name(index))) outputs.set(name(index), false);
    return answered(outputs, 'OK\n');
  }
  return { status: 404, body: 'Not found' };
}

function transmit(
  outputs: SimulatedOutputs,
  audio: number[],
  { body, headers }: SimulatedRequest,
): SimulatedAnswer {
  if (headers['content-type'] !== 'audio/basic') return { status: 415, body: '' };
  if (body !== '') {
    audio.push(Number(headers['content-length']) / 8);
    outputs.set('live sound', true, 0);
  }
  return answered(outputs, '');
}

function answered(outputs: SimulatedOutputs, body: string): SimulatedAnswer {
  const isJson = body.startsWith('{');
  return {
    headers: {
      'Content-Type': isJson ? 'application/json' : 'text/plain',
      Date: new Date(outputs.now()).toUTCString(),
    },
    body,
  };
}
