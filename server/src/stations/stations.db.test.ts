import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { listPolicies, listPolicyPlaces } from '../policies/store.ts';
import { readReports } from '../warnings/evidence/warning-evidence.ts';
import { watchesOf } from '../warnings/policy-watches.ts';
import { readingFor } from './current-readings.ts';
import { storeReports } from './observations.store.ts';
import { hashOfStationKey } from './station-keys.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
let placeId: string;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(startAt);
  made++;
  ours = await server.organization(`Our ${made}`);
  theirs = await server.organization(`Their ${made}`);
  key = ours.people.admin.key;
  placeId = await placeOf(ours.organizationId);
});

async function placeOf(organizationId: string): Promise<string> {
  const values = {
    organization_id: organizationId,
    name: 'Stadium',
    latitude: 28,
    longitude: -82,
    created_at: new Date(startAt),
  };
  return (
    await server.store.db
      .insertInto('organization_locations')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}
const add = (body: object = {}, who = key) =>
  ask(server.app, 'POST', '/api/WeatherStation', {
    key: who,
    body: { name: 'Roof', organizationLocationId: placeId, ...body },
  });
const station = async (body: object = {}) =>
  (await add(body)).body.data as { id: string; uploadId: string; key: string };
const location = async () =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key,
      body: { label: 'Stadium', latitude: 28, longitude: -82, organizationLocationId: placeId },
    })
  ).body.data.id as string;
const post = (fields: Record<string, string>, url = '/data/report/') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const wunderground = (fields: Record<string, string>, url = '/weatherstation/updateweatherstation.php') =>
  server.app.inject({
    method: 'GET',
    url: `${url}?${new URLSearchParams({ action: 'updateraw', dateutc: 'now', ...fields })}`,
  });
const utc = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const data = async (id: string, who = key) =>
  (await ask(server.app, 'GET', `/api/Hardware/WeatherStation/Data/${id}`, { key: who })).body.data;

const weather = {
  tempf: '86.0',
  humidity: '60',
  windspeedmph: '5.0',
  windgustmph: '9.0',
  winddir: '180',
  baromrelin: '29.92',
  solarradiation: '600',
  hourlyrainin: '0.10',
  dailyrainin: '0.50',
};

describe('uploads', () => {
  test('of Ecowitt and Ambient Weather, with the key as PASSKEY or in the path, whatever the case of the path', async () => {
    const { id, key: secret } = await station();
    const answer = await post({
      PASSKEY: secret,
      stationtype: 'GW2000A_V2.1.4',
      dateutc: utc(startAt - minute),
      ...weather,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, 'success\n']);
    expect(await data(id)).toMatchObject({
      observationTime: new Date(startAt - minute).toISOString(),
      stale: false,
      ambientTemperature: { value: 86, unit: '°F' },
      relativeHumidity: { value: 60 },
      windSpeed: { value: 5, unit: 'mph' },
      windGust: { value: 9 },
      windDirectionDegrees: { value: 180 },
      pressure: { value: 29.92, unit: 'inHg' },
      solarRadiation: { value: 600 },
      precipitation: { value: 0.1, unit: 'in' },
      rainToday: { value: 0.5 },
      flagged: [],
    });
    const { PASSKEY: _passkey, ...rest } = { PASSKEY: '', dateutc: 'now', ...weather, tempf: '87.0' };
    expect((await post(rest, `/Data/Report/${secret}`)).statusCode).toBe(200);
    expect((await data(id)).ambientTemperature.value).toBe(87);
    server.clock.advance(minute);
    const query = new URLSearchParams({
      PASSKEY: secret,
      stationtype: 'AMBWeatherV4.3.4',
      dateutc: 'now',
      ...weather,
      tempf: '88.0',
    });
    expect((await server.app.inject({ method: 'GET', url: `/data/report/?${query}` })).statusCode).toBe(200);
    expect((await data(id)).ambientTemperature.value).toBe(88);
  });

  test('of Weather Underground, with and without .php; -9999 is missing', async () => {
    const { id, uploadId, key: secret } = await station();
    const credentials = { ID: uploadId, PASSWORD: secret };
    const answer = await wunderground({
      ...credentials,
      tempf: '80',
      humidity: '-9999',
      baromin: '30.00',
      dailyrainin: '0.2',
    });
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      'success\n',
      'text/plain; charset=utf-8',
    ]);
    expect(await data(id)).toMatchObject({
      ambientTemperature: { value: 80 },
      relativeHumidity: { value: null },
      rainToday: { value: 0.2 },
    });
    server.clock.advance(minute);
    expect(
      (await wunderground({ ...credentials, tempf: '81' }, '/WeatherStation/UpdateWeatherStation')).body,
    ).toBe('success\n');
    expect((await data(id)).ambientTemperature.value).toBe(81);
  });

  test('a device with a PASSKEY of its own signs in by the key in the path, and no other device does', async () => {
    const passkey = `0123456789ABCDEF${made}`.padEnd(32, '0');
    const { body } = await add({ passkey });
    const path = `/data/report/${body.data.key}`;
    expect(body.data.key).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect((await post({ PASSKEY: passkey, ...weather }, path)).statusCode).toBe(200);
    expect((await post({ PASSKEY: passkey.replace('0', '9'), ...weather }, path)).statusCode).toBe(401);
    expect((await add({ passkey })).status).toBe(409);
    const { rows } = await server.store.pool.query('select * from stations');
    expect(JSON.stringify(rows)).not.toContain(passkey);
    expect(JSON.stringify(rows)).not.toContain(body.data.key);
    // A station that is removed gives its PASSKEY free.
    await ask(server.app, 'DELETE', `/api/WeatherStation/${body.data.id}`, { key });
    expect((await add({ passkey })).status).toBe(200);
  });

  test('a bare PASSKEY tells nobody whether some organization has it', async () => {
    const passkey = `FEDCBA9876543210${made}`.padEnd(32, '0');
    await add({ passkey });
    const known = await post({ PASSKEY: passkey, ...weather });
    const unknown = await post({ PASSKEY: 'F'.repeat(32), ...weather });
    expect([known.statusCode, known.body]).toEqual([401, 'unauthorized\n']);
    expect([unknown.statusCode, unknown.body]).toEqual([401, 'unauthorized\n']);
    const headers = ({ headers: { date: _date, ...others } }: typeof known) =>
      Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('x-ratelimit')));
    expect(headers(known)).toEqual(headers(unknown));
  });

  test('organizations with the same PASSKEY do not meet, and none keeps another from it', async () => {
    const passkey = `00112233445566778899${made}`.padEnd(32, '0');
    const { key: ourKey, id } = (await add({ passkey })).body.data;
    const who = theirs.people.admin.key;
    const place = await placeOf(theirs.organizationId);
    const added = await add({ passkey, organizationLocationId: place }, who);
    expect(added.status).toBe(200);
    const { key: theirKey, id: theirId } = added.body.data;
    const send = (stationKey: string, tempf: string) =>
      post({ PASSKEY: passkey, ...weather, tempf }, `/data/report/${stationKey}`);
    expect((await send(ourKey, '70.0')).statusCode).toBe(200);
    expect((await send(theirKey, '90.0')).statusCode).toBe(200);
    expect((await data(id)).ambientTemperature.value).toBe(70);
    expect((await data(theirId, who)).ambientTemperature.value).toBe(90);
  });

  test('a PASSKEY that an earlier version took as the key still works, for that station alone', async () => {
    const { id } = await station();
    const passkey = `AABBCCDDEEFF00112233${made}`.padEnd(32, '0');
    await server.store.db
      .updateTable('stations')
      .set({ key_hash: hashOfStationKey(passkey) })
      .where('id', '=', id)
      .execute();
    expect((await post({ PASSKEY: passkey, ...weather })).statusCode).toBe(200);
    expect((await add({ passkey })).status).toBe(409);
  });

  test('a key that is not known, or does not fit, gets the same answer', async () => {
    const { id, uploadId, key: secret } = await station();
    const other = await station({ name: 'Pool' });
    const answers = [
      await post(weather),
      await post({ PASSKEY: 'nobody', ...weather }),
      await post({ PASSKEY: uploadId, ...weather }),
      await post(weather, '/data/report/nobody'),
      await post({ PASSKEY: 'x'.repeat(5_000), ...weather }),
      await wunderground({ ID: other.uploadId, PASSWORD: secret, tempf: '80' }),
      await wunderground({ ID: 'nobody', PASSWORD: secret, tempf: '80' }),
      await wunderground({ PASSWORD: secret, tempf: '80' }),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['401 unauthorized\n']),
    );
    expect((await data(id)).observationTime).toBeNull();
    await ask(server.app, 'DELETE', `/api/WeatherStation/${id}`, { key });
    expect((await post({ PASSKEY: secret, ...weather })).statusCode).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['nothing that is known', { hello: 'world' }],
    ['HTML', { '<html>': '</html>' }],
    ['a time in the future', { ...weather, dateutc: '2027-01-01 00:00:00' }],
    ['a clock that was never set', { ...weather, dateutc: '2000-01-01 00:00:00' }],
    ['a time that is none', { ...weather, dateutc: 'noon' }],
  ])('%s is refused, and the station was heard all the same', async (_name, fields) => {
    const { id, key: secret } = await station();
    const answer = await post({ PASSKEY: secret, ...fields });
    expect(answer.statusCode).toBe(400);
    const { body } = await ask(server.app, 'GET', `/api/WeatherStation/${id}`, { key });
    expect(body.data).toMatchObject({
      isHealthy: true,
      observationTime: null,
      fault: expect.stringContaining('clock'),
    });
  });

  test('the same report twice is one, a late one does not take the place of a newer one, and 50 MB are too large', async () => {
    const { id, key: secret } = await station();
    for (const [at, tempf] of [
      [0, '80'],
      [0, '80'],
      [-10, '79'],
    ] as const)
      await post({ PASSKEY: secret, dateutc: utc(startAt + at * minute), tempf });
    const rows = await server.store.db
      .selectFrom('observations')
      .select('observed_at')
      .where('station_id', '=', id)
      .execute();
    expect(rows).toHaveLength(2);
    expect((await data(id)).ambientTemperature.value).toBe(80);
    expect((await post({ PASSKEY: secret, tempf: '1'.repeat(50_000_000) })).statusCode).toBe(413);
  });

  test('no key goes to the log', async () => {
    const { uploadId, key: secret } = await station();
    await wunderground({ ID: uploadId, PASSWORD: secret, tempf: '80' });
    await post({ PASSKEY: secret, hello: 'x' });
    await post(weather, `/data/report/${secret}`);
    expect(server.logged.join('')).not.toContain(secret);
  });
});

describe('quality', () => {
  test('a value that fails a check is flagged and kept out of conditions and policies', async () => {
    const { id, key: secret } = await station();
    await post({ PASSKEY: secret, dateutc: utc(startAt - minute), ...weather });
    await post({ PASSKEY: secret, dateutc: utc(startAt), ...weather, tempf: '140', humidity: '300' });
    const seen = await data(id);
    expect(seen.ambientTemperature.value).toBeNull();
    expect(seen.windSpeed.value).toBe(5);
    expect(seen.flagged).toEqual([
      { measure: 'ambientTemperature', value: 140, unit: '°F', reason: 'step' },
      { measure: 'relativeHumidity', value: 300, unit: '%', reason: 'range' },
    ]);
    const answer = await ask(server.app, 'GET', `/api/observations/ForLocation/${await location()}`, { key });
    expect(answer.body.data).toMatchObject({
      data: { ambientTemperature: { value: null }, wgbt: { value: null } },
      flagged: seen.flagged,
    });
    const { body } = await ask(server.app, 'GET', `/api/WeatherStation/${id}`, { key });
    expect(body.data.fault).toBe(
      'Quality checks keep out: ambientTemperature (step), relativeHumidity (range).',
    );
  });

  test('a thermometer that stands still is flagged by what the store holds', async () => {
    const { id, key: secret } = await station();
    for (let at = -180; at <= 0; at += 30)
      await post({ PASSKEY: secret, dateutc: utc(startAt + at * minute), tempf: '80' });
    expect((await data(id)).flagged).toEqual([
      { measure: 'ambientTemperature', value: 80, unit: '°F', reason: 'stuck' },
    ]);
  });
});

describe('an own station', () => {
  const government = (at: number, temperatureC: number) =>
    storeReports(
      server.store.db,
      testActor,
      'test',
      [
        {
          stationId: `K${made}`,
          stationName: 'Airport',
          latitude: 28.1,
          longitude: -82,
          elevationM: 5,
          observedAt: at,
          temperatureC,
          dewPointC: 20,
          windMps: 3,
          windGustMps: null,
          windDirection: 90,
          altimeterHpa: 1_015,
          visibilityMiles: 10,
          visibilityAtLeast: true,
          precipitationLastHourMm: null,
          cloudCover: 0,
          weatherText: null,
          thunder: 'no',
          raw: 'AO2',
        },
      ],
      at,
    );

  test('goes before the government station of its place for a quarter of an hour, calibrated', async () => {
    await government(startAt - 5 * minute, 25);
    const [id, { id: stationId, key: secret }] = [await location(), await station({ rainFactor: 1.2 })];
    const conditions = async () =>
      (await ask(server.app, 'GET', `/api/observations/ForLocation/${id}`, { key })).body.data;
    expect((await conditions()).weatherStation).toMatchObject({ type: 0, name: 'Airport' });
    await post({ PASSKEY: secret, dateutc: utc(startAt), ...weather });
    const own = await conditions();
    expect(own).toMatchObject({
      weatherStation: { id: stationId, type: 1, name: 'Roof', distanceMiles: 0, imageUrl: null },
      canViewHistorical: true,
      stale: false,
      data: { ambientTemperature: { value: 86 }, precipitation: { value: 0.12 } },
      calibratedData: {
        rainToday: { value: 0.6, unit: 'in' },
        rainUpdatedTime: new Date(startAt).toISOString(),
      },
      flagged: [],
    });
    expect(own.data.wgbt.value).toBeGreaterThan(78);
    server.clock.advance(16 * minute);
    expect((await conditions()).weatherStation).toMatchObject({ type: 0, name: 'Airport' });
    const { body } = await ask(server.app, 'GET', `/api/WeatherStation/${stationId}`, { key });
    expect(body.data).toMatchObject({
      isHealthy: false,
      fault: 'The station has not been heard for more than 15 minutes.',
    });
  });

  test('is what policies of its place read, as far as it measures; what it does not, a government station says', async () => {
    await government(startAt - 5 * minute, 25);
    const { key: secret } = await station();
    for (const [type, threshold] of [
      ['WIND', 30],
      ['HEAT', 100],
    ] as const) {
      const values = {
        organization_id: ours.organizationId,
        type_short_name: type,
        name: '',
        threshold,
        all_clear_minutes: 30,
        re_alert_minutes: 60,
      };
      await server.store.db
        .insertInto('policies')
        .values({ ...values, all_groups: true, created_at: new Date(startAt), updated_at: new Date(startAt) })
        .execute();
    }
    await post({ PASSKEY: secret, dateutc: utc(startAt), windspeedmph: '12.0', windgustmph: '1.0' });
    const watches = watchesOf(
      await listPolicies(server.store.db, ours.organizationId),
      await listPolicyPlaces(server.store.db, ours.organizationId),
    );
    const nearest = await readReports(server.store.db, startAt);
    const read = Object.fromEntries(
      watches.map((watch) => [watch.type.shortName, nearest(watch)?.station.name]),
    );
    // A gust that is weaker than the wind is no gust.
    expect(
      readingFor('GUST', nearest(watches.find((watch) => watch.type.shortName === 'WIND')!)!)?.value,
    ).toBeCloseTo(12, 3);
    expect(read).toEqual({ WIND: 'Roof', HEAT: expect.not.stringMatching('Roof') });
  });
});

describe('a lightning sensor of a station', () => {
  const sensor = (at: number, km: string) => ({
    lightning_num: '3',
    lightning: km,
    lightning_time: String(at / 1_000),
  });
  const zones = async (id: string) => {
    const { status, body } = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
    return status === 200
      ? body.data.zones.map((zone: { reason: string | null; state: string }) => zone.reason ?? zone.state)
      : body.responseException.code;
  };

  test('starts a delay as far as it heard, counts each strike once, and ends none', async () => {
    for (let at = -60; at < 0; at += 5)
      await server.batch(startAt + at * minute, startAt + (at + 5) * minute);
    const { id } = (
      await ask(server.app, 'POST', '/api/location/Add', {
        key,
        body: { label: 'Field', latitude: 28, longitude: -82, radius1: 5, radius2: 10 },
      })
    ).body.data;
    const foreign = (
      await ask(server.app, 'POST', '/api/location/Add', {
        key: theirs.people.admin.key,
        body: { label: 'F', latitude: 28, longitude: -82 },
      })
    ).body.data.id;
    expect(await zones(id)).toEqual(['clear', 'clear']);
    const { key: secret } = await station();
    for (let again = 0; again < 3; again++)
      await post({
        PASSKEY: secret,
        dateutc: utc(startAt),
        tempf: '80',
        ...sensor(startAt - 2 * minute, '12'),
      });
    expect(await zones(id)).toEqual(['clear', 'strike']);
    const { body } = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
    expect(body.data.strikeCount).toBe(1);
    expect(body.data.zones[1].lastStrike.distanceMiles).toBeCloseTo(7.46, 1);
    expect(
      (await ask(server.app, 'GET', `/api/location/Delay/${foreign}`, { key: theirs.people.admin.key })).body
        .data.zones[0].state,
    ).toBe('clear');
    // Long after: the satellite is silent, and the sensor's silence ends nothing.
    server.clock.advance(40 * minute);
    await post({ PASSKEY: secret, dateutc: 'now', tempf: '80', ...sensor(startAt - 2 * minute, '12') });
    expect(await zones(id)).toBe('lightning-unobserved');
  });
});

describe('tenancy', () => {
  test('another organization neither sees a station nor gets its weather', async () => {
    const { id, key: secret } = await station();
    await post({ PASSKEY: secret, dateutc: utc(startAt), ...weather });
    const other = theirs.people.admin.key;
    for (const url of [`/api/WeatherStation/${id}`, `/api/Hardware/WeatherStation/Data/${id}`]) {
      expect((await ask(server.app, 'GET', url, { key: other })).status).toBe(404);
    }
    expect((await ask(server.app, 'DELETE', `/api/WeatherStation/${id}`, { key: other })).status).toBe(404);
    expect((await ask(server.app, 'GET', '/api/WeatherStation', { key: other })).body.data).toEqual([]);
    expect((await add({}, other)).status).toBe(400);
    const body = { label: 'Same field', latitude: 28, longitude: -82 };
    const { id: locationId } = (await ask(server.app, 'POST', '/api/location/Add', { key: other, body })).body
      .data;
    const seen = await ask(server.app, 'GET', `/api/observations/ForLocation/${locationId}`, { key: other });
    expect(seen.body.data?.weatherStation.name).not.toBe('Roof');
  });

  test('everybody of the organization sees stations, admins alone make them, and no answer holds a key', async () => {
    const { id, key: secret } = await station();
    for (const role of ['customer', 'assistant-admin'] as const) {
      expect((await add({}, ours.people[role].key)).status).toBe(403);
      const { status, body } = await ask(server.app, 'GET', `/api/WeatherStation/${id}`, {
        key: ours.people[role].key,
      });
      expect([status, JSON.stringify(body).includes(secret)]).toEqual([200, false]);
    }
  });

  test.each([
    { name: '' },
    { name: '<b>' },
    { organizationLocationId: 'x' },
    { rainFactor: 9 },
    { passkey: 'short' },
    { windHeightMeters: 0 },
  ])('%j is refused', async (change) => {
    expect((await add(change)).status).toBe(400);
  });
});
