import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/platform/database/database.ts';
import { freshStore } from '../fresh-store.ts';
import { killDeliveries } from './kill-deliveries.ts';
import { killStrikes } from './kill-strikes.ts';

// `npm run kills` kills a hundred times each.
const kills = 3;
const rounds = { random: Math.random, goesOn: (done: number) => done < kills };

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());

test(`${kills} kills while strikes are being stored: it starts again, and nothing acknowledged is lost`, async () => {
  const { delaysSeen } = await killStrikes(rounds);
  // Without delays in the rounds the test would have shown nothing.
  expect(delaysSeen).toBeGreaterThan(kills);
});

test(`${kills} kills in the middle of deliveries, with a provider on a bad day: nothing is lost, nothing comes twice`, async () => {
  const { cutAttempts } = await killDeliveries({ store, ...rounds });
  expect(cutAttempts).toBeGreaterThan(0);
});
