import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { showForm } from '@allclear/contract';
import { checkPolicy, mayBeLifeSafety } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { listChoices } from '../heat/store.ts';
import { listGroups } from '../people/groups.store.ts';
import { listPeople } from '../people/users.store.ts';
import type { Store } from '../platform/database/database.ts';
import { listPolicies } from '../policies/store.ts';
import { listShows } from '../shows/index.ts';
import {
  accountRoles,
  defaultPlaces,
  demonstrationGroups,
  demonstrationPolicies,
  groupOfRole,
  groupsOfPlace,
} from './places.ts';
import { prepareDemonstration } from './seed-demonstration.ts';

let store: Store;
let data: string;

beforeEach(async () => {
  store = await freshStore();
  data = await mkdtemp(path.join(tmpdir(), 'allclear-demonstration-'));
});
afterEach(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

const prepare = (places = defaultPlaces, options: { hasCameras?: boolean } = {}) =>
  prepareDemonstration(store.db, {
    ...options,
    data,
    url: 'http://localhost:8080',
    places,
    ownsDatabase: true,
    now: Date.UTC(2026, 5, 6, 20),
  });
const organizationId = async () =>
  (await store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()).id;

test('the demonstration has groups with accounts and places, and policies that its own rules accept', async () => {
  const { isNew, ...seeded } = (await prepare())!;
  expect(isNew).toBe(true);
  expect((await prepare())?.isNew).toBe(false);
  expect(Object.keys(seeded!).sort()).toEqual(['accounts', 'apiKey', 'url']);
  expect(JSON.parse(await readFile(path.join(data, 'demo.json'), 'utf8'))).toEqual(seeded);

  const id = await organizationId();
  const groups = await listGroups(store.db, id);
  expect(
    groups.map((group) => [
      group.name,
      group.userIds.length,
      group.organizationLocationIds.length,
      group.policyCount,
    ]),
  ).toEqual([
    ['Athletics', 3, 3, 7],
    ['Facilities', 1, 3, 7],
  ]);
  const people = await listPeople(store.db, id, {});
  expect(people.map((person) => [person.role, person.groupName]).sort()).toEqual(
    accountRoles.map((role) => [role, groupOfRole(role)]).sort(),
  );
  expect(
    people.every(
      (person) => person.emailNotifications && person.organizationLocationIds.length === defaultPlaces.length,
    ),
  ).toBe(true);

  const policies = await listPolicies(store.db, id);
  expect(
    policies
      .map((policy) => [policy.typeShortName, policy.threshold, policy.allGroups, policy.lifeSafety])
      .sort(),
  ).toEqual([
    ['HEAT', 105, true, false],
    ['LR1', 10, true, true],
    ['LR2', 20, true, false],
    ['LR3', 30, true, false],
    ['NWS', 0, true, true],
    ['WBGT', 90, true, false],
    ['WIND', 35, true, false],
  ]);
  expect(
    policies.find((policy) => policy.typeShortName === 'LR1')!.actions.map((action) => action.allClear),
  ).toEqual([false, true]);
  expect(policies.find((policy) => policy.typeShortName === 'NWS')!.events).toEqual([
    'Tornado Warning',
    'Severe Thunderstorm Warning',
  ]);

  const choices = await listChoices(store.db, id);
  expect(choices.find(({ organizationLocationId }) => organizationLocationId === null)?.profileId).toBe(
    'ghsa-2-67',
  );
  expect(choices.filter(({ profileId }) => profileId === 'tb-med-507')).toHaveLength(3);
});

test('the second start changes nothing; a database that an earlier version filled stays without groups', async () => {
  await prepare();
  const id = await organizationId();
  const tables = ['organization_location_groups', 'policy_actions', 'policies'] as const;
  for (const table of tables) await store.db.deleteFrom(table).execute();
  await store.db.updateTable('users').set({ group_id: null }).execute();
  await store.db.deleteFrom('groups').execute();
  expect(await prepare()).not.toBeNull();
  expect(await listGroups(store.db, id)).toEqual([]);
  expect(await listPolicies(store.db, id)).toEqual([]);
});

test('somebody who is told at an account’s address does not get its password when demo.json is lost', async () => {
  const first = await prepare();
  await store.db
    .insertInto('organizations')
    .values({ name: 'Other', support_email: 'a', support_phone: '1', created_at: new Date() })
    .execute();
  const other = await store.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Other')
    .executeTakeFirstOrThrow();
  const email = first!.accounts[0]!.email;
  const seeded = {
    email,
    user_name: email,
    password_hash: null,
    first_name: 'Desk',
    phone_number: null,
    role: 'notification-only',
  };
  await store.db
    .insertInto('users')
    .values({ ...seeded, organization_id: other.id, created_at: new Date() })
    .execute();
  await rm(path.join(data, 'demo.json'));
  expect((await prepare())!.accounts).toHaveLength(4);
  const hashes = await store.db
    .selectFrom('users')
    .select(['role', 'password_hash'])
    .where('email', '=', email)
    .execute();
  expect(hashes.map((row) => [row.role, row.password_hash === null]).sort()).toEqual([
    ['notification-only', true],
    ['super-admin', false],
  ]);
});

test('the show of the demonstration is one that could be saved, and has a scene of each kind and no link', async () => {
  await prepare(defaultPlaces, { hasCameras: true });
  const id = await organizationId();
  const [show, ...others] = await listShows(store.db, id);
  expect([show?.name, others]).toEqual(['Stadium screen', []]);
  const { name, layout, placeIds, scenes, ticker, showsClock } = show!;
  const form = { name, layout, placeIds, scenes, ticker, showsClock };
  expect(showForm.strict().parse(form)).toEqual(form);
  expect(new Set(scenes.map(({ kind }) => kind)).size).toBe(7);
  const ofScenes = scenes.flatMap((scene) => ('placeId' in scene ? scene.placeId : []));
  expect(ofScenes.every((placeId) => placeIds.includes(placeId))).toBe(true);
  expect(await store.db.selectFrom('show_links').select('id').execute()).toEqual([]);
});

test('without simulated cameras the show of the demonstration has no scene of one', async () => {
  await prepare();
  const [show] = await listShows(store.db, await organizationId());
  expect(show?.scenes.map(({ kind }) => kind)).toEqual([
    ...['lightning', 'map', 'conditions', 'forecast', 'warnings', 'message'],
  ]);
});

test('other places have no show', async () => {
  await prepare([{ label: 'Yard', address: '', latitude: 28, longitude: -82 }]);
  expect(await listShows(store.db, await organizationId())).toEqual([]);
});

test('each policy of the demonstration is one that could be saved', () => {
  for (const policy of demonstrationPolicies) {
    expect(checkPolicy(policy), policy.policyTypeShortName).toEqual({});
    expect(!policy.lifeSafety || mayBeLifeSafety(policy)).toBe(true);
  }
});

test('the places of a recording are dealt out: each group has some and one belongs to all', () => {
  const places = ['one', 'two', 'three'].map((label) => ({
    label,
    address: '',
    latitude: 28,
    longitude: -82,
  }));
  expect(places.map(groupsOfPlace)).toEqual([['Athletics'], ['Facilities'], []]);
  for (const dealt of [defaultPlaces.map(groupsOfPlace), places.map(groupsOfPlace)]) {
    expect(dealt.some((groups) => groups.length === 0)).toBe(true);
    for (const group of demonstrationGroups)
      expect(dealt.some((groups) => groups.includes(group))).toBe(true);
  }
});

test('on simulated weather there is a simulated camera of each protocol, whose name says it', async () => {
  await prepare(defaultPlaces, { hasCameras: true });
  const cameras = await store.db.selectFrom('cameras').selectAll().orderBy('created_at').execute();
  expect(cameras.map(({ kind }) => kind)).toEqual(cameras.map(() => 'simulated'));
  expect(cameras.map(({ address }) => address).sort()).toEqual(['hls', 'jpeg', 'mjpeg', 'rtsp']);
  for (const { name, address, organization_location_id } of cameras) {
    expect(name).toContain(`(${address.toUpperCase()})`);
    expect(organization_location_id).not.toBeNull();
  }
});
