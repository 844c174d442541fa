import { type AuditEntry, changedFields, type JsonObject } from '@allclear/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskProfiles } from '../../src/heat/store.ts';
import { changePlace, insertPlace, removePlace } from '../../src/locations/places.store.ts';
import { practiceTimesOf, savePracticeTimes } from '../../src/locations/practice-times.store.ts';
import { changeLocation, insertLocation, listLocations, removeLocation } from '../../src/locations/store.ts';
import { changeSettings } from '../../src/notifications/settings.store.ts';
import type { Actor } from '../../src/platform/actor.ts';
import type { Store } from '../../src/platform/database/database.ts';
import { recordOf } from '../../src/platform/database/record.ts';
import {
  changePolicy,
  insertPolicy,
  listPolicies,
  type PolicyInput,
  removePolicy,
} from '../../src/policies/store.ts';
import { freshStore } from '../fresh-store.ts';
import { addPeople } from '../notified-people.ts';
import { auditEntriesOf } from './audit-entries.ts';

const now = Date.UTC(2026, 5, 6, 20);
const nobody = '00000000-0000-4000-8000-000000000000';
const peopleCount = 3;

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());

const kinds = ['policy', 'location', 'place', 'practice', 'risk', 'settings'] as const;
type Kind = (typeof kinds)[number];

/** A change that somebody tries. `stale`: based on a revision that is not the current one; `broken`: it fails late. */
interface Try {
  readonly kind: Kind;
  readonly action: 'add' | 'change' | 'remove';
  readonly fault: 'none' | 'stale' | 'broken';
  readonly person: number;
  readonly record: number;
  readonly value: number;
}

const tries = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    action: fc.constantFrom('add', 'change', 'change', 'remove'),
    fault: fc.constantFrom('none', 'none', 'none', 'stale', 'broken'),
    person: fc.nat(peopleCount - 1),
    record: fc.nat(5),
    value: fc.nat(3),
  }) satisfies fc.Arbitrary<Try>,
  { minLength: 10, maxLength: 40 },
);

class Broken extends Error {}
const fail = () => {
  throw new Broken();
};

/** An organization in which changes are tried, each with what it changed: null when nothing was stored. */
async function openOrganization() {
  const { db } = store;
  // Those of the organization before had the same addresses.
  await store.pool.query(`update users set email = null where email like '%@told.example'`);
  const { organizationId, userIds } = await addPeople(db, peopleCount);
  const ids: Record<Kind, string[]> = {
    policy: [],
    location: [],
    place: [],
    practice: [],
    risk: [],
    settings: [],
  };
  const actorAt = (person: number): Actor => ({
    ...{ kind: 'user', organizationId, userId: userIds[person] ?? '', via: 'session' },
  });
  const keyOf = ({ kind, record, fault }: Try) => ({
    ...{ organizationId, id: ids[kind][record % Math.max(1, ids[kind].length)] ?? nobody },
    ...(fault === 'stale' && { revision: 999 }),
  });
  const made = (kind: Kind, record: { readonly id: string }) => {
    ids[kind].push(record.id);
    return true;
  };

  async function tryPolicy(one: Try, actor: Actor): Promise<boolean> {
    const input: PolicyInput = {
      typeShortName: 'WIND',
      ...{ name: `Wind ${one.value}`, threshold: 30 + one.value, allClearMinutes: 30 },
      ...{
        reAlertMinutes: 30,
        allGroups: true,
        groupIds: [],
        events: [],
        lifeSafety: false,
        asksResponse: false,
      },
      actions: one.value === 0 ? [] : [{ allClear: false, message: `Go in ${one.value}` }],
    };
    const how = { now, check: one.fault === 'broken' ? fail : async () => {} };
    if (one.action === 'add')
      return made('policy', await insertPolicy(db, actor, organizationId, input, how));
    if (one.action === 'remove') return removePolicy(db, actor, keyOf(one), now);
    return (await changePolicy(db, actor, keyOf(one), () => input, how)) !== undefined;
  }

  async function tryLocation(one: Try, actor: Actor): Promise<boolean> {
    const input = {
      ...{
        label: `Home ${one.value}`,
        locationName: '',
        latitude: 28 + one.value,
        longitude: -82,
        radius1: 8,
      },
      ...{ radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0, forecastLocation: false },
      // The constraint refuses a place that is not there.
      ...{ organizationLocationId: one.fault === 'broken' ? nobody : null, timeZone: 'America/New_York' },
    };
    const userId = actor.kind === 'user' ? actor.userId : '';
    if (one.action === 'add') {
      const limits = { now, max: 50 };
      return made('location', await insertLocation(db, actor, organizationId, userId, input, limits));
    }
    if (one.action === 'remove') return removeLocation(db, actor, keyOf(one), now);
    return (await changeLocation(db, actor, keyOf(one), input, now)) !== undefined;
  }

  async function tryPlace(one: Try, actor: Actor): Promise<boolean> {
    const input = {
      ...{ name: `Field ${one.value}`, address: 'Road', latitude: 28, longitude: -82 - one.value },
      isPositionUnchecked: false,
    };
    if (one.action === 'add') return made('place', await insertPlace(db, actor, organizationId, input, now));
    if (one.action === 'remove') return removePlace(db, actor, keyOf(one), now);
    const change = one.fault === 'broken' ? fail : () => input;
    return (await changePlace(db, actor, keyOf(one), change, now)) !== undefined;
  }

  async function tryPractice(one: Try, actor: Actor): Promise<boolean> {
    const times = Array.from({ length: one.value + 1 }, (_, index) => ({
      ...{
        id: `time-${index}`,
        name: `Team ${one.value}`,
        weekdays: [1],
        startsAt: '16:00',
        endsAt: '18:00',
      },
      ...{ validFrom: null, validUntil: null, exceptions: [] },
    }));
    const place = keyOf({ ...one, kind: 'place' });
    await savePracticeTimes(db, actor, place, one.fault === 'broken' ? fail : () => times, now);
    return true;
  }

  async function tryRisk(one: Try, actor: Actor): Promise<boolean> {
    // Some names are taken: the constraint refuses them.
    const draft = { name: `Risk ${one.value}`, metric: 'WBGT', riskLevels: [] } as const;
    if (one.action === 'add')
      return made('risk', await riskProfiles.insert(db, actor, organizationId, draft, now));
    const { id, revision } = keyOf(one);
    if (one.action === 'remove') return riskProfiles.remove(db, actor, organizationId, id, now);
    const stored = await riskProfiles.find(db, organizationId, id);
    const of = { id, revision: revision ?? stored?.revision ?? 1 };
    return (await riskProfiles.change(db, actor, organizationId, of, draft, now)) !== undefined;
  }

  async function trySettings(one: Try, actor: Actor): Promise<boolean> {
    const userId = userIds[one.record % peopleCount] ?? '';
    const changes = { optOutForecast: one.value % 2 === 0, notificationType: one.value };
    const of = { userId, revision: one.fault === 'none' ? undefined : 999 };
    await changeSettings(db, actor, of, changes, { action: 'notification-settings.changed', now });
    return true;
  }

  const run: Record<Kind, (one: Try, actor: Actor) => Promise<boolean>> = {
    ...{ policy: tryPolicy, location: tryLocation, place: tryPlace },
    ...{ practice: tryPractice, risk: tryRisk, settings: trySettings },
  };
  return {
    ...{ organizationId, userIds },
    /** The id of the person whose change took effect; null when nothing was stored. */
    async attempt(one: Try): Promise<string | null> {
      const isDone = await run[one.kind](one, actorAt(one.person)).catch(() => false);
      return isDone ? (userIds[one.person] ?? null) : null;
    },
  };
}

/** What an entry and a record of the store both say. */
const contentOf = (record: object): JsonObject => changedFields(null, record).after ?? {};

/** The records of an organization by the subject of their entries and their ids. */
async function storedRecords(organizationId: string, userIds: readonly string[]) {
  const { db } = store;
  const records = new Map<string, JsonObject>();
  const add = (subject: string, list: readonly { readonly id: string }[]) => {
    for (const one of list) records.set(`${subject} ${one.id}`, contentOf(one));
  };
  add('policy', await listPolicies(db, organizationId));
  for (const userId of userIds) add('location', await listLocations(db, organizationId, userId));
  const places = await db
    .selectFrom('organization_locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute();
  add('organization-location', places.map(recordOf));
  add('risk-profile', await riskProfiles.list(db, organizationId));
  for (const { id } of places) {
    const { times, revision } = await practiceTimesOf(db, organizationId, id);
    if (revision > 0) records.set(`practice-times ${id}`, contentOf({ times }));
  }
  return records;
}

/** The entries with the personal values in the place of their digests. */
async function disclosed(organizationId: string): Promise<AuditEntry[]> {
  const values = await store.db
    .selectFrom('audit_values')
    .select(['digest', 'value'])
    .where('chain', '=', organizationId)
    .execute();
  const byDigest = new Map(values.map(({ digest, value }) => [digest, value]));
  const entries = await auditEntriesOf(store, organizationId);
  const text = JSON.stringify(entries).replaceAll(
    /\{"personal":"(\w+)"\}/g,
    (whole, digest: string) => byDigest.get(digest) ?? whole,
  );
  return JSON.parse(text) as AuditEntry[];
}

/** The records as the entries have them, one after the other. Fails where an entry does not follow from those before. */
function replayed(entries: readonly AuditEntry[]): Map<string, JsonObject> {
  const records = new Map<string, JsonObject>();
  for (const { action, recordId, before, after } of entries) {
    const [subject] = action.split('.');
    const key = `${subject} ${recordId}`;
    const known = records.get(key);
    // Settings are there before their first change, so that a field is known once an entry has it.
    const isSettings = subject === 'practice-times' || subject === 'notification-settings';
    const comparable = Object.entries(before ?? {}).filter(
      ([name]) => !isSettings || (known && name in known),
    );
    if (before === null) expect([key, known]).toEqual([key, undefined]);
    else
      expect([key, known ?? (isSettings ? {} : known)]).toEqual([
        key,
        expect.objectContaining(Object.fromEntries(comparable)),
      ]);
    if (after === null) {
      records.delete(key);
      if (subject === 'organization-location') records.delete(`practice-times ${recordId}`);
      continue;
    }
    const unchanged = Object.entries(known ?? before ?? {}).filter(([name]) => !(before && name in before));
    records.set(key, { ...Object.fromEntries(unchanged), ...after });
  }
  return records;
}

test('as many entries as changes that took effect, each by its person, and they tell the records as they are stored', async () => {
  let effects = 0;
  let without = 0;
  await fc.assert(
    fc.asyncProperty(tries, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
      const organization = await openOrganization();
      const { organizationId, userIds } = organization;
      const took: string[] = [];
      for (let start = 0; start < all.length; start += atOnce) {
        const results = await Promise.all(all.slice(start, start + atOnce).map(organization.attempt));
        took.push(...results.filter((one) => one !== null));
        without += results.filter((one) => one === null).length;
      }
      effects += took.length;
      const entries = await disclosed(organizationId);
      expect(entries.map(({ actor }) => actor.id).sort()).toEqual(took.sort());
      const records = replayed(entries);
      const settings = [...records.keys()].filter((key) => key.startsWith('notification-settings '));
      for (const key of settings) {
        const row = await store.db
          .selectFrom('users')
          .select(['opt_out_forecast', 'notification_type'])
          .where('id', '=', key.split(' ')[1] ?? '')
          .executeTakeFirstOrThrow();
        expect(contentOf(recordOf(row))).toMatchObject(records.get(key) ?? {});
        records.delete(key);
      }
      expect(records).toEqual(await storedRecords(organizationId, userIds));
    }),
    { numRuns: 40 },
  );
  // Both must have been tried often.
  expect(effects).toBeGreaterThan(200);
  expect(without).toBeGreaterThan(200);
});
