import { expect, test } from 'vitest';
import { ask, startAt } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

openTwoOrganizations('Places');

const stadium = { name: 'Stadium', address: 'Stadium Road 1', latitude: 32.78, longitude: -96.8 };
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = ours.people.admin.key) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const add = async (change: object = {}) =>
  (await call('POST', 'organizationLocation/Add', { ...stadium, ...change })).body.data.organizationLocation;
const update = (body: object, key = ours.people.admin.key) =>
  call('POST', 'organizationLocation/Update', body, key);
const list = async () => (await call('GET', 'organizationLocation')).body.data;
const tie = async (organizationLocationId: string, label: string) => {
  const form = { label, locationName: '', latitude: 32.78, longitude: -96.8, organizationLocationId };
  const { body } = await call('POST', 'location/Add', form, ours.people.customer.key);
  return body.data.id as string;
};
const ownLocation = async (id: string) =>
  (await call('GET', 'location', undefined, ours.people.customer.key)).body.data.find(
    (location: { id: string }) => location.id === id,
  );

test('a location is added, changed and deleted by Admins', async () => {
  const added = await add({ name: ' Stadium ' });
  expect(added).toMatchObject({ ...stadium, usesNewPolicy: false, positionUnchecked: false, revision: 1 });
  const changed = await update({ id: added.id, name: 'Arena', revision: 1 });
  expect(changed.body.data).toMatchObject({
    message: 'Location saved',
    organizationLocation: { ...stadium, name: 'Arena', revision: 2 },
  });
  expect(await list()).toHaveLength(1);
  expect((await call('DELETE', `organizationLocation/${added.id}`)).body.data).toEqual({
    id: added.id,
    message: 'Location deleted',
  });
  expect(await list()).toEqual([]);
  expect((await call('DELETE', `organizationLocation/${added.id}`)).status).toBe(404);
});

test('of two editors the second gets 409 and is told what changed', async () => {
  const { id } = await add();
  expect((await update({ id, address: 'New Road 2', revision: 1 })).status).toBe(200);
  const late = await update({ id, address: 'Old Road 3', revision: 1 });
  expect(late.status).toBe(409);
  expect(Object.keys(late.body.responseException.errors)).toEqual(['Address']);
  expect((await list())[0].address).toBe('New Road 2');
});

test('locations that are tied to a place move with it, and keep a name of their own', async () => {
  const { id } = await add();
  const same = await tie(id, 'Stadium');
  await update({ id, name: 'Arena', latitude: 45.5, longitude: -122.6, address: 'Portland' });
  expect(await ownLocation(same)).toMatchObject({
    label: 'Arena',
    locationName: 'Portland',
    latitude: 45.5,
    longitude: -122.6,
    timeZone: 'America/Los_Angeles',
    revision: 2,
  });
  await call('POST', 'location/Update', { id: same, label: 'My field' }, ours.people.customer.key);
  await update({ id, name: 'Dome' });
  expect(await ownLocation(same)).toMatchObject({ label: 'My field', latitude: 45.5 });
});

test('the question before a deletion counts what refers to the place, and tied locations stay without the tie', async () => {
  const { id } = await add();
  const mine = await tie(id, 'Stadium');
  const policy = await call('POST', 'policy', {
    ...{ name: 'Wind', policyTypeShortName: 'WIND', threshold: 30, sites: [] },
    notificationActions: [{ allClear: false, message: 'Leave the field' }],
  });
  const at = new Date(startAt);
  await server.store.db
    .insertInto('warnings')
    .values({
      ...{ organization_id: ours.organizationId, policy_id: policy.body.data.id, policy_revision: 1 },
      ...{ organization_location_id: id, latitude: 32.78, longitude: -96.8, state: '{}' },
      ...{ started_at: at, updated_at: at, ended_at: null, end_reason: null },
    })
    .execute();
  expect((await call('GET', `organizationLocation/Uses/${id}`)).body.data).toEqual({
    locations: 1,
    openWarnings: 1,
    hardware: 0,
    practiceTimes: 0,
  });
  await call('DELETE', `organizationLocation/${id}`);
  expect(await ownLocation(mine)).toMatchObject({ label: 'Stadium', organizationLocationId: null });
});

test('a name that another place has, a wrong position and markup are refused at their fields', async () => {
  await add();
  const taken = await call('POST', 'organizationLocation/Add', { ...stadium, name: 'STADIUM' });
  expect(taken.status).toBe(409);
  expect(taken.body.responseException.errors).toEqual({
    Name: ['Another location of your organization has this name'],
  });
  for (const [field, value] of [
    ['name', ' '],
    ['name', 'x'.repeat(10_000)],
    ['name', '<b>'],
    ['latitude', 91],
    ['longitude', 'east'],
  ] as const) {
    const refused = await call('POST', 'organizationLocation/Add', {
      ...stadium,
      name: 'Other',
      [field]: value,
    });
    expect(refused.status, `${field} ${value}`).toBe(400);
  }
  expect(await list()).toHaveLength(1);
});

test('a place of another organization does not exist, and only Admins change any', async () => {
  const { id } = await add();
  const stranger = theirs.people['super-admin'].key;
  expect((await update({ id, name: 'Mine' }, stranger)).status).toBe(404);
  expect((await call('GET', `organizationLocation/Uses/${id}`, undefined, stranger)).status).toBe(404);
  expect((await call('DELETE', `organizationLocation/${id}`, undefined, stranger)).status).toBe(404);
  for (const role of ['customer', 'assistant-admin'] as const) {
    const { key } = ours.people[role];
    expect((await call('POST', 'organizationLocation/Add', stadium, key)).status).toBe(403);
    expect((await update({ id, name: 'Mine' }, key)).status).toBe(403);
    expect((await call('DELETE', `organizationLocation/${id}`, undefined, key)).status).toBe(403);
  }
  expect(await list()).toHaveLength(1);
});
