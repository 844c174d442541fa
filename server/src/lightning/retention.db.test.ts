import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { startEngine } from '../platform/engine/engine.ts';
import { lightningRetention } from './retention.ts';

const day = 86_400_000;

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
  server.clock.set(startAt);
  for (const daysAgo of [9, 5, 1])
    await server.batch(startAt - daysAgo * day, startAt - daysAgo * day + 20_000, [{}, {}]);
});
afterEach(() => server.close());

const kept = async () => {
  const count = async (table: string) =>
    Number((await server.store.pool.query(`select count(*) from ${table}`)).rows[0]!.count);
  return { flashes: await count('flashes'), batches: await count('lightning_batches') };
};

/** Runs an engine until its first housekeeping has left so many flashes, or had its time. */
async function dropOldRows(flashesLeft: number, weather: 'network' | 'simulated'): Promise<void> {
  const { store, clock } = server;
  const engine = startEngine({
    store,
    clock,
    loops: [],
    retention: lightningRetention(weather),
    reload: async () => {},
    log: pino({ level: 'silent' }),
  });
  // There is no event for a drop that finds nothing: the first count is made when it has certainly run.
  for (let tries = 0; tries < 20 && (tries === 0 || (await kept()).flashes > flashesLeft); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await engine.stop();
}

test('strikes and looks are kept for a year and more, simulated ones for three days', {
  timeout: 30_000,
}, async () => {
  await dropOldRows(6, 'network');
  expect(await kept()).toEqual({ flashes: 6, batches: 3 });
  await dropOldRows(2, 'simulated');
  expect(await kept()).toEqual({ flashes: 2, batches: 1 });
});
