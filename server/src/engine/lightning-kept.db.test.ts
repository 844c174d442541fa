import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHouse, startAt, type TestHouse } from '../../test/test-house.ts';
import { startEngine } from './engine.ts';

const day = 86_400_000;

let house: TestHouse;
beforeEach(async () => {
  house = await openTestHouse();
  house.clock.set(startAt);
  for (const daysAgo of [9, 5, 1]) await house.sweep(startAt - daysAgo * day, startAt - daysAgo * day + 20_000, [{}, {}]);
});
afterEach(() => house.close());

const kept = async () => {
  const count = async (table: string) => Number((await house.store.pool.query(`select count(*) from ${table}`)).rows[0]!.count);
  return { flashes: await count('flashes'), sweeps: await count('lightning_sweeps') };
};

/** Runs an engine until its first housekeeping has left so many flashes, or had its time. */
async function keepHouse(flashesLeft: number, lightningKeptMs?: number): Promise<void> {
  const { store, clock, live, alerts } = house;
  const own = lightningKeptMs === undefined ? {} : { lightningKeptMs };
  const engine = startEngine({ store, clock, live, alerts, lightning: [], observations: [], alertFeeds: [], log: pino({ level: 'silent' }), ...own });
  // Nothing tells that nothing was dropped: the first look comes after it has surely been.
  for (let tries = 0; tries < 20 && (tries === 0 || (await kept()).flashes > flashesLeft); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await engine.stop();
}

test('strikes and looks are kept for a year and more, or as long as is wanted', { timeout: 30_000 }, async () => {
  await keepHouse(6);
  expect(await kept()).toEqual({ flashes: 6, sweeps: 3 });
  await keepHouse(2, 3 * day);
  expect(await kept()).toEqual({ flashes: 2, sweeps: 1 });
});
