import { basicAuthentication, type SimulatedMake, startHttpSimulator } from './http-simulator.ts';
import type { StartSimulator } from './port.ts';
import { createOutputs } from './simulated-outputs.ts';

const names = ['relay1', 'relay2', 'relay3', 'relay4'];

/** The options with which the driver speaks to it. */
export const simulatedHookOptions = {
  onPath: '/relay/{output}/on',
  offPath: '/relay/{output}/off',
  pulsePath: '/relay/{output}/pulse?time={seconds}',
  statePath: '/state',
  statePointer: '/outputs/{output}',
} as const;

/** A device with four relays and paths of its own. */
export const startHttpHookSimulator: StartSimulator = (options = {}) => {
  const outputs = createOutputs(names, options);
  const make: SimulatedMake = {
    authenticate: basicAuthentication(options.username),
    errorInside: () => ({ body: '{"status":"error","message":"overheated"}' }),
    answer({ url }) {
      const [, name = '', action] = /^\/relay\/(\w+)\/(on|off|pulse)$/.exec(url.pathname) ?? [];
      if (action !== undefined && !outputs.has(name)) return { status: 404, body: 'Not found' };
      const time = Number(url.searchParams.get('time'));
      if (action === 'pulse' && !(time > 0)) return { status: 400, body: 'time?' };
      if (action === 'pulse') outputs.set(name, true, time);
      else if (action !== undefined) outputs.set(name, action === 'on');
      else if (url.pathname !== '/state') return { status: 404, body: 'Not found' };
      const body = action === undefined ? JSON.stringify({ outputs: outputs.says() }) : 'OK';
      return { headers: { 'Content-Type': 'application/json' }, body };
    },
  };
  return startHttpSimulator(make, outputs, options);
};
