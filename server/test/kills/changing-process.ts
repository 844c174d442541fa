import { flushCompileCache } from 'node:module';
import { changePlace, insertPlace, removePlace } from '../../src/locations/places.store.ts';
import { changeLocation, insertLocation, removeLocation } from '../../src/locations/store.ts';
import type { Actor } from '../../src/platform/actor.ts';
import { openStore } from '../../src/platform/database/database.ts';
import { changePolicy, insertPolicy, type PolicyInput, removePolicy } from '../../src/policies/store.ts';

/** A process that changes policies, locations and places of an organization at once until it is killed. */
const [, , url = '', organizationId = '', userId = ''] = process.argv;
const { db } = openStore(url, { onError: () => {} });
const actor: Actor = { kind: 'user', organizationId, userId, via: 'session' };
const now = Date.now();
const how = { now, check: async () => {} };

const policyOf = (threshold: number): PolicyInput => ({
  ...{ typeShortName: 'WIND', name: 'Wind', threshold, allClearMinutes: 30, reAlertMinutes: 30 },
  ...{ allGroups: true, groupIds: [], events: [], lifeSafety: false, asksResponse: false },
  actions: [{ allClear: false, message: `Over ${threshold}` }],
});

async function changePolicies(): Promise<void> {
  for (let round = 0; ; round++) {
    const { id } = await insertPolicy(db, actor, organizationId, policyOf(30), how);
    for (const threshold of [31, 32, 33])
      await changePolicy(db, actor, { organizationId, id }, () => policyOf(threshold), how);
    if (round % 2 === 0) await removePolicy(db, actor, { organizationId, id }, now);
  }
}

async function changeLocations(): Promise<void> {
  const location = {
    ...{ label: 'Home', locationName: '', latitude: 28, longitude: -82, radius1: 8, radius2: 0, radius3: 0 },
    ...{ radius4: 0, allClearMinutes: 30, flags: 0, forecastLocation: false, organizationLocationId: null },
    timeZone: 'America/New_York',
  };
  const limits = { now, max: 1_000_000 };
  for (let round = 0; ; round++) {
    const { id } = await insertLocation(db, actor, organizationId, userId, location, limits);
    for (const radius1 of [9, 10, 11])
      await changeLocation(db, actor, { organizationId, id }, { radius1 }, now);
    if (round % 2 === 0) await removeLocation(db, actor, { organizationId, id }, now);
  }
}

async function changePlaces(): Promise<void> {
  const placeOf = (name: string, latitude: number) => ({
    ...{ name, address: '', latitude, longitude: -82, isPositionUnchecked: false },
  });
  for (let round = 0; ; round++) {
    const name = `Field ${process.pid} ${round}`;
    const { id } = await insertPlace(db, actor, organizationId, placeOf(name, 28), now);
    for (const latitude of [29, 30])
      await changePlace(db, actor, { organizationId, id }, () => placeOf(name, latitude), now);
    if (round % 2 === 0) await removePlace(db, actor, { organizationId, id }, now);
  }
}

flushCompileCache();
process.send?.('begun');
await Promise.all([changePolicies(), changeLocations(), changePlaces()]);
