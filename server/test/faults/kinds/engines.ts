import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';

/** Two servers on the database; which is the one that something happens to is left to chance. */
async function twoServers(stage: Stage) {
  if (stage.servers.length < 2) await stage.start();
  const chosen = stage.servers[Math.floor(stage.random() * 2)];
  if (!chosen || stage.servers.length < 2) throw new Error('There are no two servers.');
  // Both hold a share of the places.
  await pause(3_000);
  return chosen;
}

export const killedEngine: Fault = {
  name: 'killed-engine',
  what: 'of two engines on one database one is killed (kill -9)',
  stage: { weather: 'storms' },
  logged: /the share of the places changed/,
  async strike(stage) {
    const chosen = await twoServers(stage);
    await chosen.kill();
    stage.ended(chosen);
  },
};

export const pausedEngine: Fault = {
  name: 'paused-engine',
  what: 'of two engines on one database one stands still and wakes when the other has its places',
  stage: { weather: 'storms' },
  logged: /the share of the places changed/,
  async strike(stage, { isShort }) {
    const chosen = await twoServers(stage);
    chosen.child.kill('SIGSTOP');
    try {
      // Its places pass on after ten seconds, its connection is ended after twenty.
      await pause(isShort ? 12_000 : 30_000);
    } finally {
      chosen.child.kill('SIGCONT');
    }
    await pause(1_000);
  },
};
