import { basicAuthentication, type SimulatedMake, startHttpSimulator } from './http-simulator.ts';
import type { StartSimulator } from './port.ts';
import { createOutputs } from './simulated-outputs.ts';

const defaultPulseSeconds = 1.5;

/** An older WebRelay, which answers without a status line. */
export const startWebRelaySimulator: StartSimulator = (options = {}) => {
  const outputs = createOutputs(['relay'], options);
  const make: SimulatedMake = {
    isBare: true,
    authenticate: basicAuthentication(options.username),
    errorInside: () => ({ body: '<error>command not permitted</error>' }),
    answer({ url }) {
      if (url.pathname !== '/state.xml') return { status: 404, body: 'Not found' };
      const state = url.searchParams.get('relayState');
      const pulse = url.searchParams.get('pulseTime');
      if (state === '2') outputs.set('relay', true, pulse === null ? defaultPulseSeconds : Number(pulse));
      else if (state !== null) outputs.set('relay', state === '1');
      const on = outputs.says().relay === true;
      return {
        body: `<?xml version="1.0" encoding="utf-8" ?>\n<datavalues>\n<relaystate>${on ? 1 : 0}</relaystate>\n<inputstate>0</inputstate>\n<rebootstate>0</rebootstate>\n<totalreboots>0</totalreboots>\n</datavalues>\n`,
      };
    },
  };
  return startHttpSimulator(make, outputs, options);
};
