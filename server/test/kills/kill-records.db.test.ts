import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/platform/database/database.ts';
import { freshStore } from '../fresh-store.ts';
import { killAudit } from './kill-audit.ts';
import { killErasures } from './kill-erasures.ts';
import { killImports } from './kill-imports.ts';
import { killInvitations } from './kill-invitations.ts';
import { killMessages } from './kill-messages.ts';
import { killReports } from './kill-reports.ts';
import { killRollCall } from './kill-roll-call.ts';
import type { KillRounds } from './kill-rounds.ts';

// `npm run kills` kills each of them a hundred times.
let store: Store;
beforeEach(async () => {
  store = await freshStore();
});
afterEach(() => store.close());

const leastKills = 3;
const maxKillsToCutOne = 40;

/** Kills for some seconds, but several times on a slow machine too, and until one came before its change was stored. */
function forSeconds(seconds: number): KillRounds {
  const ends = performance.now() + seconds * 1_000;
  return {
    store,
    random: Math.random,
    goesOn: (kills, none = 1) =>
      kills < leastKills || performance.now() < ends || (none === 0 && kills < maxKillsToCutOne),
  };
}

test('seconds of kills in the middle of an import of places: it is whole, or nothing of it is stored and it can be repeated', async () => {
  const { none } = await killImports('places', forSeconds(5));
  // Kills after every import had ended would have shown nothing.
  expect(none).toBeGreaterThan(0);
});

test('seconds of kills in the middle of an import of people: they are added with link and mail, or none of them is', async () => {
  const { none } = await killImports('people', forSeconds(5));
  expect(none).toBeGreaterThan(0);
});

test('seconds of kills while people are invited: each is shown one mail whose link works, or was not added', async () => {
  const { whole, mailsShown } = await killInvitations(forSeconds(6));
  expect(whole).toBeGreaterThan(0);
  expect(mailsShown).toBeGreaterThan(whole);
});

test('seconds of kills while people are erased: each one is erased wholly or not at all', async () => {
  const { whole } = await killErasures(forSeconds(6));
  expect(whole).toBeGreaterThan(0);
});

test('seconds of kills while reports are made and mailed: none is lost, made twice or mailed twice', async () => {
  const { whole, between, mailsShown } = await killReports(forSeconds(6));
  expect(between).toBeGreaterThan(0);
  expect(mailsShown).toBe(2 * whole);
});

test('seconds of kills during a roll-call: every entry that was acknowledged is there, each device is counted once', async () => {
  const { kills, acknowledged } = await killRollCall(forSeconds(6));
  expect(kills).toBeGreaterThanOrEqual(leastKills);
  expect(acknowledged).toBeGreaterThan(kills);
});

test('three kills in the middle of changes: each that is stored has its audit entry, and no entry lacks its change', async () => {
  const kills = 3;
  const { changes } = await killAudit({ store, random: Math.random, goesOn: (done) => done < kills });
  expect(changes).toBeGreaterThan(kills);
});

test('kills while a message is sent to 200 people and delivered, with a provider on a bad day: it is whole or not at all, and everybody gets it once', async () => {
  const rounds = {
    ...{ store, random: Math.random },
    // At least one comes before the message is stored.
    goesOn: (done: number, none = 1) => done < 1 || (none === 0 && done < maxKillsToCutOne),
  };
  const { kills, deliveries } = await killMessages(rounds, { failures: 1 });
  expect(deliveries).toBe((kills + 1) * 200);
});
