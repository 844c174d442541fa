import { afterAll, beforeAll } from 'vitest';
import { seed } from './random.ts';
import { openServers, type Servers } from './servers.ts';

/** Set by `npm run attacks`: the limits hold as they are, whatever else the machine does. */
export const isStrict = process.env.ATTACKS === 'strict' || process.env.ATTACKS === 'long';
/** Set by `npm run attacks -- --long`: also what takes minutes. */
export const isLong = process.env.ATTACKS === 'long';

/** The servers, once `beforeAll` has started them. */
export type Attacked = () => Servers;

/** Starts the servers for the tests of the file that calls this. */
export function underAttack(): Attacked {
  let servers: Servers | undefined;
  beforeAll(async () => {
    console.log(`ATTACKS_SEED=${seed}`);
    servers = await openServers();
  });
  afterAll(() => servers?.close());
  return () => {
    if (!servers) throw new Error('The servers have not been started.');
    return servers;
  };
}
