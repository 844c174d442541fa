import { basicAuthentication, type SimulatedMake, startHttpSimulator } from './http-simulator.ts';
import type { StartSimulator } from './port.ts';
import { createOutputs } from './simulated-outputs.ts';

const names = ['relay1', 'relay2', 'relay3', 'relay4'];
/** A pulse without `pulseTime` in front of it. */
const defaultPulseSeconds = 1.5;

/** A board of the 400 series with four relays. */
export const startControlByWebSimulator: StartSimulator = (options = {}) => {
  const outputs = createOutputs(names, options);
  const make: SimulatedMake = {
    authenticate: basicAuthentication(options.username),
    errorInside: () => ({ body: '{"error":"command not permitted"}' }),
    answer({ url }) {
      if (url.pathname !== '/state.json') return { status: 404, body: 'Not found' };
      const pulses = new Map<string, number>();
      // In the order of the query: a pulse takes the time in front of it.
      for (const [name, value] of url.searchParams) {
        if (name.startsWith('pulseTime')) pulses.set(name.replace('pulseTime', 'relay'), Number(value));
        if (!outputs.has(name)) continue;
        if (value === '2') outputs.set(name, true, pulses.get(name) ?? defaultPulseSeconds);
        else outputs.set(name, value === '1');
      }
      const relays = Object.entries(outputs.says()).map(([name, on]) => [name, on ? '1' : '0']);
      return {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...Object.fromEntries(relays),
          ...{ digitalInput1: '0', digitalInput2: '0', vin: '12.1', register1: '0' },
          ...{ utcTime: String(Math.floor(outputs.now() / 1_000)), timezoneOffset: '-14400' },
          ...{ serialNumber: '00:0C:C8:00:00:00', minRecRefresh: '3' },
        }),
      };
    },
  };
  return startHttpSimulator(make, outputs, options);
};
