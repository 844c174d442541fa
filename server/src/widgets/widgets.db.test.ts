import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
let placeId: string;
let lr1: string;

beforeEach(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  key = ours.people.admin.key;
  placeId = await addPlace(ours.organizationId);
  lr1 = await addPolicy(key, { allClearMinutes: 30 });
});
afterEach(() => server.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = key) =>
  ask(server.app, method, `/api/${path}`, { key: by, body });

async function addPlace(organizationId: string, name = 'Stadium') {
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: organizationId, name, ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addPolicy(by: string, values: object = {}) {
  const { body } = await ask(server.app, 'POST', '/api/policy', {
    key: by,
    body: { ...lightning, ...values },
  });
  return body.data.id as string;
}

const form = (values: object = {}) => ({
  ...{ name: 'Front page', orgLocId: placeId, policies: [lr1], ...values },
});

async function addWidget(values: object = {}, by = key) {
  const { status, body } = await send('POST', 'Widget', form(values), by);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const errorsOf = ({ body }: Awaited<ReturnType<typeof ask>>) => body.responseException?.errors ?? {};

async function entriesOf(organizationId: string) {
  const { rows } = await server.store.pool.query(
    `select action from audit_entries where chain = $1 and action like 'widget%' order by sequence`,
    [organizationId],
  );
  return rows.map(({ action }) => action);
}

async function group(name: string) {
  return (await send('POST', 'site/add', { name })).body.data.id as string;
}

describe('a widget', () => {
  test('is made, read, changed and deleted, each change with one entry, and says what follows from its policies', async () => {
    const wind = await addPolicy(key, {
      policyTypeShortName: 'GUST',
      threshold: 30,
      notificationActions: [],
    });
    const made = await addWidget({ policies: [lr1, wind], primaryCondition: 4, width: 799 });
    expect(made).toMatchObject({
      ...{ name: 'Front page', customerId: ours.organizationId, customerName: 'Our District' },
      ...{
        orgLocId: placeId,
        creatorId: ours.people.admin.id,
        size: 1,
        theme: 0,
        type: 0,
        policyGroupId: -1,
      },
      ...{
        lightningRadius: 10,
        lightningAllClearMinutes: 30,
        primaryThreshold: 30,
        problems: [],
        revision: 1,
      },
    });
    expect(made.publicId).toMatch(/^[\w-]{22}$/);
    expect(made.address).toBe(`http://localhost:8080/widget/?id=${made.publicId}`);
    expect((await send('GET', `Widget/${made.id}`)).body.data).toEqual(made);
    expect((await send('GET', `Widget/Customer/${ours.organizationId}`)).body.data).toEqual([made]);
    const changed = await send('PUT', `Widget/${made.id}`, {
      ...form({ name: 'Field', width: 300 }),
      revision: 1,
    });
    expect(changed.body.data).toMatchObject({ name: 'Field', size: 0, revision: 2, primaryThreshold: null });
    const stale = await send('PUT', `Widget/${made.id}`, { ...form({ name: 'Late' }), revision: 1 });
    expect(stale.status).toBe(409);
    expect(Object.keys(errorsOf(stale))).toEqual(['Name', 'Policies', 'PrimaryCondition', 'Width']);
    expect((await send('DELETE', `Widget/${made.id}`)).status).toBe(200);
    expect((await send('DELETE', `Widget/${made.id}`)).status).toBe(404);
    expect((await send('GET', `Widget/${made.id}`)).status).toBe(404);
    expect(await entriesOf(ours.organizationId)).toEqual([
      'widget.added',
      'widget.changed',
      'widget.deleted',
    ]);
  });

  test('of two changes at once that are based on the same revision one is stored', async () => {
    const { id } = await addWidget();
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => send('PUT', `Widget/${id}`, { ...form({ name }), revision: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await send('GET', `Widget/${id}`)).body.data.revision).toBe(2);
    expect(await entriesOf(ours.organizationId)).toEqual(['widget.added', 'widget.changed']);
  });

  test.each([
    ['no name', { name: ' ' }, 'Name', 'Please enter a name for your widget.'],
    ['no location', { orgLocId: null }, 'OrgLocId', 'Please choose a location.'],
    ['an unknown location', { orgLocId: nobody }, 'OrgLocId', 'The location does not exist.'],
    [
      'no LR1 policy',
      { policies: [] },
      'LightningRadius',
      'Lightning Radius 1 (LR1) policy is required. Please select an LR1 policy from the list.',
    ],
    ['an unknown policy', { policies: ['x'] }, 'Policies', 'One of the policies does not exist.'],
    [
      'a fifth condition',
      { widgetConditions: [1, 2, 3, 4, 5] },
      'WidgetConditions',
      'Choose at most 4 secondary conditions.',
    ],
    ['width 299', { width: 299 }, 'Width', 'The width must be at least 300 px.'],
    [
      'an expiry in the past',
      { headerMessageExpiration: '2026-06-06T19:59:00Z' },
      'HeaderMessageExpiration',
      'Please choose an expiration in the future.',
    ],
    [
      'no time at all',
      { headerMessageExpiration: 'soon' },
      'HeaderMessageExpiration',
      'The expiration is not a date and time.',
    ],
    [
      '301 characters',
      { headerMessage: 'x'.repeat(301) },
      'HeaderMessage',
      'The custom message can be at most 300 characters.',
    ],
    [
      'a site with a path',
      { allowedSites: ['https://a.example/x'] },
      'AllowedSites',
      'Enter each site as its origin alone, such as https://www.example.org.',
    ],
    [
      'a site that is more than one',
      { allowedSites: ["https://a.example; script-src 'none'"] },
      'AllowedSites',
      'Enter each site as its origin alone, such as https://www.example.org.',
    ],
    [
      'a foreign station',
      { weatherStationId: nobody },
      'WeatherStationId',
      'The weather station does not exist.',
    ],
    ['an unknown group', { policyGroupId: nobody }, 'PolicyGroupId', 'The group does not exist.'],
  ])('with %s is refused under its field, and nothing is stored', async (_name, values, label, message) => {
    const answer = await send('POST', 'Widget', form(values));
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[label]).toEqual([message]);
    expect((await send('GET', 'Widget/All')).body.data).toEqual([]);
    expect(await entriesOf(ours.organizationId)).toEqual([]);
  });

  test('takes four conditions and any number of twelves, and keeps markup as the text that it is', async () => {
    const made = await addWidget({
      widgetConditions: [1, 2, 3, 4, 12, 12],
      headerMessage: '<b>Gates</b> open',
      allowedSites: ['HTTPS://WWW.School.example/'],
    });
    expect(made).toMatchObject({
      ...{ widgetConditions: [1, 2, 3, 4], headerMessage: '<b>Gates</b> open' },
      allowedSites: ['https://www.school.example'],
    });
  });

  test('on the old policy model needs a group with a lightning radius policy, and keeps that group', async () => {
    await ask(server.app, 'DELETE', `/api/policy/${lr1}`, { key });
    const [coaches, parents] = [await group('Coaches'), await group('Parents')];
    await send('POST', 'site/update', { id: parents, organizationLocations: [placeId] });
    const old = await addPolicy(key, {
      allGroups: false,
      sites: [coaches],
      threshold: 8,
      allClearMinutes: 40,
    });
    const refused = await send('POST', 'Widget', form({ policies: [], policyGroupId: parents }));
    expect(errorsOf(refused).LightningRadius).toEqual([
      'Lightning radius is required. Please select a group with a lightning radius policy.',
    ]);
    const made = await addWidget({ policies: [], policyGroupId: coaches });
    expect(made).toMatchObject({ lightningRadius: 8, lightningAllClearMinutes: 40, policyGroupId: coaches });
    const choices = (await send('GET', `Widget/Choices/${ours.organizationId}`)).body.data;
    expect(choices.locations).toMatchObject([{ id: placeId, usesNewPolicy: false, policyIds: [] }]);
    expect(choices.policies).toMatchObject([{ id: old, policyTypeShortName: 'LR1', sites: [coaches] }]);
    const kept = await send('POST', `site/delete/${coaches}`);
    expect([kept.status, kept.body.responseException.message]).toEqual([
      409,
      'Remove this group from all widgets first.',
    ]);
    await send('DELETE', `Widget/${made.id}`);
    expect((await send('POST', `site/delete/${coaches}`)).status).toBe(200);
  });

  test('whose policy, location and station are gone says so', async () => {
    const wind = await addPolicy(key, {
      policyTypeShortName: 'WIND',
      threshold: 30,
      notificationActions: [],
    });
    const { id } = await addWidget({ policies: [lr1, wind] });
    await ask(server.app, 'DELETE', `/api/policy/${wind}`, { key });
    const read = async () => (await send('GET', `Widget/${id}`)).body.data;
    expect((await read()).problems).toEqual(['A policy of this widget was deleted.']);
    await server.store.db.updateTable('widgets').set({ weather_station_id: nobody }).execute();
    expect((await read()).problems).toContain('The weather station of this widget was removed.');
    await server.store.db.deleteFrom('organization_locations').where('id', '=', placeId).execute();
    expect(await read()).toMatchObject({ orgLocId: null, lightningRadius: null });
    expect((await read()).problems).toContain('The location of this widget was deleted.');
  });

  test('gets a new address, and is read by roles with the feature only', async () => {
    const made = await addWidget();
    const replaced = (await send('POST', `Widget/${made.id}/Address`)).body.data;
    expect(replaced.publicId).not.toBe(made.publicId);
    expect(replaced.revision).toBe(1);
    expect(await entriesOf(ours.organizationId)).toEqual(['widget.added', 'widget.address-replaced']);
    expect((await send('GET', 'Widget/All', undefined, ours.people.customer.key)).status).toBe(403);
    expect((await send('GET', 'Widget/All', undefined, ours.people['assistant-admin'].key)).status).toBe(200);
    const without = await server.organization('Without', ['widget.access']);
    expect((await send('GET', 'Widget/All', undefined, without.people.admin.key)).status).toBe(403);
  });
});

describe('the widgets of another organization', () => {
  test('do not exist, for everybody but a full widget admin', async () => {
    const theirs = await server.organization('Their District');
    const { id } = await addWidget();
    for (const by of [theirs.people.admin.key, theirs.people['super-admin'].key]) {
      expect((await send('GET', `Widget/${id}`, undefined, by)).status).toBe(404);
      expect((await send('PUT', `Widget/${id}`, form(), by)).status).toBe(404);
      expect((await send('DELETE', `Widget/${id}`, undefined, by)).status).toBe(404);
      expect((await send('POST', `Widget/${id}/Address`, undefined, by)).status).toBe(404);
      expect((await send('GET', `Widget/Customer/${ours.organizationId}`, undefined, by)).status).toBe(404);
      expect((await send('GET', `Widget/Choices/${ours.organizationId}`, undefined, by)).status).toBe(404);
      expect((await send('POST', 'Widget', { ...form(), customerId: ours.organizationId }, by)).status).toBe(
        404,
      );
      expect(
        (await send('POST', 'Widget/Preview', { ...form(), customerId: ours.organizationId }, by)).status,
      ).toBe(404);
      expect(
        (await send('POST', 'Support/Widget', { recipient: 'a@b.example', widgetId: id }, by)).status,
      ).toBe(404);
      expect((await send('GET', 'Widget/All', undefined, by)).body.data).toEqual([]);
    }
    // A preview in one's own organization shows nothing of theirs.
    const preview = await send(
      'POST',
      'Widget/Preview',
      { ...form(), customerId: theirs.organizationId },
      theirs.people.admin.key,
    );
    expect(preview.body.data).toMatchObject({ placeName: '', answer: null, warnings: [] });
    expect(JSON.stringify(preview.body)).not.toContain('Stadium');
    // Neither are its places and policies to be had from one's own organization.
    const foreign = await send('POST', 'Widget', form(), theirs.people.admin.key);
    expect(errorsOf(foreign)).toMatchObject({
      OrgLocId: ['The location does not exist.'],
      Policies: ['One of the policies does not exist.'],
    });
    expect(await entriesOf(ours.organizationId)).toEqual(['widget.added']);
  });

  test('are read and changed by a full widget admin, with entries in the organization that they belong to', async () => {
    const theirs = await server.organization('Their District');
    await server.store.db
      .updateTable('organizations')
      .set({ widget_admin: true })
      .where('id', '=', theirs.organizationId)
      .execute();
    const by = theirs.people['super-admin'].key;
    const { id } = await addWidget();
    expect((await send('GET', 'Widget/All', undefined, by)).body.data).toMatchObject([
      { id, customerName: 'Our District' },
    ]);
    expect((await send('GET', `Widget/Choices/${ours.organizationId}`, undefined, by)).status).toBe(200);
    expect((await send('PUT', `Widget/${id}`, form({ name: 'By them' }), by)).status).toBe(200);
    const added = await send(
      'POST',
      'Widget',
      { ...form({ name: 'Second' }), customerId: ours.organizationId },
      by,
    );
    expect(added.body.data).toMatchObject({ customerId: ours.organizationId });
    expect(await entriesOf(ours.organizationId)).toEqual([
      ...['widget.added', 'widgets.opened', 'widget.changed', 'widget.added'],
    ]);
    expect(await entriesOf(theirs.organizationId)).toEqual([]);
    // An Admin of that organization is none, and `Widget/All` of everybody else stays within one.
    expect((await send('GET', `Widget/${id}`, undefined, theirs.people.admin.key)).status).toBe(404);
  });
});

test('organizations are found by a part of their name, at most three, by a full widget admin alone', async () => {
  for (const name of ['North Course', 'South Course', 'East Course', 'West Course'])
    await server.organization(name);
  const theirs = await server.organization('Their District');
  const find = (name: string, by: string) =>
    send('GET', `Widget/Customers?name=${encodeURIComponent(name)}`, undefined, by);
  for (const by of [theirs.people['super-admin'].key, theirs.people.admin.key, theirs.people.customer.key])
    expect((await find('Course', by)).status).toBe(403);
  await server.store.db
    .updateTable('organizations')
    .set({ widget_admin: true })
    .where('id', '=', theirs.organizationId)
    .execute();
  expect((await find('Course', theirs.people.admin.key)).status).toBe(403);
  const by = theirs.people['super-admin'].key;
  expect((await find('course', by)).body.data).toHaveLength(3);
  expect((await find('south', by)).body.data).toEqual([{ id: expect.any(String), name: 'South Course' }]);
  expect((await find('%', by)).body.data).toEqual([]);
  expect((await find('Nobody', by)).body.data).toEqual([]);
});

test('an organization goes with its widgets and their groups', async () => {
  const coaches = await group('Coaches');
  await addWidget({ policyGroupId: coaches });
  await server.store.db.deleteFrom('organizations').where('id', '=', ours.organizationId).execute();
  expect(await server.store.db.selectFrom('widgets').select('id').execute()).toEqual([]);
});

test('a preview shows an incomplete form as far as it goes, and stores nothing', async () => {
  const preview = (values: object) =>
    send('POST', 'Widget/Preview', { name: '', customerId: ours.organizationId, ...values });
  const empty = await preview({ headerMessageExpiration: 'soon' });
  expect(empty.status).toBe(200);
  expect(empty.body.data).toMatchObject({
    placeName: '',
    answer: null,
    conditions: [{ condition: 0, value: '--' }],
  });
  const now = server.clock.now();
  await server.batch(now - 3_600_000, now);
  const { body } = await preview({ orgLocId: placeId, policies: [lr1], primaryCondition: 2 });
  expect(body.data).toMatchObject({ placeName: 'Stadium', answer: { kind: 'clear' }, problems: [] });
  expect((await send('GET', 'Widget/All')).body.data).toEqual([]);
});
