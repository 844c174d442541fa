import { randomUUID } from 'node:crypto';
import * as contract from '@allclear/contract';
import { success } from '@allclear/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { positionExpiry } from './position-expiry.ts';
import { dropOldPositions, sharingOf, storePosition } from './positions.store.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await server.organization(`District ${randomUUID()}`);
});

const device = randomUUID();
const position = (changes: object = {}) => ({
  ...{ deviceId: device, latitude: 28.1, longitude: -82.4, accuracyMeters: 30, ageSeconds: 5 },
  ...changes,
});
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, key: string, body?: object) =>
  ask(server.app, method, `/api/Settings/${path}`, { key, ...(body ? { body } : {}) });
const setMode = (key: string, geofenceAlertsEnabled: boolean) =>
  call('POST', 'Notifications', key, { geofenceAlertsEnabled });
const share = (key: string, changes: object = {}) => call('POST', 'Position', key, position(changes));
const rows = (userId: string) =>
  server.store.db.selectFrom('shared_positions').selectAll().where('user_id', '=', userId).execute();

describe('the mode', () => {
  test('is kept with its revision, and needs the permission', async () => {
    const { key } = ours.people.admin;
    const before = (await call('GET', 'Notifications', key)).body.data;
    expect([before.geofenceAlertsEnabled, before.alertTimesEnabled]).toEqual([false, true]);
    const body = { geofenceAlertsEnabled: true, alertTimesEnabled: false, revision: before.revision };
    const saved = await call('POST', 'Notifications', key, body);
    expect(saved.body.data.settings).toMatchObject({ geofenceAlertsEnabled: true, alertTimesEnabled: false });
    expect((await call('POST', 'Notifications', key, { ...body, geofenceAlertsEnabled: false })).status).toBe(
      409,
    );
    const refused = await setMode(ours.people.customer.key, true);
    expect([refused.status, refused.body.responseException.errors]).toEqual([
      400,
      { GeofenceAlertsEnabled: ['Your role or organization does not have alerts by position'] },
    ]);
    expect((await setMode(ours.people.customer.key, false)).status).toBe(200);
  });

  test('is refused where the feature is withheld', async () => {
    const { people } = await server.organization(`Without ${randomUUID()}`, ['geofence.alerts.access']);
    expect((await setMode(people.admin.key, true)).status).toBe(400);
    expect((await share(people.admin.key)).status).toBe(403);
    expect((await call('GET', 'Position', people.admin.key)).status).toBe(403);
  });
});

describe('a shared position', () => {
  test('is stored in a mode with geofence only; the newest one alone, and nobody reads it back', async () => {
    const { id, key } = ours.people.admin;
    const refused = await share(key);
    expect([refused.status, await rows(id)]).toEqual([409, []]);
    await setMode(key, true);
    const { status, body } = await share(key);
    expect(status).toBe(200);
    expect(() => success(contract.sharePosition.data).parse(body)).not.toThrow();
    expect(Object.keys(body.data).sort()).toEqual(['deviceId', 'takenUtc']);
    expect(Math.abs(Date.parse(body.data.takenUtc) - (Date.now() - 5_000))).toBeLessThan(3_000);
    await share(key, { latitude: 28.2, ageSeconds: 0 });
    // One that was on its way for longer.
    await share(key, { latitude: 28.3, ageSeconds: 300 });
    expect((await rows(id)).map(({ latitude }) => latitude)).toEqual([28.2]);
    expect((await call('GET', 'Position', key)).body.data.deviceId).toBe(device);
    for (const other of [ours.people['super-admin'], ours.people['assistant-admin']])
      expect((await call('GET', 'Position', other.key)).body.data).toEqual({
        deviceId: null,
        takenUtc: null,
      });
    const users = await ask(server.app, 'GET', '/api/user/customer', { key: ours.people['super-admin'].key });
    expect(JSON.stringify(users.body)).not.toContain('28.2');
    expect(server.logged.join('')).not.toContain('28.2');
  });

  test.each([
    ['latitude', { latitude: 91 }, 'Latitude'],
    ['longitude', { longitude: -181 }, 'Longitude'],
    ['a negative accuracy', { accuracyMeters: -1 }, 'AccuracyMeters'],
    ['older than fifteen minutes', { ageSeconds: 901 }, 'AgeSeconds'],
    ['of the future', { ageSeconds: -1 }, 'AgeSeconds'],
    ['a text', { latitude: 'north' }, 'Latitude'],
    ['no device', { deviceId: 'mine' }, 'DeviceId'],
  ])('is refused: %s', async (_, changes, label) => {
    const { id, key } = ours.people.admin;
    await setMode(key, true);
    const { status, body } = await share(key, changes);
    expect([status, Object.keys(body.responseException.errors)]).toEqual([400, [label]]);
    expect(await rows(id)).toEqual([]);
  });

  test('is of one device: another one shares only when its owner says so, and then the first one no more', async () => {
    const { id, key } = ours.people.admin;
    await setMode(key, true);
    await share(key);
    const phone = randomUUID();
    const refused = await share(key, { deviceId: phone });
    expect([refused.status, refused.body.responseException.message]).toEqual([
      409,
      'Another of your devices shares its position.',
    ]);
    await dropOldPositions(server.store.db, testActor, Date.now() + 20 * minute);
    // Not even when the first one is silent.
    expect((await share(key, { deviceId: phone })).status).toBe(409);
    expect((await share(key, { deviceId: phone, takesOver: true })).status).toBe(200);
    expect((await share(key)).status).toBe(409);
    expect((await rows(id)).map((row) => row.device_id)).toEqual([phone]);
    // The sign-out of a device that does not share leaves the other's.
    await call('DELETE', `Position?deviceId=${device}`, key);
    expect(await rows(id)).toHaveLength(1);
    await call('DELETE', `Position?deviceId=${phone}`, key);
    expect(await rows(id)).toEqual([]);
  });

  test('is deleted with the mode and on demand, of its owner alone', async () => {
    const { id, key } = ours.people.admin;
    const other = ours.people['super-admin'];
    for (const one of [key, other.key]) {
      await setMode(one, true);
      await share(one);
    }
    expect((await call('DELETE', 'Position', key)).body.data).toEqual({
      message: 'Your position is no longer shared',
    });
    expect([await rows(id), (await rows(other.id)).length]).toEqual([[], 1]);
    await share(key);
    await setMode(key, false);
    expect([await rows(id), (await rows(other.id)).length]).toEqual([[], 1]);
    expect((await share(key)).status).toBe(409);
  });

  test('is not left behind by a mode that is switched off as it arrives', async () => {
    const { id, key } = ours.people.admin;
    for (let round = 0; round < 5; round++) {
      await setMode(key, true);
      await Promise.all([share(key), setMode(key, false), share(key, { ageSeconds: 1 })]);
      expect(await rows(id)).toEqual([]);
    }
  });

  test('is deleted fifteen minutes after it was taken, whatever the weather’s clock says', async () => {
    const { db } = server.store;
    const people = [ours.people.admin, ours.people['super-admin']] as const;
    const now = Date.now();
    for (const [index, { id, key }] of people.entries()) {
      await setMode(key, true);
      await storePosition(db, testActor, id, {
        ...{ deviceId: device, latitude: 28, longitude: -82, accuracyMeters: 30, takesOver: false },
        takenAt: now - [16, 14][index]! * minute,
      });
    }
    // Before anything is deleted the old one counts as unknown.
    expect((await sharingOf(db, people[0].id, now)).takenAt).toBeNull();
    expect((await sharingOf(db, people[1].id, now)).takenAt).toBe(now - 14 * minute);
    const ending = new AbortController();
    const running = positionExpiry({ db, clock: server.clock, log: server.app.log }).run(ending.signal);
    await expect.poll(async () => (await rows(people[0].id))[0]?.latitude).toBeNull();
    ending.abort();
    await running;
    expect((await rows(people[0].id))[0]).toMatchObject({
      ...{ device_id: device, longitude: null, accuracy_meters: null, taken_at: null },
    });
    expect((await rows(people[1].id))[0]?.latitude).toBe(28);
  });
});
