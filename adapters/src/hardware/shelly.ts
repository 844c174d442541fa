import { couldNotReadBack, DeviceFailure, malformed } from './device-failure.ts';
import { httpRelayBoardDriver } from './http-relay-board.ts';
import { isObject, objectOf, openHttpSession } from './http-session.ts';
import type { DeviceNetwork, DeviceSettings } from './port.ts';
import type { BoardReading, RelayBoard } from './relay-board.ts';
import { readHttpAddress } from './settings-check.ts';
import { proveByHttp } from './simulator-proof.ts';

const isOutput = (name: string) => /^switch:[0-7]$/.test(name);

/**
 * Shelly, second generation and later: JSON-RPC by `POST /rpc`, digest authentication with SHA-256 where a password is
 * set, the user always `admin`. `toggle_after` of `Switch.Set` is the timer of the device (shelly-api-docs, Switch).
 */
export const shelly = httpRelayBoardDriver({
  name: 'shelly',
  label: 'Shelly (second generation and later)',
  addressHint: 'host or host:port',
  outputHint: 'Outputs are switch:0 to switch:7',
  isOutput,
  usernameProblem: (username) =>
    username === '' || username === 'admin' ? null : 'Its user is always admin.',
  openBoard,
});

function openBoard({ address, password }: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const base = readHttpAddress(address) ?? '';
  const authentication = 'digest';
  const http = openHttpSession({ network, base, username: 'admin', password, authentication });
  let id = 0;
  const call = async (method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    id += 1;
    const body = JSON.stringify({ id, src: 'allclear', method, params });
    const path = '/rpc';
    const answer = objectOf(
      await http.send({ method: 'POST', path, body, contentType: 'application/json' }, signal),
    );
    if (isObject(answer.error)) {
      const { code, message } = answer.error;
      // -104: it was given up after it had begun.
      throw new DeviceFailure('device', `It refuses: ${String(message)} (${String(code)}).`, code === -104);
    }
    if (answer.id !== id || !isObject(answer.result))
      throw malformed('It does not answer as such a device does.');
    return answer.result;
  };
  return {
    isOutput,
    maxLimitSeconds: 86_400,
    read: async (signal) => readStatus(await call('Shelly.GetStatus', {}, signal), network.wallNow()),
    async set({ output, on, limitSeconds }, signal) {
      const number = Number(output.replace('switch:', ''));
      const limit = limitSeconds === null ? {} : { toggle_after: limitSeconds };
      const done = await call('Switch.Set', { id: number, on, ...limit }, signal);
      if (typeof done.was_on !== 'boolean') throw malformed('It does not answer as such a device does.');
      // It answers with what was before: what is now is read, and that its own timer runs.
      const status = await call('Switch.GetStatus', { id: number }, signal).catch(couldNotReadBack);
      if (typeof status.output !== 'boolean') throw malformed('It does not say what its outputs do.');
      if (status.output && limitSeconds !== null && typeof status.timer_duration !== 'number')
        throw malformed('It is on, and its own timer does not run.');
      return { [output]: status.output };
    },
    prove: (challenge, signal) => proveByHttp(network, base, challenge, signal),
  };
}

function readStatus(status: Readonly<Record<string, unknown>>, now: number): BoardReading {
  const relays: Record<string, boolean> = {};
  const faults: string[] = [];
  let voltage: number | null = null;
  for (const [name, component] of Object.entries(status)) {
    if (!isOutput(name) || !isObject(component)) continue;
    if (typeof component.output !== 'boolean') throw malformed(`It says that ${name} is neither on nor off.`);
    relays[name] = component.output;
    if (typeof component.voltage === 'number') voltage ??= component.voltage;
    if (Array.isArray(component.errors))
      for (const error of component.errors) faults.push(`${name}: ${String(error)}`);
  }
  if (Object.keys(relays).length === 0) throw malformed('Its answer names no switch.');
  const sys = isObject(status.sys) ? status.sys : {};
  return {
    relays,
    voltage,
    // Null at the device until it has the time.
    clockOffsetMs: typeof sys.unixtime === 'number' ? sys.unixtime * 1_000 - now : null,
    uptimeSeconds: typeof sys.uptime === 'number' ? sys.uptime : null,
    faults,
  };
}
