/** The simulators that the benchmark of supervision asks: one that is good for all but a few units, and a silent one. */
import { startControlByWebSimulator } from '@allclear/adapters';

const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
const good = await startControlByWebSimulator({ wiring });
const silent = await startControlByWebSimulator({ wiring, fault: 'silent' });
process.send?.({ good: good.port, silent: silent.port });
