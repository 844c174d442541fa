import { listMapAlerts, listZoneShapes, maxZoneShapes, success } from '@allclear/contract';
import type { CapAlert } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testAlertFeed } from '../../test/test-server.ts';
import { storeAlerts } from '../alerts/store.ts';
import { storeZoneFailure, storeZoneShape } from '../alerts/zone-shapes.store.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
});
afterAll(() => server.close());

const square = [
  [-83, 27],
  [-82, 27],
  [-82, 29],
  [-83, 29],
] as const;
const alert = (id: string, given: Partial<CapAlert>): CapAlert => ({
  id,
  event: 'Severe Thunderstorm Warning',
  headline: id,
  description: '',
  instruction: '',
  severity: 'Severe',
  certainty: '',
  urgency: '',
  status: 'Actual',
  messageType: 'Alert',
  sentAt: startAt,
  effectiveAt: startAt,
  onsetAt: null,
  expiresAt: startAt + 45 * minute,
  endsAt: null,
  references: [],
  vtec: [],
  zones: [],
  polygons: [],
  senderName: 'NWS',
  ...given,
});
const read = async (alerts: readonly CapAlert[], at: number) => {
  await storeAlerts(server.store.db, testActor, testAlertFeed.vendor, { alerts, asOf: at }, at);
  await server.alerts.refresh();
};
const get = (path: string) => ask(server.app, 'GET', path, { key: ours.people.customer.key });
const atPoint = (latitude: number, longitude: number) =>
  ask(server.app, 'POST', `/api/map/alerts/bypoint?latitude=${latitude}&longitude=${longitude}`, {
    key: ours.people.customer.key,
  });

describe('alerts on the map', () => {
  test('before the first list nothing is known, and none is not said', async () => {
    expect((await get('/api/map/Alerts')).body.data).toEqual({ alerts: [], asOf: null, stale: true });
    expect((await atPoint(28, -82.5)).body.data).toEqual({ alerts: [], asOf: null, complete: false });
    expect((await ask(server.app, 'GET', '/api/map/Alerts')).status).toBe(401);
    expect((await atPoint(91, 0)).status).toBe(400);
  });

  test('the gravest first, with the area as drawn or the zones as named; a point finds what lies over it', async () => {
    const heat = alert('urn:heat', { event: 'Heat Advisory', severity: 'Moderate', zones: ['FLC057'] });
    await read([heat, alert('urn:storm', { polygons: [square] })], startAt);
    const { body } = await get('/api/map/Alerts');
    expect(() => success(listMapAlerts.data).parse(body)).not.toThrow();
    expect(body.data).toMatchObject({
      stale: false,
      alerts: [
        {
          Identifier: 'urn:storm',
          Geometry: { type: 'MultiPolygon', coordinates: [[[...square, square[0]]]] },
        },
        { Identifier: 'urn:heat', Zones: ['FLC057'], Geometry: null },
      ],
    });
    // The test's feed names zones, and the zones of this point were not requested.
    expect((await atPoint(28, -82.5)).body.data).toMatchObject({
      alerts: [{ Identifier: 'urn:storm' }],
      complete: false,
    });
    expect((await atPoint(31, -82.5)).body.data).toMatchObject({ alerts: [], complete: false });
  });

  test('where zones are is said of those that are known; the others are being asked for, or not to be had', async () => {
    const { db } = server.store;
    const square2 = [...square, square[0]].map(([x, y]) => [x, y] as const);
    const put = (zone: string, shape: typeof square2 | null, now = startAt) =>
      storeZoneShape(
        db,
        testActor,
        testAlertFeed.vendor,
        zone,
        shape && { polygons: [[shape]], toleranceDegrees: 0.003, effectiveAt: null },
        {
          now,
          askAgainAt: now,
        },
      );
    const zones = async (codes: string, headers: Record<string, string> = {}) =>
      ask(server.app, 'GET', `/api/map/alerts/zones?zones=${codes}`, {
        key: ours.people.customer.key,
        headers,
      });
    await read(
      [
        alert('urn:wind', {
          event: 'Wind Advisory',
          severity: 'Minor',
          zones: ['FLZ151', 'fire/FLZ151', 'FLZ000', 'FLZ152'],
        }),
      ],
      startAt,
    );
    await put('FLZ151', square2);
    await put('FLZ000', null);
    await storeZoneFailure(db, testActor, testAlertFeed.vendor, { zone: 'FLZ152', failures: 3 }, startAt);

    const all = await zones('FLZ151,fire/FLZ151,FLZ000,FLZ152,TXZ001');
    expect(() => success(listZoneShapes.data).parse(all.body)).not.toThrow();
    expect(all.body.data).toEqual({
      shapes: [{ Zone: 'FLZ151', Geometry: { type: 'MultiPolygon', coordinates: [[square2]] } }],
      pending: ['fire/FLZ151'],
      unavailable: ['FLZ000', 'FLZ152', 'TXZ001'],
    });
    expect(all.headers['cache-control']).toBe('private, no-cache');

    const whole = await zones('FLZ151');
    expect(whole.headers['cache-control']).toBe('private, max-age=86400');
    const tag = String(whole.headers.etag);
    expect(await zones('FLZ151', { 'if-none-match': `W/${tag}` })).toMatchObject({ status: 304, body: null });
    await put('FLZ151', square2, startAt + minute);
    expect((await zones('FLZ151', { 'if-none-match': tag })).status).toBe(200);

    const maximum = (count: number) =>
      Array.from({ length: count }, (_, index) => `FLZ${String(index).padStart(3, '0')}`).join();
    expect((await zones(maximum(maxZoneShapes))).status).toBe(200);
    for (const bad of [
      '',
      'FLZ15',
      'FLX151',
      'FLZ151,',
      'flz151',
      'water/FLZ151',
      maximum(maxZoneShapes + 1),
    ])
      expect((await zones(bad)).status, bad).toBe(400);
    expect((await get('/api/map/Alerts/Zones')).status).toBe(400);
    expect((await ask(server.app, 'GET', '/api/map/Alerts/Zones?zones=FLZ151')).status).toBe(401);
  });

  test('a point finds the alerts of the zones around it, and there are no others once all zones are known', async () => {
    const { db } = server.store;
    const put = (zone: string, west: number, south: number) =>
      storeZoneShape(
        db,
        testActor,
        testAlertFeed.vendor,
        zone,
        {
          polygons: [
            [
              [
                [west, south],
                [west + 1, south],
                [west + 1, south + 1],
                [west, south],
              ],
            ],
          ],
          toleranceDegrees: 0.003,
          effectiveAt: null,
        },
        { now: startAt, askAgainAt: startAt },
      );
    // The polygon of the storm and the heat's county are in effect too.
    expect((await atPoint(40.2, -99.2)).body.data).toMatchObject({ alerts: [], complete: false });
    for (const zone of ['FLZ151', 'fire/FLZ151', 'FLZ000', 'FLZ152', 'FLC057']) await put(zone, -100, 40);
    expect((await atPoint(40.2, -99.2)).body.data).toMatchObject({
      alerts: [{ Identifier: 'urn:heat' }, { Identifier: 'urn:wind' }],
      complete: true,
    });
    expect((await atPoint(40.2, -98.999)).body.data.alerts).toHaveLength(2);
    expect((await atPoint(40.2, -98)).body.data).toMatchObject({ alerts: [], complete: true });
    expect((await atPoint(28, -82.5)).body.data).toMatchObject({
      alerts: [{ Identifier: 'urn:storm' }],
      complete: true,
    });
  });

  test('a list that is too old says so, and what has expired is gone', async () => {
    server.clock.set(startAt + 50 * minute);
    expect((await get('/api/map/Alerts')).body.data).toMatchObject({ alerts: [], stale: true });
  });
});

describe('settings of the map', () => {
  const save = (who: string, body: object) =>
    ask(server.app, 'POST', '/api/Settings/Map', { key: who, body });
  const initial = {
    baseLayerStyle: 'light',
    overlays: ['radar', 'lightning'],
    radarStyle: 'past',
    opacity: 1,
    speed: 'normal',
    showAllLocations: false,
  };

  test('are each person’s own, and as the specification has them at first', async () => {
    expect((await get('/api/settings/map')).body.data).toEqual({ ...initial, view: null, revision: 0 });
    const mine = {
      ...initial,
      baseLayerStyle: 'dark',
      overlays: ['nws-alerts'],
      view: { latitude: 28, longitude: -82, zoom: 8.5 },
    };
    expect((await save(ours.people.customer.key, mine)).body.data).toEqual({ ...mine, revision: 1 });
    expect((await get('/api/Settings/Map')).body.data).toEqual({ ...mine, revision: 1 });
    expect(
      (await ask(server.app, 'GET', '/api/Settings/Map', { key: ours.people.admin.key })).body.data,
    ).toEqual({ ...initial, view: null, revision: 0 });
    expect((await ask(server.app, 'GET', '/api/Settings/Map')).status).toBe(401);
  });

  test.each([
    { overlays: ['everything'] },
    { opacity: 2 },
    { view: { latitude: 200, longitude: 0, zoom: 3 } },
  ])('%j is refused', async (body) => {
    expect((await save(ours.people.customer.key, body)).status).toBe(400);
  });

  test('what an older version kept and is no choice any more falls back', async () => {
    const settings = JSON.stringify({ baseLayerStyle: 'paper' });
    await server.store.db
      .updateTable('map_settings')
      .set({ settings })
      .where('user_id', '=', ours.people.customer.id)
      .execute();
    expect((await get('/api/Settings/Map')).body.data).toEqual({ ...initial, view: null, revision: 1 });
  });
});
