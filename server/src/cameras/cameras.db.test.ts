import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCamera, generatedCamera, openCameraServer } from '../../test/cameras/watch-camera.ts';
import { ask, type TestServer } from '../../test/test-server.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let cameraId: string;

beforeEach(async () => {
  ({ server } = await openCameraServer({ sources: generatedCamera().sources }));
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District');
  cameraId = await addCamera(server, ours.people.admin.key, 'Stadium');
});
afterEach(() => server.close());

type Method = Parameters<typeof ask>[1];
const call = (method: Method, path: string, key: string, body?: unknown) =>
  ask(server.app, method, `/api/LiveStream/${path}`, { key, ...(body === undefined ? {} : { body }) });
const form = { name: 'Pool', kind: 'jpeg', address: 'http://192.0.2.9/a.jpg' };

test('another organization’s cameras, logs and links do not exist', async () => {
  const { key } = theirs.people['super-admin'];
  const of = ours.organizationId;
  for (const path of ['CameraFeed/Customer', 'ConsumedMinutes/Customer', 'Logs/Customer', 'Usage/Customer'])
    expect((await call('GET', `${path}/${of}`, key)).status, path).toBe(404);
  expect((await call('GET', 'CameraFeed/All', key)).body.data).toEqual([]);
  expect((await call('GET', `Camera/${cameraId}`, key)).status).toBe(404);
  expect((await call('PUT', `Camera/${cameraId}`, key, form)).status).toBe(404);
  expect((await call('POST', `Camera/${cameraId}/Check`, key)).status).toBe(404);
  expect((await call('DELETE', `Camera/${cameraId}`, key)).status).toBe(404);
  const link = { name: 'Parents', cameraId, hours: 1 };
  await call('PUT', 'Sharing', key, { sharing: true });
  expect((await call('POST', 'ShareLink', key, link)).status).toBe(404);
});

test('roles: all cameras are for Super Admins, setup for admins, an Assistant Admin sees the own group’s', async () => {
  const { admin, 'super-admin': superAdmin, 'assistant-admin': assistant } = ours.people;
  expect((await call('GET', 'CameraFeed/All', superAdmin.key)).body.data).toHaveLength(1);
  expect((await call('GET', 'CameraFeed/All', admin.key)).status).toBe(403);
  expect((await call('GET', `CameraFeed/Customer/${ours.organizationId}`, admin.key)).body.data).toHaveLength(
    1,
  );
  const own = () => call('GET', `CameraFeed/Customer/${ours.organizationId}`, assistant.key);
  expect((await own()).body.data).toEqual([]);
  expect((await call('POST', 'Camera', assistant.key, form)).status).toBe(403);

  const db = server.store.db;
  const at = new Date(server.clock.now());
  const place = await db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: ours.organizationId, name: 'Field', address: '' },
      ...{ latitude: 28, longitude: -82, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = (await ask(server.app, 'POST', '/api/site/add', { key: admin.key, body: { name: 'East' } }))
    .body.data.id;
  await db.updateTable('users').set({ group_id: group }).where('id', '=', assistant.id).execute();
  await db
    .insertInto('organization_location_groups')
    .values({ organization_location_id: place.id, group_id: group, organization_id: ours.organizationId })
    .execute();
  const placed = await call('POST', 'Camera', admin.key, { ...form, organizationLocationId: place.id });
  expect(placed.body.data.organizationLocationName).toBe('Field');
  expect((await own()).body.data.map(({ name }: { name: string }) => name)).toEqual(['Pool']);
});

test('a form is checked by field, names are unique, and a stale change is refused', async () => {
  const { key } = ours.people.admin;
  const errorsOf = async (body: object) =>
    (await call('POST', 'Camera', key, body)).body.responseException.errors;
  expect(await errorsOf({ ...form, name: 'stadium' })).toEqual({
    Name: ['A camera with this name exists already'],
  });
  expect(await errorsOf({ ...form, address: 'ftp://192.0.2.9/' })).toEqual({
    Address: ['Address must start with http:// or https://'],
  });
  expect(await errorsOf({ ...form, address: 'http://a:b@192.0.2.9/' })).toEqual({
    Address: ['Address cannot have a user name or password: they have fields of their own'],
  });
  const missing = '00000000-0000-4000-8000-000000000000';
  expect((await call('POST', 'Camera', key, { ...form, organizationLocationId: missing })).status).toBe(404);
  const changed = await call('PUT', `Camera/${cameraId}`, key, {
    ...{ ...form, password: 'another', revision: 1 },
  });
  expect(changed.body.data).toMatchObject({ name: 'Pool', hasPassword: true, revision: 2 });
  expect((await call('PUT', `Camera/${cameraId}`, key, { ...form, revision: 1 })).status).toBe(409);
  const elsewhere = { ...form, address: 'http://192.0.2.77/video', password: undefined };
  const kept = await call('PUT', `Camera/${cameraId}`, key, elsewhere);
  expect(kept.status).toBe(400);
  expect(kept.body.responseException.errors).toEqual({
    Password: ['Enter the password again: the address leads to another host.'],
  });
  const without = await call('PUT', `Camera/${cameraId}`, key, { ...form, password: '' });
  expect(without.body.data.hasPassword).toBe(false);
  expect((await call('POST', `Camera/${cameraId}/Check`, key)).body.data.works).toBe(true);
});

test('the password is sealed in the store and in no answer, audit entry or log', async () => {
  const { key } = ours.people.admin;
  const db = server.store.db;
  const row = await db.selectFrom('cameras').selectAll().executeTakeFirstOrThrow();
  expect(row.password).toMatch(/^v1\./);
  const entries = JSON.stringify(await db.selectFrom('audit_entries').selectAll().execute());
  expect(entries).toContain('camera.added');
  const shown = JSON.stringify((await call('GET', `Camera/${cameraId}`, key)).body);
  for (const text of [entries, shown, server.logged.join('')]) expect(text).not.toContain('pw-secret');
});

test('months: none before the last six and none to come; a view counts in each for what lies in it', async () => {
  const { key } = ours.people.admin;
  const of = ours.organizationId;
  for (const offset of [-1, 6])
    for (const path of ['Logs', 'Usage'])
      expect((await call('GET', `${path}/Customer/${of}?monthOffset=${offset}`, key)).status).toBe(400);
  const { nextMonthUtc } = (await call('GET', `ConsumedMinutes/Customer/${of}`, key)).body.data;
  const zoneHours = new Date(nextMonthUtc).getUTCHours();
  const now = new Date();
  const inMonth = new Date(nextMonthUtc);
  inMonth.setUTCMonth(inMonth.getUTCMonth() - 2, 15);
  expect(zoneHours).toBeGreaterThan(0);
  const values = { organization_id: of, camera_name: 'Stadium', user_id: ours.people.admin.id, ended: true };
  await server.store.db
    .insertInto('camera_sessions')
    .values([
      {
        ...{ ...values, id: '00000000-0000-4000-8000-000000000001', started_at: inMonth },
        last_at: new Date(inMonth.getTime() + 90_400),
      },
      {
        ...{ ...values, id: '00000000-0000-4000-8000-000000000002', ended: false },
        ...{ started_at: new Date(now.getTime() - 70_000), last_at: new Date(now.getTime() - 60_000) },
      },
    ])
    .execute();
  const usage = (await call('GET', `Usage/Customer/${of}?monthOffset=1`, key)).body.data;
  expect(usage).toMatchObject({
    consumedSeconds: 90,
    byCamera: [{ name: 'Stadium', seconds: 90 }],
    byUser: [{ name: 'admin', seconds: 90 }],
  });
  // Its process was killed: it ended at the last picture that was written.
  const [lost] = (await call('GET', `Logs/Customer/${of}`, key)).body.data;
  expect(lost).toMatchObject({ duration: 10, open: false });
});
