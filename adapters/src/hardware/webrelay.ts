import { malformed } from './device-failure.ts';
import { basicUsernameProblem, httpRelayBoardDriver } from './http-relay-board.ts';
import { openHttpSession, textOf } from './http-session.ts';
import type { DeviceNetwork, DeviceSettings } from './port.ts';
import type { RelayBoard } from './relay-board.ts';
import { readHttpAddress } from './settings-check.ts';
import { proveByHttp } from './simulator-proof.ts';

const isOutput = (name: string) => name === 'relay';

/**
 * The older WebRelay with one relay: GET `/state.xml`, where `relayState=2&pulseTime=5` pulses and the answer is the
 * state after it (manufacturer's manual). Some answer without a status line.
 */
export const webRelay = httpRelayBoardDriver({
  name: 'webrelay',
  label: 'ControlByWeb WebRelay (older, one relay)',
  addressHint: 'host or host:port',
  outputHint: 'Its only output is relay',
  isOutput,
  usernameProblem: basicUsernameProblem,
  openBoard,
});

function openBoard({ address, username, password }: DeviceSettings, network: DeviceNetwork): RelayBoard {
  const base = readHttpAddress(address) ?? '';
  const http = openHttpSession({
    ...{ network, base, username, password, authentication: 'basic', allowsBareAnswer: true },
  });
  const ask = async (query: string, signal: AbortSignal): Promise<{ relay: boolean }> => {
    const text = textOf(await http.send({ method: 'GET', path: `/state.xml${query}` }, signal));
    // Cut off, it would still begin rightly.
    const inside = /<datavalues>([\s\S]*)<\/datavalues>/.exec(text)?.[1] ?? '';
    const states = [...inside.matchAll(/<relaystate>\s*([01])\s*<\/relaystate>/g)];
    if (states.length !== 1) throw malformed('It does not answer as such a device does.');
    return { relay: states[0]?.[1] === '1' };
  };
  return {
    isOutput,
    maxLimitSeconds: 86_400,
    read: async (signal) => ({
      relays: await ask('', signal),
      ...{ voltage: null, clockOffsetMs: null, uptimeSeconds: null, faults: [] },
    }),
    set: ({ on, limitSeconds }, signal) =>
      ask(
        limitSeconds === null ? `?relayState=${on ? 1 : 0}` : `?relayState=2&pulseTime=${limitSeconds}`,
        signal,
      ),
    prove: (challenge, signal) => proveByHttp(network, base, challenge, signal),
  };
}
