import { malformed } from './device-failure.ts';
import { basicUsernameProblem, httpRelayBoardDriver } from './http-relay-board.ts';
import { objectOf, openHttpSession } from './http-session.ts';
import type { DeviceNetwork, DeviceSettings } from './port.ts';
import type { BoardReading, RelayBoard } from './relay-board.ts';
import { readHttpAddress } from './settings-check.ts';
import { proveByHttp } from './simulator-proof.ts';

const isOutput = (name: string) => /^relay([1-9]|[12]\d|3[0-2])$/.test(name);

/**
 * ControlByWeb 400 series: GET `/state.json`, where a query switches and the answer is the state after it. A timed
 * output is a pulse, whose `pulseTimeN` stands before `relayN=2` (manual of the X-400).
 */
export const controlByWeb = httpRelayBoardDriver({
  name: 'controlbyweb',
  label: 'ControlByWeb (400 series)',
  addressHint: 'host, host:port or https://host',
  outputHint: 'Outputs are relay1 to relay32',
  isOutput,
  usernameProblem: basicUsernameProblem,
  openBoard,
});

function openBoard({ address, username, password }: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const base = readHttpAddress(address) ?? '';
  const http = openHttpSession({ network, base, username, password, authentication: 'basic' });
  const ask = async (query: string, signal: AbortSignal): Promise<BoardReading> => {
    const answer = await http.send({ method: 'GET', path: `/state.json${query}` }, signal);
    return readState(objectOf(answer), network.wallNow());
  };
  return {
    isOutput,
    maxLimitSeconds: 86_400,
    read: (signal) => ask('', signal),
    async set({ output, on, limitSeconds }, signal) {
      const number = output.replace('relay', '');
      const query = limitSeconds === null ? '' : `pulseTime${number}=${limitSeconds}&`;
      const value = limitSeconds === null ? (on ? 1 : 0) : 2;
      return (await ask(`?${query}${output}=${value}`, signal)).relays;
    },
    prove: (challenge, signal) => proveByHttp(network, base, challenge, signal),
  };
}

/** All values are texts. A state without a relay is none. */
function readState(state: Readonly<Record<string, unknown>>, now: number): BoardReading {
  const relays: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(state)) {
    if (!isOutput(name)) continue;
    if (String(value) !== '0' && String(value) !== '1')
      throw malformed(`It says that ${name} is neither on nor off.`);
    relays[name] = String(value) === '1';
  }
  if (Object.keys(relays).length === 0) throw malformed('Its answer names no relay.');
  const utc = numberOf(state.utcTime);
  return {
    relays,
    voltage: numberOf(state.vin),
    clockOffsetMs: utc === null ? null : utc * 1_000 - now,
    uptimeSeconds: null,
    faults: [],
  };
}

/** Null for anything but a finite number or its text. */
function numberOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
