import type { AuditEntry, Role } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportedPlace, storeImportedPlaces } from '../../src/locations/place-imports.store.ts';
import type { PlannedRow } from '../../src/organizations/index.ts';
import { putImage } from '../../src/stations/station-images.store.ts';
import { WarningWatch } from '../../src/warnings/watch-warnings.ts';
import { testActor, testSecrets } from '../actor.ts';
import { field, lightning } from '../field-policy.ts';
import { ask, openTestServer, startAt, type TestServer } from '../test-server.ts';
import { auditEntriesOf } from './audit-entries.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ({ organizationId, people } = await server.organization(`Audited ${counter}`));
});

type Method = 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) =>
  ask(server.app, method, `/api/${path}`, {
    key: people.admin.key,
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  });

/** The answer's data, and the entries that the call left. */
async function done(method: Method, path: string, body?: unknown, headers?: Record<string, string>) {
  const before = (await auditEntriesOf(server.store, organizationId)).length;
  const answer = await call(method, path, body, headers);
  expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([200, expect.anything()]);
  const entries = await auditEntriesOf(server.store, organizationId, before);
  expect(entries.map(({ actor }) => [actor.kind, actor.id, actor.via])).toEqual([
    ['user', people.admin.id, 'api-key'],
  ]);
  return { data: answer.body.data, entry: entries[0] as AuditEntry };
}

/** The entries that a call left which must be refused, other than that it was refused. */
async function refused(status: number, method: Method, path: string, body?: unknown) {
  const before = (await auditEntriesOf(server.store, organizationId)).length;
  expect((await call(method, path, body)).status).toBe(status);
  const entries = await auditEntriesOf(server.store, organizationId, before);
  return entries.filter(({ action }) => action !== 'request.refused');
}

/** What an entry says, with personal values in the place of their digests. */
async function said({ action, recordId, before, after }: AuditEntry) {
  const { rows } = await server.store.pool.query<{ digest: string; value: string; user_id: string }>(
    'select digest, value, user_id from audit_values where chain = $1',
    [organizationId],
  );
  const values = new Map(rows.map((row) => [row.digest, row]));
  const owners = new Set<string>();
  const shown = (fields: AuditEntry['after']) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const digest = (value as { personal?: string } | null)?.personal;
        if (digest === undefined) return [name, value];
        const row = values.get(digest);
        owners.add(row?.user_id ?? '');
        return [name, JSON.parse(row?.value ?? 'null')];
      }),
    );
  return { action, recordId, before: shown(before), after: shown(after), owners: [...owners] };
}

const addPlace = async (name = 'Field') =>
  (await call('POST', 'organizationLocation/Add', { name, address: 'Road 1', ...field })).body.data;
const addLocation = async (label = 'Home') =>
  (await call('POST', 'location/Add', { label, ...field, radius1: 10 })).body.data;

describe('a location of a person', () => {
  test('that is added, changed and deleted leaves an entry each; where it is belongs to the person', async () => {
    const added = await done('POST', 'location/Add', { label: 'Home', ...field, radius1: 10 });
    const { id } = added.data;
    expect(added.entry).toMatchObject({
      before: null,
      productAt: new Date(server.clock.now()).toISOString(),
    });
    expect(JSON.stringify(added.entry)).not.toContain('Home');
    expect(await said(added.entry)).toMatchObject({
      ...{ action: 'location.added', recordId: id, owners: [people.admin.id] },
      after: { label: 'Home', latitude: 28, longitude: -82, radius1: 10, userId: people.admin.id },
    });
    const changed = await done('POST', 'location/Update', { id, radius1: 8, label: 'House' });
    expect(await said(changed.entry)).toEqual({
      ...{ action: 'location.changed', recordId: id, owners: [people.admin.id] },
      ...{ before: { radius1: 10, label: 'Home' }, after: { radius1: 8, label: 'House' } },
    });
    const deleted = await done('DELETE', `location/${id}`);
    expect(await said(deleted.entry)).toMatchObject({
      ...{ action: 'location.deleted', recordId: id, after: null },
      before: { label: 'House', radius1: 8 },
    });
  });

  test('as the one of the forecast is one change, which names those that were it before', async () => {
    const [first, second] = [await addLocation('One'), await addLocation('Two')];
    await done('POST', `location/Update/ForecastLocation/${first.id}`, {});
    const { entry } = await done('POST', `location/Update/ForecastLocation/${second.id}`, {});
    expect(entry).toMatchObject({ action: 'location.changed', recordId: second.id });
    expect(entry.before).toEqual({ forecastLocation: false });
    expect(entry.after).toEqual({ forecastLocation: true, unmarkedIds: [first.id] });
  });

  test('several that are set for a person are one change of all of them', async () => {
    const [one, two] = [await addPlace('One'), await addPlace('Two')];
    const path = `location/Update/OrganizationLocation/${people.customer.id}`;
    const set = (...places: object[]) => done('POST', path, places);
    const first = await set({ label: 'First', organizationLocationId: one.id });
    const before = await said(first.entry);
    expect(before).toMatchObject({
      ...{ action: 'user-locations.changed', recordId: people.customer.id, before: {} },
      owners: [people.customer.id],
    });
    expect(Object.values(before.after ?? {})).toMatchObject([{ label: 'First', userId: people.customer.id }]);
    const second = await said((await set({ label: 'Second', organizationLocationId: two.id })).entry);
    expect(second.before).toEqual(before.after);
    expect(Object.values(second.after ?? {})).toMatchObject([{ label: 'Second' }]);
  });

  test('leaves none when its change is refused', async () => {
    const { id } = await addLocation();
    expect(await refused(409, 'POST', 'location/Update', { id, label: 'Late', revision: 7 })).toEqual([]);
    expect(await refused(404, 'DELETE', `location/${nobody}`)).toEqual([]);
  });
});

describe('an organization location', () => {
  test('that is added, changed and deleted leaves an entry each', async () => {
    const added = await done('POST', 'organizationLocation/Add', {
      name: 'Field',
      address: 'Road',
      ...field,
    });
    const { id } = added.data;
    expect(await said(added.entry)).toMatchObject({
      ...{ action: 'organization-location.added', recordId: id, before: null, owners: [] },
      after: { name: 'Field', latitude: 28, longitude: -82 },
    });
    // The locations that people saved there follow: that is the same change.
    await call('POST', 'location/Add', { label: 'Field', ...field, organizationLocationId: id });
    const changed = await done('POST', 'organizationLocation/Update', {
      id,
      name: 'Stadium',
      address: 'Road',
    });
    expect(changed.entry).toMatchObject({
      ...{ action: 'organization-location.changed', recordId: id },
      ...{ before: { name: 'Field' }, after: { name: 'Stadium' } },
    });
    const deleted = await done('DELETE', `organizationLocation/${id}`);
    expect(deleted.entry).toMatchObject({
      ...{ action: 'organization-location.deleted', recordId: id },
      ...{ before: { name: 'Stadium' }, after: null },
    });
    expect(await refused(404, 'DELETE', `organizationLocation/${id}`)).toEqual([]);
  });

  test('whose practice times are saved leaves an entry with both lists, and none for an outdated change', async () => {
    const { id } = await addPlace();
    const time = {
      ...{ name: 'Soccer', weekdays: [1], startsAt: '16:00', endsAt: '18:00' },
      ...{ validFrom: null, validUntil: null, exceptions: [] },
    };
    const { entry } = await done('POST', 'PracticeTimes', { organizationLocationId: id, times: [time] });
    expect(entry).toMatchObject({
      ...{ action: 'practice-times.changed', recordId: id },
      ...{ before: { times: [] }, after: { times: [{ name: 'Soccer', weekdays: [1] }] } },
    });
    const late = { organizationLocationId: id, times: [], revision: 9 };
    expect(await refused(409, 'POST', 'PracticeTimes', late)).toEqual([]);
  });

  test('of an import: the record for its entry has what was stored, before and after', async () => {
    const known = await addPlace('Known');
    const row = (
      name: string,
      before: ImportedPlace['before'],
      number: number,
    ): PlannedRow<ImportedPlace> => ({
      ...{ row: number, outcome: before ? 'change' : 'add', title: name, details: '', notes: [] },
      ...{ check: false, cells: [] },
      input: {
        ...{ name, address: 'New road', latitude: 29, longitude: -82 },
        ...{ isPositionUnchecked: false, groupIds: null, before },
      },
    });
    const rows = [row('Known', { id: known.id, revision: 1, name: 'Known' }, 2), row('New', null, 3)];
    const record = await server.store.db
      .transaction()
      .execute((transaction) => storeImportedPlaces(transaction, testActor, organizationId, rows, startAt));
    expect(record.before).toEqual({
      [known.id]: { name: 'Known', address: 'Road 1', latitude: 28, longitude: -82, groupIds: [] },
    });
    expect(Object.values(record.after)).toEqual([
      { name: 'Known', address: 'New road', latitude: 29, longitude: -82, groupIds: [] },
      { name: 'New', address: 'New road', latitude: 29, longitude: -82, groupIds: [] },
    ]);
  });
});

test('a display link leaves an entry when it is made and when it is revoked, without its token', async () => {
  const { id: locationId } = await addLocation();
  const made = await done('POST', 'DisplayLink', { name: 'Gym', locationIds: [locationId], days: 7 });
  const { id, token } = made.data;
  expect(made.entry).toMatchObject({
    ...{ action: 'display-link.added', recordId: id },
    after: { name: 'Gym', userId: people.admin.id, locationIds: [locationId] },
  });
  expect(JSON.stringify(made.entry)).not.toContain(token);
  const removed = await done('DELETE', `DisplayLink/${id}`);
  expect(removed.entry).toMatchObject({ action: 'display-link.removed', recordId: id, after: null });
  expect(removed.entry.before).toEqual(made.entry.after);
  expect(await refused(404, 'DELETE', `DisplayLink/${id}`)).toEqual([]);
});

describe('a weather station', () => {
  test('leaves an entry when it is connected, given an image and removed, without its keys', async () => {
    const { id: organizationLocationId } = await addPlace();
    const passkey = 'A1B2C3D4E5F60718';
    const added = await done('POST', 'WeatherStation', { name: 'Roof', organizationLocationId, passkey });
    const { id, key } = added.data;
    expect(added.entry).toMatchObject({
      ...{ action: 'station.added', recordId: id, after: { name: 'Roof', organizationLocationId } },
    });
    for (const secret of [key, passkey, 'keyHash', 'passkeyHash'])
      expect(JSON.stringify(added.entry)).not.toContain(secret);
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 1)]);
    const image = await done('POST', `WeatherStation/Image/${id}`, jpeg, { 'content-type': 'image/jpeg' });
    expect(image.entry).toMatchObject({
      ...{ action: 'station.image-changed', recordId: id, before: null },
      after: { contentType: 'image/jpeg' },
    });
    // A camera measures.
    const count = (await auditEntriesOf(server.store, organizationId)).length;
    const png = { contentType: 'image/png', bytes: Buffer.alloc(200) };
    await putImage(server.store.db, testActor, { id, organizationId }, png, startAt);
    expect(await auditEntriesOf(server.store, organizationId)).toHaveLength(count);
    const removed = await done('DELETE', `WeatherStation/${id}`);
    expect(removed.entry).toMatchObject({ action: 'station.deleted', recordId: id, after: null });
    expect(removed.entry.before).toEqual(added.entry.after);
    expect(await refused(404, 'DELETE', `WeatherStation/${id}`)).toEqual([]);
  });

  test('a lightning network leaves an entry when it is connected and removed; its strikes leave none', async () => {
    const added = await done('POST', 'ingest/feeds', { name: 'Network', vouches: false });
    const { id } = added.data;
    expect(added.entry).toMatchObject({
      action: 'lightning-feed.added',
      recordId: id,
      after: { name: 'Network' },
    });
    const strikes = [{ timeUtc: new Date(startAt).toISOString(), latitude: 44, longitude: -110 }];
    const count = (await auditEntriesOf(server.store, organizationId)).length;
    expect((await call('POST', 'ingest/strikes', { feed: 'Network', strikes })).status).toBe(200);
    expect(await auditEntriesOf(server.store, organizationId)).toHaveLength(count);
    const removed = await done('DELETE', `ingest/feeds/${id}`);
    expect(removed.entry).toMatchObject({ action: 'lightning-feed.deleted', recordId: id, after: null });
    expect(removed.entry.before).toEqual(added.entry.after);
    expect(await refused(404, 'DELETE', `ingest/feeds/${id}`)).toEqual([]);
  });
});

test('heat profiles leave an entry when they are added, changed, chosen and deleted', async () => {
  const level = (id: string, max: number | null) => ({
    ...{ id, name: id, description: '', max, color: '#11aa33', colorSecondary: '#0f5a30' },
  });
  const risk = (name: string) => ({
    name,
    metric: 'WBGT',
    riskLevels: [level('low', 80), level('high', null)],
  });
  const added = await done('POST', 'RiskProfile', risk('Ours'));
  const { id } = added.data;
  expect(added.entry).toMatchObject({
    ...{ action: 'risk-profile.added', recordId: id, before: null, after: { name: 'Ours', metric: 'WBGT' } },
  });
  const changed = await done('PATCH', 'RiskProfile', { ...risk('Theirs'), id, revision: 1 });
  expect(changed.entry).toMatchObject({
    ...{ action: 'risk-profile.changed', recordId: id },
    ...{ before: { name: 'Ours' }, after: { name: 'Theirs' } },
  });
  expect(await refused(409, 'PATCH', 'RiskProfile', { ...risk('Late'), id, revision: 1 })).toEqual([]);
  const workRest = (name: string) => ({
    ...{ name, primaryMetric: 'WBGT', customStopText: '', customContinuousText: '' },
    ...{
      intensities: [{ id: 'hard', name: 'Hard' }],
      modifiers: [],
      useRiskProfile: true,
      riskProfileId: id,
    },
    matrices: [
      { workRestIntensityId: 'hard', max: 80, workPercent: 1 },
      { workRestIntensityId: 'hard', max: null, workPercent: 0 },
    ],
  });
  const work = await done('POST', 'WorkRest/Profiles', workRest('Team'));
  const profileId = work.data.id;
  expect(work.entry).toMatchObject({ action: 'work-rest-profile.added', recordId: profileId });
  const renamed = await done('PATCH', 'WorkRest/Profiles', {
    ...workRest('Club'),
    id: profileId,
    revision: 1,
  });
  expect(renamed.entry).toMatchObject({
    ...{ action: 'work-rest-profile.changed', before: { name: 'Team' }, after: { name: 'Club' } },
  });
  const place = await addPlace();
  const chosen = await done('POST', 'WorkRest/Choices', { organizationLocationId: place.id, profileId });
  expect(chosen.entry).toMatchObject({
    ...{ action: 'work-rest-choice.changed', recordId: place.id },
    ...{ before: { profileId: null }, after: { profileId } },
  });
  // What is in use is not deleted: the constraint refuses after the entry is prepared.
  expect(await refused(409, 'DELETE', `RiskProfile/${id}`)).toEqual([]);
  await done('POST', 'WorkRest/Choices', { organizationLocationId: place.id, profileId: null });
  const deleted = await done('DELETE', `WorkRest/Profiles/${profileId}`);
  expect(deleted.entry).toMatchObject({
    action: 'work-rest-profile.deleted',
    before: { name: 'Club' },
    after: null,
  });
  expect((await done('DELETE', `RiskProfile/${id}`)).entry).toMatchObject({ action: 'risk-profile.deleted' });
});

test('a forecast message leaves an entry when it is published, continued and ended', async () => {
  const place = await addPlace();
  const form = (message: string, more: object = {}) => ({
    ...{ forecastTypeName: 'Storms', headline: 'Storms', message: `<p>${message}</p>` },
    ...{ expiresAt: new Date(startAt + 3_600_000).toISOString(), organizationLocationIds: [place.id] },
    ...more,
  });
  const first = await done('POST', 'ProactiveForecast', form('Soon'));
  const { id } = first.data;
  expect(first.entry).toMatchObject({
    ...{ action: 'forecast-message.published', recordId: id, before: null },
    after: { typeName: 'Storms', organizationLocationIds: [place.id], message: { html: '<p>Soon</p>' } },
  });
  const second = await done('POST', 'ProactiveForecast', form('Now', { id }));
  expect(second.entry).toMatchObject({
    ...{ action: 'forecast-message.published', recordId: id, after: { message: { html: '<p>Now</p>' } } },
  });
  expect(await refused(409, 'POST', 'ProactiveForecast', form('Late', { id, revision: 1 }))).toEqual([]);
  const ended = await done('POST', `ProactiveForecast/Expire/${id}`);
  expect(ended.entry).toMatchObject({
    ...{ action: 'forecast-message.ended', before: { expiresAt: startAt + 3_600_000 } },
    after: { expiresAt: server.clock.now() },
  });
});

describe('notifications', () => {
  test('settings, alert times and a test leave an entry each, with what was given and nothing else of the person', async () => {
    const saved = await done('POST', 'Settings/Notifications', {
      emailNotifications: true,
      smsNotifications: true,
    });
    expect(saved.entry).toMatchObject({ action: 'notification-settings.changed', recordId: people.admin.id });
    expect(Object.keys(saved.entry.after ?? {})).not.toContain('passwordHash');
    expect(saved.entry.after).toMatchObject({ smsNotifications: true });
    const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      ...{ day, enabled: day > 1, allDay: true, startTime: '00:00:00', endTime: '24:00:00' },
    }));
    const times = await done('POST', 'Settings/AlertTimes', week);
    expect(times.entry).toMatchObject({ action: 'alert-times.changed', before: { alertTimes: null } });
    expect(times.entry.after?.alertTimes).toHaveLength(7);
    expect((await done('POST', 'Settings/Notifications/Test')).entry).toMatchObject({
      ...{ action: 'notification-settings.tested', recordId: people.admin.id },
    });
    expect(await refused(400, 'POST', 'Settings/AlertTimes', week.slice(1))).toEqual([]);
    expect(
      await refused(409, 'POST', 'Settings/Notifications', { smsNotifications: false, revision: 99 }),
    ).toEqual([]);
  });

  test('a browser leaves an entry when it is added and removed, with a digest of its address and without its keys', async () => {
    const endpoint = `https://push.example/${counter}`;
    const keys = {
      p256dh: Buffer.alloc(65, 4).toString('base64url'),
      auth: Buffer.alloc(16, 1).toString('base64url'),
    };
    const added = await done('POST', 'Settings/Push', { endpoint, keys });
    expect(JSON.stringify(added.entry)).not.toContain('push.example');
    expect(await said(added.entry)).toMatchObject({
      ...{ action: 'push-subscription.added', recordId: added.data.id, after: { endpoint } },
      owners: [people.admin.id],
    });
    for (const secret of [keys.p256dh, keys.auth])
      expect(JSON.stringify(await said(added.entry))).not.toContain(secret);
    const removed = await done('DELETE', `Settings/Push/${added.data.id}`);
    expect(await said(removed.entry)).toMatchObject({
      action: 'push-subscription.removed',
      before: { endpoint },
    });
    expect(await refused(404, 'DELETE', `Settings/Push/${added.data.id}`)).toEqual([]);
  });

  test('positions and map settings leave none', async () => {
    const before = await auditEntriesOf(server.store, organizationId);
    expect((await call('POST', 'Settings/Map', {})).status).toBe(200);
    expect((await call('DELETE', 'Settings/Position', {})).status).toBe(200);
    expect(await auditEntriesOf(server.store, organizationId)).toEqual(before);
  });
});

test('a demonstration event leaves an entry, and none while another of its kind goes on', async () => {
  const { id: locationId } = await addLocation();
  const { entry } = await done('POST', 'demonstration/Events', { kind: 'storm', locationId });
  expect(entry).toMatchObject({ action: 'demonstration.begun', after: { kind: 'storm', locationId } });
  expect(await refused(409, 'POST', 'demonstration/Events', { kind: 'storm', locationId })).toEqual([]);
});

test('a notice of a warning leaves an entry by the server: of what, where and to how many', async () => {
  const place = await addPlace('Stadium');
  const { id: policyId } = (await call('POST', 'policy', lightning)).body.data;
  const now = server.clock.now();
  await server.batch(now - 3_600_000, now);
  const watch = new WarningWatch({
    ...{
      db: server.store.db,
      clock: server.clock,
      live: server.live,
      alerts: server.alerts,
      weather: 'simulated',
      sender: 'us.example',
      secrets: testSecrets,
    },
  });
  const unsubscribe = server.live.onBatches((batches) => watch.batches(batches));
  const before = (await auditEntriesOf(server.store, organizationId)).length;
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  server.clock.advance(60_000);
  await server.batch(now, now + 60_000, [{ at: now + 59_000, key: 'near', latitude: 28.05, longitude: -82 }]);
  await watch.round();
  unsubscribe();
  const [notice] = await server.store.db
    .selectFrom('notices')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute();
  const entries = await auditEntriesOf(server.store, organizationId, before);
  expect(entries).toMatchObject([
    {
      ...{ action: 'warning.noticed', recordId: notice?.warning_id, before: null },
      actor: { kind: 'system', id: 'warning-notice' },
      after: {
        ...{ noticeId: notice?.id, kind: 'started', policyId, organizationLocationId: place.id },
        ...{ weather: 'simulated', muted: 0 },
      },
    },
  ]);
  const { rows } = await server.store.pool.query('select 1 from notifications where notice_id = $1', [
    notice?.id,
  ]);
  expect(entries[0]?.after?.recipients).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
});
