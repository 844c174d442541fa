import { type CompleteForecastHour, HOUR_MS, MINUTE_MS } from '@allclear/domain';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { eventually } from '../../test/notified-people.ts';
import { ask, openTestServer, type TestServer, testChannels } from '../../test/test-server.ts';
import { roundPlace } from '../alerts/index.ts';
import { storeForecast, storeForecastPlace } from '../forecasts/store.ts';
import { type DailyForecastNeeds, sendDailyForecasts, writeDailyForecasts } from './daily-forecasts.ts';
import { plainText } from './sanitise-html.ts';

const source = { vendor: 'test-forecast', attribution: 'A test' };
const tampa = { latitude: 28, longitude: -82.5 };
const denver = { latitude: 39.7, longitude: -105 };
/** 05:30 in Tampa (New York's clock) on Saturday, 6 June 2026. */
const early = Date.parse('2026-06-06T09:30:00Z');

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;

beforeEach(async () => {
  server = await openTestServer(testChannels(), { forecast: source });
  server.clock.set(early);
  ours = await server.organization('Our District');
});
afterEach(() => server.close());

const needs = (): DailyForecastNeeds => ({
  db: server.store.db,
  clock: server.clock,
  source,
  weather: 'simulated',
});
const call = (method: 'GET' | 'POST', path: string, key: string, body?: object) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const addLocation = async (key: string, label: string, changes: object = {}) =>
  (await call('POST', 'location/Add', key, { label, ...tampa, ...changes })).body.data.id as string;
const notices = (key: string) =>
  call('POST', 'User/Notifications', key, { count: 100 }).then(({ body }) => body.data.notifications);
const summary = async (key: string) =>
  (await notices(key)).map(({ eventType, kind, subject, muted }: Record<string, unknown>) => [
    eventType,
    kind,
    subject,
    muted,
  ]);
const addPlace = async (name: string) =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: ours.organizationId, name, ...tampa, created_at: new Date(early) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Puts a forecast of 72 dry hours for a place into the store. */
async function storeHours(place: typeof tampa, changes: Partial<CompleteForecastHour> = {}): Promise<void> {
  const now = server.clock.now();
  const cell = `${place.latitude},${place.longitude}`;
  const hours = Array.from(
    { length: 72 },
    (_, index): CompleteForecastHour => ({
      at: Math.floor(now / HOUR_MS + index) * HOUR_MS,
      temperatureC: 30,
      relativeHumidityPct: 50,
      windMps: 5,
      windGustMps: null,
      windFromDegrees: 90,
      cloudCover: 0,
      precipitationMm: 0,
      precipitationChancePct: 10,
      snowMm: 0,
      weatherCode: 1,
      isDaytime: true,
      feelsLikeF: 95,
      wbgtF: 85,
      ...changes,
    }),
  );
  await storeForecastPlace(server.store.db, testActor, source.vendor, roundPlace(place), cell, now);
  const forecast = { issuedAt: now, asOf: now, hours };
  await storeForecast(server.store.db, testActor, source.vendor, cell, forecast, now);
}

const dailyAt = (date: string, place = 'Field') =>
  `SIMULATED: Forecast for ${place}, ${date}: Sunny, high 86 °F, low 86 °F`;

describe('the daily forecast', () => {
  test('is sent at 06:00 of the place, once a day, also after a restart and with two engines', async () => {
    const { key } = ours.people.customer;
    await addLocation(key, 'Field');
    await storeHours(tampa);
    await writeDailyForecasts(needs());
    expect(await notices(key)).toEqual([]);
    server.clock.set(early + 30 * MINUTE_MS);
    await Promise.all([writeDailyForecasts(needs()), writeDailyForecasts(needs())]);
    const today = [13, 'daily-forecast', dailyAt('Saturday 6/06'), null];
    expect(await summary(key)).toEqual([today]);
    server.clock.advance(2 * HOUR_MS);
    await writeDailyForecasts(needs());
    expect(await summary(key)).toEqual([today]);
    server.clock.advance(22 * HOUR_MS);
    await storeHours(tampa);
    await writeDailyForecasts(needs());
    expect(await summary(key)).toEqual([[13, 'daily-forecast', dailyAt('Sunday 6/07'), null], today]);
  });

  test.each([
    ['the day that clocks go forward', '2026-03-08', 'Sunday 3/08', '2026-03-08T10:00:00Z'],
    ['the day that clocks go back', '2026-11-01', 'Sunday 11/01', '2026-11-01T11:00:00Z'],
  ])('%s has one, at 06:00 of its clock', async (_, date, named, six) => {
    const { key } = ours.people.customer;
    server.clock.set(Date.parse(`${date}T00:00:00Z`));
    await addLocation(key, 'Field');
    const sentAt: string[] = [];
    for (let at = Date.parse(six) - 5 * HOUR_MS; at < Date.parse(six) + 10 * HOUR_MS; at += 30 * MINUTE_MS) {
      server.clock.set(at);
      await storeHours(tampa);
      await writeDailyForecasts(needs());
      const found = await notices(key);
      if (found.length > sentAt.length) sentAt.push(new Date(at).toISOString());
    }
    expect(sentAt).toEqual([new Date(six).toISOString()]);
    expect((await summary(key))[0][2]).toBe(dailyAt(named));
  });

  test('each place has it at six of its own clock', async () => {
    const [tampaKey, denverKey] = [ours.people.customer.key, ours.people.admin.key];
    await addLocation(tampaKey, 'Field');
    await addLocation(denverKey, 'Hill', denver);
    server.clock.set(early + 31 * MINUTE_MS);
    await storeHours(tampa);
    await storeHours(denver);
    await writeDailyForecasts(needs());
    expect([(await notices(tampaKey)).length, (await notices(denverKey)).length]).toEqual([1, 0]);
    server.clock.advance(2 * HOUR_MS);
    await writeDailyForecasts(needs());
    expect([(await notices(tampaKey)).length, (await notices(denverKey)).length]).toEqual([1, 1]);
  });

  test('goes to those who want it: nothing is sent to who opted out or declines', async () => {
    const { customer, admin, 'assistant-admin': assistant } = ours.people;
    for (const { key } of [customer, admin, assistant]) await addLocation(key, 'Field');
    await call('POST', 'Settings/Notifications', admin.key, { optOutForecast: true });
    await call('POST', 'Settings/Notifications', assistant.key, { declinesNotifications: true });
    server.clock.set(early + 31 * MINUTE_MS);
    await storeHours(tampa);
    await writeDailyForecasts(needs());
    const mutedOf = async (key: string) => (await summary(key)).map((one: unknown[]) => one[3]);
    expect(await mutedOf(customer.key)).toEqual([null]);
    expect(await mutedOf(admin.key)).toEqual(['opted-out']);
    expect(await mutedOf(assistant.key)).toEqual(['declined']);
    const deliveries = await server.store.db.selectFrom('deliveries').select('user_id').execute();
    expect(deliveries).toEqual([{ user_id: customer.id }]);
  });

  test('is of the marked location, else of the first; people of one organization location share a notice', async () => {
    const { customer, admin } = ours.people;
    const stadium = await addPlace('Stadium');
    await addLocation(customer.key, 'A field');
    await addLocation(customer.key, 'Z field', { organizationLocationId: stadium, forecastLocation: true });
    await addLocation(admin.key, 'Our stadium', { organizationLocationId: stadium });
    await addLocation(admin.key, 'Silent', { flags: 30, forecastLocation: true });
    server.clock.set(early + 31 * MINUTE_MS);
    await storeHours(tampa);
    await writeDailyForecasts(needs());
    for (const { key } of [customer, admin])
      expect((await summary(key)).map((one: unknown[]) => one[2])).toEqual([
        dailyAt('Saturday 6/06', 'Stadium'),
      ]);
    expect(await server.store.db.selectFrom('notices').select('source_key').execute()).toEqual([
      { source_key: `daily-forecast/${stadium}/2026-06-06` },
    ]);
  });

  test('waits for a forecast that is known, and is not sent in the afternoon', async () => {
    const { key } = ours.people.customer;
    await addLocation(key, 'Field');
    server.clock.set(early + HOUR_MS);
    await writeDailyForecasts(needs());
    expect(await notices(key)).toEqual([]);
    await storeHours(tampa, { weatherCode: 19 });
    await writeDailyForecasts(needs());
    expect((await notices(key))[0].message).toContain('Thunderstorms are forecast from 6:00 AM.');
    await addLocation(ours.people.admin.key, 'Late');
    server.clock.advance(8 * HOUR_MS);
    await writeDailyForecasts(needs());
    expect(await notices(ours.people.admin.key)).toEqual([]);
  });

  test('the loop goes on after a failure', async () => {
    const { key } = ours.people.customer;
    await addLocation(key, 'Field');
    server.clock.set(early + 31 * MINUTE_MS);
    await storeHours(tampa);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const stopping = new AbortController();
    const { db } = server.store;
    await db.schema.alterTable('locations').renameTo('hidden').execute();
    const running = sendDailyForecasts({ ...needs(), log, signal: stopping.signal });
    await eventually(() => expect(lines.length).toBeGreaterThan(0));
    await db.schema.alterTable('hidden').renameTo('locations').execute();
    await eventually(async () => expect(await notices(key)).toHaveLength(1));
    stopping.abort();
    await running;
  });
});

describe('a proactive forecast', () => {
  const form = (changes: object = {}) => ({
    expiresAt: new Date(early + 4 * HOUR_MS).toISOString(),
    headline: 'Storms after 3 PM',
    message: '<p>Be ready &amp; <b>move</b>.</p><ul><li>Call us</li></ul>',
    ...changes,
  });
  const send = (changes?: object) => call('POST', 'ProactiveForecast', ours.people.admin.key, form(changes));

  test('notifies the people of the organization, with its mark, once for each message', async () => {
    const { customer } = ours.people;
    const { body } = await send();
    const [notice, ...others] = await notices(customer.key);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      eventType: 13,
      kind: 'proactive-forecast',
      muted: null,
      correlationId: body.data.id,
      subject: 'SIMULATED: Forecast for all locations (Proactive Forecast): Storms after 3 PM',
    });
    expect(notice.message).toContain('Be ready & move.\n- Call us');
    expect(notice.message).toContain('not for safety decisions');
    await send({ id: body.data.id, headline: 'Earlier now' });
    const subjects = (await notices(customer.key)).map(({ subject }: { subject: string }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects.filter((subject: string) => subject.endsWith('Earlier now'))).toHaveLength(1);
  });

  test('reaches who has one of its places, and its opt-out works', async () => {
    const { customer, admin, 'assistant-admin': assistant, 'super-admin': owner } = ours.people;
    const [stadium, gym] = [await addPlace('Stadium'), await addPlace('Gym')];
    await addLocation(customer.key, 'Mine', { organizationLocationId: stadium });
    await addLocation(assistant.key, 'Other', { organizationLocationId: gym });
    await call('POST', 'Settings/Notifications', admin.key, { proactiveForecastNotification: false });
    await call('POST', 'Settings/Notifications', owner.key, { optOutForecast: true });
    await send({ organizationLocationIds: [stadium] });
    const mutedOf = async (key: string) => (await summary(key)).map((one: unknown[]) => one[3]);
    expect(await mutedOf(customer.key)).toEqual([null]);
    expect(await mutedOf(owner.key)).toEqual([null]);
    expect(await mutedOf(admin.key)).toEqual(['opted-out']);
    expect(await mutedOf(assistant.key)).toEqual([]);
    expect((await notices(customer.key))[0]).toMatchObject({ locationName: 'Stadium' });
    const sentTo = await server.store.db.selectFrom('deliveries').select('user_id').execute();
    expect(sentTo.map(({ user_id }) => user_id)).not.toContain(admin.id);
  });

  test('that is refused notifies nobody, and another organization hears nothing', async () => {
    const theirs = await server.organization('Their District');
    await send();
    expect((await send({ headline: '' })).status).toBe(400);
    expect((await send({ id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect(await notices(ours.people.customer.key)).toHaveLength(1);
    expect(await notices(theirs.people.customer.key)).toEqual([]);
  });

  test('goes to people only, not to webhooks', async () => {
    await server.store.db
      .insertInto('webhooks')
      .values({
        organization_id: ours.organizationId,
        url: 'https://hooks.example.org',
        secret: 's',
        created_at: new Date(early),
      })
      .execute();
    await send();
    const channels = await server.store.db.selectFrom('deliveries').select('channel').execute();
    expect(channels.length).toBeGreaterThan(0);
    expect(channels.map(({ channel }) => channel)).not.toContain('webhook');
  });
});

test('a message without markup: paragraphs and list items are lines, and characters are themselves', () => {
  expect(
    plainText('<p>A &lt; B &amp;amp;</p><p>C<br />D</p><ol><li>E</li></ol><a href="https://x.example">F</a>'),
  ).toBe('A < B &amp;\nC\nD\n- E\nF');
});
