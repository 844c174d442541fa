import { isObject, jsonOf } from '../http-session.ts';
import { digestAuthentication } from './digest-server.ts';
import { type SimulatedAnswer, type SimulatedMake, startHttpSimulator } from './http-simulator.ts';
import type { StartSimulator } from './port.ts';
import { createOutputs, type SimulatedOutputs } from './simulated-outputs.ts';

const names = ['switch:0', 'switch:1', 'switch:2', 'switch:3'];
const device = 'shellypro4pm-f008d1d8b8b8';

/** A Shelly with four switches: RPC over HTTP. */
export const startShellySimulator: StartSimulator = (options = {}) => {
  const outputs = createOutputs(names, options);
  const authenticate = digestAuthentication({
    ...{ realm: device, algorithm: 'SHA-256', username: 'admin', nonceUses: 20 },
  });
  const make: SimulatedMake = {
    authenticate: (request, password) =>
      request.url.pathname === '/shelly' ? null : authenticate(request, password),
    errorInside: ({ body }) =>
      answerTo(body, () => ({ error: { code: -109, message: 'Overtemperature condition' } })),
    answer({ url, body }) {
      if (url.pathname === '/shelly') return json({ id: device, gen: 2, auth_en: true });
      if (url.pathname !== '/rpc') return { status: 404, body: 'Not found' };
      return answerTo(body, (method, params) => callMethod(outputs, method, params));
    },
  };
  return startHttpSimulator(make, outputs, options);
};

type Called = { result: object } | { error: { code: number; message: string } };

function answerTo(
  body: string,
  call: (method: string, params: Readonly<Record<string, unknown>>) => Called,
): SimulatedAnswer {
  const frame = jsonOf(body);
  if (!isObject(frame) || typeof frame.method !== 'string') return { status: 400, body: 'Bad request' };
  const params = isObject(frame.params) ? frame.params : {};
  return json({ id: frame.id, src: device, ...call(frame.method, params) });
}

function callMethod(
  outputs: SimulatedOutputs,
  method: string,
  { id, on, toggle_after }: Readonly<Record<string, unknown>>,
): Called {
  const statusOf = (name: string) => {
    const seconds = outputs.timerOf(name);
    return {
      id: Number(name.replace('switch:', '')),
      ...{ source: 'HTTP_in', output: outputs.says()[name] === true, voltage: 230.4 },
      ...(seconds === null ? {} : { timer_started_at: outputs.now() / 1_000, timer_duration: seconds }),
    };
  };
  if (method === 'Shelly.GetStatus') {
    const sys = { unixtime: Math.floor(outputs.now() / 1_000), uptime: outputs.uptimeSeconds() };
    const switches = Object.fromEntries(names.map((one) => [one, statusOf(one)]));
    return { result: { ...switches, sys } };
  }
  const name = `switch:${String(id)}`;
  if (!outputs.has(name))
    return { error: { code: -105, message: `Argument 'id', value ${String(id)} not found!` } };
  if (method === 'Switch.GetStatus') return { result: statusOf(name) };
  if (method !== 'Switch.Set') return { error: { code: 404, message: `No handler for ${method}` } };
  if (typeof on !== 'boolean') return { error: { code: -103, message: "Missing required argument 'on'!" } };
  const was = outputs.isOn(name);
  outputs.set(name, on, typeof toggle_after === 'number' ? toggle_after : null);
  return { result: { was_on: was } };
}

function json(value: object): SimulatedAnswer {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
