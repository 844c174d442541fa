import type { CapAlert } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testAlertFeed } from '../../test/test-server.ts';
import { roundPlace, storePlaceZones } from '../alerts/place-zones.store.ts';
import { storeAlerts } from '../alerts/store.ts';
import { type Change, listen } from '../platform/change-feed/change-feed.store.ts';

const minute = 60_000;
/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };
const nobody = '00000000-0000-4000-8000-000000000000';
const field = { latitude: 28, longitude: -82.5 };
const port = { latitude: 27.5, longitude: -82.5 };

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
const place: Record<'field' | 'port' | 'theirs', string> = { field: '', port: '', theirs: '' };
let custom: string;
let tied: string;

beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District');
  const places = [
    ['field', ours, field],
    ['port', ours, port],
    ['theirs', theirs, field],
  ] as const;
  for (const [name, { organizationId }, at] of places) {
    const { id } = await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, name, ...at, created_at: new Date(startAt) })
      .returning('id')
      .executeTakeFirstOrThrow();
    place[name] = id;
  }
  const add = async (body: object) =>
    (
      await ask(server.app, 'POST', '/api/location/Add', {
        key: ours.people.customer.key,
        body: { label: 'L', ...field, radius1: 10, ...body },
      })
    ).body.data.id as string;
  custom = await add({});
  tied = await add({ organizationLocationId: place.field });
});
afterAll(() => server.close());

const get = (path: string, key = ours.people.customer.key) => ask(server.app, 'GET', `/api/${path}`, { key });
const post = (path: string, body?: object, key = ours.people.admin.key) =>
  ask(server.app, 'POST', `/api/${path}`, { key, ...(body ? { body } : {}) });

describe('advisories', () => {
  const alert: CapAlert = {
    id: 'urn:heat',
    event: 'Excessive Heat Warning',
    headline: 'Excessive Heat Warning until 8 PM',
    description: 'WHAT...Hot.',
    instruction: 'Drink water.',
    severity: 'Moderate',
    certainty: 'Likely',
    urgency: 'Expected',
    status: 'Actual',
    messageType: 'Alert',
    sentAt: startAt - minute,
    effectiveAt: startAt - minute,
    onsetAt: startAt,
    expiresAt: startAt + 60 * minute,
    endsAt: startAt + 90 * minute,
    references: [],
    vtec: [],
    zones: ['FLZ151'],
    polygons: [],
    senderName: 'NWS Tampa Bay FL',
  };
  const changed = (changes: Partial<CapAlert>): CapAlert => ({ ...alert, ...changes });

  test('before the list was read nobody knows', async () => {
    const answer = await get(`Advisory/${custom}`);
    expect(answer).toMatchObject({
      status: 503,
      body: { responseException: { code: 'alerts-unobserved', lastKnown: { asOf: null } } },
    });
  });

  test('are those in effect that cover the place, gravest first, for own locations and places of the organization', async () => {
    const alerts = [
      alert,
      changed({
        id: 'urn:storm',
        event: 'Severe Thunderstorm Warning',
        severity: 'Severe',
        sentAt: startAt - 2 * minute,
      }),
      changed({ id: 'urn:odd', event: 'Something Else', severity: '' }),
      changed({ id: 'urn:test', status: 'Test' }),
      changed({ id: 'urn:elsewhere', zones: ['FLZ999'] }),
      changed({ id: 'urn:over', expiresAt: startAt, endsAt: startAt }),
    ];
    await storeAlerts(server.store.db, testActor, testAlertFeed.vendor, { alerts, asOf: startAt }, startAt);
    await storePlaceZones(server.store.db, testActor, roundPlace(field), ['FLZ151'], startAt);
    await storePlaceZones(server.store.db, testActor, roundPlace(port), ['FLZ155'], startAt);
    await expect.poll(async () => (await get(`Advisory/${place.port}`)).status, waitOptions).toBe(200);
    const { body } = await get(`Advisory/${custom}`);
    expect(body.data.map((one: { Identifier: string }) => one.Identifier)).toEqual([
      'urn:storm',
      'urn:heat',
      'urn:odd',
    ]);
    expect(body.data[1]).toEqual({
      Identifier: 'urn:heat',
      Event: 'Excessive Heat Warning',
      Headline: 'Excessive Heat Warning until 8 PM',
      Description: 'WHAT...Hot.',
      Color: '#C71585',
      Severity: 'Moderate',
      Sent: new Date(startAt - minute).toISOString(),
      Expires: new Date(startAt + 60 * minute).toISOString(),
    });
    expect((await get(`Advisory/${place.field}`)).body).toEqual(body);
    expect((await get(`Advisory/${place.port}`)).body.data).toEqual([]);
    expect((await get(`ADVISORY/detail/${tied}`)).body.data[1]).toMatchObject({
      Instruction: 'Drink water.',
      Certainty: 'Likely',
      Urgency: 'Expected',
      Onset: new Date(startAt).toISOString(),
      Ends: new Date(startAt + 90 * minute).toISOString(),
      SenderName: 'NWS Tampa Bay FL',
    });
  });

  test('of other people and organizations do not exist', async () => {
    for (const path of ['Advisory', 'Advisory/Detail']) {
      expect((await get(`${path}/${place.theirs}`)).status).toBe(404);
      expect((await get(`${path}/${custom}`, theirs.people.admin.key)).status).toBe(404);
      expect((await get(`${path}/${custom}`, ours.people['assistant-admin'].key)).status).toBe(404);
      expect((await get(`${path}/${nobody}`)).status).toBe(404);
      expect((await get(`${path}/none`)).status).toBe(404);
      expect((await get(`${path}/${custom}`, ours.people.admin.key)).status).toBe(200);
    }
  });
});

describe('proactive forecasts', () => {
  const iso = (minutes: number) => new Date(startAt + minutes * minute).toISOString();
  const form = () => ({
    expiresAt: iso(60),
    headline: 'Storms this afternoon',
    message: '<p>Storms <b>after 3 PM</b>.</p>',
  });
  const idsAt = async (id: string) =>
    (await get(`ProactiveForecast/Location/${id}`)).body.data.map(
      (one: { id: string }) => one.id,
    ) as string[];

  test('are written, found where they are meant for, get another message, and end', async () => {
    const heard: Change[] = [];
    const listener = await listen(server.store.url, {
      onChange: (published) => published.topic === 'warnings' && heard.push(published),
      onGap: () => {},
      onError: () => {},
    });
    const { status, body } = await post('ProactiveForecast', {
      ...form(),
      organizationLocationIds: [place.field, place.field],
    });
    expect(status).toBe(200);
    const { id } = body.data;
    expect(body.data).toEqual({
      id,
      revision: 1,
      forecastType: { name: 'Proactive Forecast', color: '#0B74B8' },
      expiresAt: iso(60),
      organizationLocationIds: [place.field],
      messages: [
        {
          id: expect.any(String),
          headline: 'Storms this afternoon',
          message: '<p>Storms <b>after 3 PM</b>.</p>',
          createdAt: iso(0),
        },
      ],
    });
    await expect.poll(() => heard, waitOptions).toEqual([{ topic: 'warnings', ids: [ours.organizationId] }]);
    expect(await idsAt(place.field)).toEqual([id]);
    expect(await idsAt(tied)).toEqual([id]);
    expect(await idsAt(place.port)).toEqual([]);
    expect(await idsAt(custom)).toEqual([]);

    server.clock.advance(minute);
    const more = await post('ProactiveForecast', {
      id,
      headline: 'Earlier now',
      message: 'By <i>2 PM</i>',
      expiresAt: iso(90),
      forecastTypeName: 'Ignored',
    });
    expect(more.body.data).toMatchObject({
      id,
      expiresAt: iso(90),
      forecastType: { name: 'Proactive Forecast' },
    });
    expect(more.body.data.messages.map((one: { headline: string }) => one.headline)).toEqual([
      'Storms this afternoon',
      'Earlier now',
    ]);

    const everywhere = (
      await post('ProactiveForecast', { ...form(), forecastTypeName: 'Heat', color: '#ff8800' })
    ).body.data;
    expect(everywhere).toMatchObject({
      forecastType: { name: 'Heat', color: '#FF8800' },
      organizationLocationIds: [],
    });
    for (const one of [place.field, tied]) expect(await idsAt(one)).toEqual([everywhere.id, id]);
    for (const one of [place.port, custom]) expect(await idsAt(one)).toEqual([everywhere.id]);
    const listed = (await get('ProactiveForecast', ours.people.admin.key)).body.data;
    expect(listed.map((one: { id: string }) => one.id)).toEqual([everywhere.id, id]);

    expect((await post(`ProactiveForecast/Expire/${everywhere.id}`)).body.data).toEqual({
      id: everywhere.id,
      message: 'Forecast ended',
    });
    expect(await idsAt(custom)).toEqual([]);
    server.clock.advance(90 * minute);
    expect(await idsAt(place.field)).toEqual([]);
    await post(`ProactiveForecast/Expire/${id}`);
    expect((await get('ProactiveForecast', ours.people.admin.key)).body.data[1]).toMatchObject({
      id,
      expiresAt: iso(90),
    });
    server.clock.set(startAt);
    await listener.close();
  });

  test('whose only place was removed are for no place, not for all', async () => {
    const { id: gone } = await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: ours.organizationId, name: 'Gone', ...field, created_at: new Date(startAt) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = (await post('ProactiveForecast', { ...form(), organizationLocationIds: [gone] })).body
      .data;
    expect(await idsAt(gone)).toContain(id);
    expect(await idsAt(place.field)).not.toContain(id);
    await server.store.db.deleteFrom('organization_locations').where('id', '=', gone).execute();
    expect(await idsAt(place.field)).not.toContain(id);
    await post(`ProactiveForecast/Expire/${id}`);
  });

  test('belong to one organization, and only some people write them', async () => {
    const { id } = (await post('ProactiveForecast', form())).body.data;
    const foreign = theirs.people.admin.key;
    expect((await get('ProactiveForecast', foreign)).body.data).toEqual([]);
    expect((await post(`ProactiveForecast/Expire/${id}`, undefined, foreign)).status).toBe(404);
    expect((await post('ProactiveForecast', { ...form(), id }, foreign)).status).toBe(404);
    expect(
      (await post('ProactiveForecast', { ...form(), organizationLocationIds: [place.theirs] })).status,
    ).toBe(404);
    expect(
      (await post('ProactiveForecast', { ...form(), organizationLocationIds: ['somewhere'] })).status,
    ).toBe(404);
    expect((await get(`ProactiveForecast/Location/${place.theirs}`)).status).toBe(404);
    expect((await get(`ProactiveForecast/Location/${custom}`, foreign)).status).toBe(404);
    for (const missing of [nobody, 'none']) {
      expect((await post(`ProactiveForecast/Expire/${missing}`)).status).toBe(404);
      expect((await post('ProactiveForecast', { ...form(), id: missing })).status).toBe(404);
    }
    for (const role of ['customer', 'assistant-admin'] as const) {
      const { key } = ours.people[role];
      expect((await post('ProactiveForecast', form(), key)).status).toBe(403);
      expect((await get('ProactiveForecast', key)).status).toBe(403);
      expect((await post(`ProactiveForecast/Expire/${id}`, undefined, key)).status).toBe(403);
    }
    await post(`ProactiveForecast/Expire/${id}`);
  });

  test.each<[string, object, string]>([
    ['no headline', { headline: ' ' }, 'Headline'],
    ['a headline with markup', { headline: '<b>Now</b>' }, 'Headline'],
    ['a long headline', { headline: 'x'.repeat(201) }, 'Headline'],
    ['no message', { message: '' }, 'Message'],
    ['a message of empty tags', { message: '<p>&nbsp;</p><br>' }, 'Message'],
    ['a message with a script', { message: '<p>Hi</p><script>alert(1)</script>' }, 'Message'],
    ['a message with an event handler', { message: '<img src=x onerror=alert(1)> Hi' }, 'Message'],
    [
      'a message with a script for a link',
      { message: '<a href="java&#10;script:alert(1)">Hi</a>' },
      'Message',
    ],
    ['a message in a frame', { message: 'Hi <iframe src="https://example.org"></iframe>' }, 'Message'],
    ['a message of 20,001 characters', { message: 'x'.repeat(20_001) }, 'Message'],
    ['an end that has passed', { expiresAt: '2026-06-06T19:59:59Z' }, 'ExpiresAt'],
    ['an end now', { expiresAt: new Date(startAt).toISOString() }, 'ExpiresAt'],
    ['an end in two years', { expiresAt: '2028-06-06T20:00:00Z' }, 'ExpiresAt'],
    ['an end that is no time', { expiresAt: 'tonight' }, 'ExpiresAt'],
    ['a color that is none', { color: 'url(x)' }, 'Color'],
    ['a type with markup', { forecastTypeName: '<i>' }, 'ForecastTypeName'],
  ])('%s is refused with a sentence under its field, and nothing is kept', async (_name, change, label) => {
    const count = async () =>
      (await get('ProactiveForecast', ours.people.admin.key)).body.data.length as number;
    const before = await count();
    const { status, body } = await post('ProactiveForecast', { ...form(), ...change });
    expect(status).toBe(400);
    expect(body.responseException.errors[label]).toHaveLength(1);
    expect(await count()).toBe(before);
  });

  test('plain words with a sign of less than are words', async () => {
    const { body } = await post('ProactiveForecast', { ...form(), headline: 'Wind < 20 mph & gusts > 30' });
    expect(body.data.messages[0].headline).toBe('Wind < 20 mph & gusts > 30');
    await post(`ProactiveForecast/Expire/${body.data.id}`);
  });
});
