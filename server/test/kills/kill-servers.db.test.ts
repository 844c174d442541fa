import { expect, test } from 'vitest';
import { freshStore } from '../fresh-store.ts';
import { killDeliveries } from './kill-deliveries.ts';
import { killHardware } from './kill-hardware.ts';
import { killStrikes } from './kill-strikes.ts';
import { killWebhooks } from './kill-webhooks.ts';

// `npm run kills` kills a hundred times each.
const kills = 2;
const rounds = { random: Math.random, goesOn: (done: number) => done < kills };

test(`${kills} kills while strikes are being stored: it starts again, and nothing acknowledged is lost`, async () => {
  const { delaysSeen } = await killStrikes(rounds);
  // Without delays in the rounds the test would have shown nothing.
  expect(delaysSeen).toBeGreaterThan(kills);
});

test(`${kills} kills in the middle of deliveries, with a provider on a bad day: nothing is lost, nothing comes twice`, async () => {
  // Whether a kill cuts an attempt off is a matter of milliseconds. Without one the test would have shown nothing.
  for (let tries = 0, cutAttempts = 0; cutAttempts === 0; tries++) {
    expect(tries).toBeLessThan(3);
    const store = await freshStore();
    try {
      ({ cutAttempts } = await killDeliveries({ store, ...rounds }));
    } finally {
      await store.close();
    }
  }
});

test(`${kills} kills while events are sent to webhooks that fail now and then: none is lost`, async () => {
  const store = await freshStore();
  try {
    const { events } = await killWebhooks({ store, ...rounds });
    expect(events).toBeGreaterThan(kills);
  } finally {
    await store.close();
  }
});

test('kills while sirens sound: nothing stays on, nothing acknowledged is lost, no all clear sounds twice', async () => {
  const store = await freshStore();
  try {
    const { commands } = await killHardware({ store, ...rounds, goesOn: (done) => done < 1 });
    expect(commands).toBeGreaterThan(0);
  } finally {
    await store.close();
  }
});
