import { connect as connectSocket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { openStationKeys } from '../open-station-keys.ts';
import { type StationBroker, startStationBroker } from './station-broker.ts';

/** A real client of MQTT against the real broker and the real store. */

const waitOptions = { timeout: 60_000 };
let server: TestServer;
let broker: StationBroker;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let roof: { id: string; uploadId: string; key: string };
let topic: string;
let made = 0;
const logged: string[] = [];
const clients: MqttClient[] = [];

beforeAll(async () => {
  server = await openTestServer();
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  broker = await startStationBroker({
    host: '127.0.0.1',
    port: 0,
    db: server.store.db,
    live: server.live,
    clock: server.clock,
    log,
    keys: openStationKeys(server.store.db),
  });
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await broker.close();
  await server.close();
});
beforeEach(async () => {
  server.clock.advance(60_000);
  ours = await server.organization(`Our ${++made}`);
  roof = await station('Roof');
  topic = `stations/${roof.uploadId}`;
});

async function station(name: string, who = ours): Promise<typeof roof> {
  const place = {
    organization_id: who.organizationId,
    name: 'Stadium',
    latitude: 28,
    longitude: -82,
    created_at: new Date(startAt),
  };
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  return (
    await ask(server.app, 'POST', '/api/WeatherStation', {
      key: who.people.admin.key,
      body: { name, organizationLocationId: id },
    })
  ).body.data;
}
/** Resolves when signed in; rejects with what the broker answered. */
async function signIn(options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: broker.port,
    protocol: 'mqtt',
    reconnectPeriod: 0,
    protocolVersion: 4,
    username: roof.uploadId,
    password: roof.key,
    ...options,
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
}
const data = async (id = roof.id, who = ours) =>
  (await ask(server.app, 'GET', `/api/Hardware/WeatherStation/Data/${id}`, { key: who.people.admin.key }))
    .body.data;
const report = (tempf: number, secondsAgo = 0) =>
  JSON.stringify({
    dateutc: new Date(server.clock.now() - secondsAgo * 1_000).toISOString().slice(0, 19),
    tempf: `${tempf}`,
    humidity: '60',
  });
const isClosed = (client: MqttClient) =>
  new Promise<boolean>((resolve) => client.once('close', () => resolve(true)));

describe('a station', () => {
  test('signs in with its upload id and key, and what it publishes is stored before it is acknowledged', async () => {
    const client = await signIn({ username: roof.uploadId.toLowerCase() });
    for (const [qos, tempf] of [
      [1, 70],
      [2, 71],
    ] as const) {
      server.clock.advance(60_000);
      await client.publishAsync(topic, report(tempf), { qos });
      expect(await data()).toMatchObject({
        stale: false,
        ambientTemperature: { value: tempf },
        relativeHumidity: { value: 60 },
      });
    }
    server.clock.advance(60_000);
    await client.publishAsync(topic, report(72), { qos: 0 });
    await vi.waitFor(async () => expect((await data()).ambientTemperature.value).toBe(72), waitOptions);
    expect(
      (await ask(server.app, 'GET', `/api/WeatherStation/${roof.id}`, { key: ours.people.admin.key })).body
        .data,
    ).toMatchObject({
      isHealthy: true,
      fault: null,
    });
  });

  test('publishes forms, and metric values where its topic says so; quality checks hold as for any upload', async () => {
    const client = await signIn();
    await client.publishAsync(topic, 'PASSKEY=x&stationtype=GW2000A&dateutc=now&tempf=68&windspeedmph=400', {
      qos: 1,
    });
    expect(await data()).toMatchObject({
      ambientTemperature: { value: 68 },
      windSpeed: { value: null },
      flagged: [{ measure: 'windSpeed', reason: 'range' }],
    });
    server.clock.advance(60_000);
    await client.publishAsync(`${topic}/metric`, JSON.stringify({ temp: 21, windspeed: 16.0934 }), {
      qos: 1,
    });
    expect(await data()).toMatchObject({ ambientTemperature: { value: 69.8 }, windSpeed: { value: 10 } });
  });

  test('hands in what it could not send, in order', async () => {
    const client = await signIn();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.publishAsync(topic, report(60 + index / 10, 40 - index), { qos: 1 }),
      ),
    );
    const rows = await server.store.db
      .selectFrom('observations')
      .select('flagged')
      .where('station_id', '=', roof.id)
      .execute();
    expect(rows).toHaveLength(40);
    expect(rows.every(({ flagged }) => Object.keys(flagged).length === 0)).toBe(true);
  });

  test.each<[string, string]>([
    ['half of it', '{"tempf":'],
    ['nothing', ''],
    ['something else', '{"state":"online"}'],
    ['a clock that was never set', '{"dateutc":"2000-01-01 00:00:00","tempf":"70"}'],
  ])('%s is taken and left, and the next report counts', async (_name, payload) => {
    const client = await signIn();
    await client.publishAsync(topic, payload, { qos: 1 });
    expect((await data()).observationTime).toBeNull();
    await client.publishAsync(topic, report(75), { qos: 1 });
    expect((await data()).ambientTemperature.value).toBe(75);
  });

  test('with a strike starts a delay as by HTTP', async () => {
    const client = await signIn();
    const strike = { lightning: '8', lightning_time: `${Math.floor(server.clock.now() / 1_000) - 30}` };
    await client.publishAsync(topic, JSON.stringify({ tempf: '70', ...strike }), { qos: 1 });
    const feeds = await server.store.db
      .selectFrom('strike_feeds')
      .select('name')
      .where('organization_id', '=', ours.organizationId)
      .execute();
    expect(feeds).toEqual([{ name: `station ${roof.uploadId}` }]);
  });
});

describe('refused is', () => {
  test.each<[string, () => IClientOptions]>([
    ['a wrong key', () => ({ password: 'wrong' })],
    ['an unknown station', () => ({ username: 'ACNOBODY1' })],
    ['a key without a name', () => ({ username: '' })],
    ['nobody', () => ({ username: undefined, password: undefined })],
    ['MQTT 5', () => ({ protocolVersion: 5 })],
  ])('%s', async (_name, options) => {
    await expect(signIn(options())).rejects.toThrow();
  });

  test('another station’s key', async () => {
    const other = await station('Other');
    await expect(signIn({ username: other.uploadId })).rejects.toThrow(/bad username or password/i);
  });

  test.each<[string, () => { to: string; retain?: boolean }]>([
    ['another station’s topic', () => ({ to: 'stations/ACSOMEBODY' })],
    ['any other topic', () => ({ to: 'weather' })],
    ['a topic below its own', () => ({ to: `${topic}/metric/x` })],
    ['the broker’s own topics', () => ({ to: '$SYS/x' })],
    ['a report to be retained', () => ({ to: topic, retain: true })],
  ])('%s: the connection ends', async (_name, given) => {
    const { to, retain = false } = given();
    const client = await signIn();
    const closed = isClosed(client);
    client.publish(to, report(70), { qos: 1, retain }, () => {});
    expect(await closed).toBe(true);
    expect((await data()).observationTime).toBeNull();
  });

  test('a subscription, even to its own topic; nothing is handed on', async () => {
    const client = await signIn();
    const heard: string[] = [];
    client.on('message', (to) => heard.push(to));
    const granted = await new Promise((resolve) =>
      client.subscribe([topic, '#', '$SYS/#'], { qos: 1 }, (_error, _grants, answer) => resolve(answer)),
    );
    expect(granted).toMatchObject({ cmd: 'suback', granted: [128, 128, 128] });
    await client.publishAsync(topic, report(70), { qos: 1 });
    expect(heard).toEqual([]);
  });

  test('a last will: it is no report', async () => {
    const client = await signIn({
      will: { topic, payload: Buffer.from('{"tempf":"99"}'), qos: 1, retain: false },
    });
    const closed = isClosed(client);
    client.stream.destroy();
    await closed;
    const next = await signIn();
    await next.publishAsync(topic, report(70), { qos: 1 });
    expect((await data()).ambientTemperature.value).toBe(70);
    expect(
      await server.store.db
        .selectFrom('observations')
        .selectAll()
        .where('station_id', '=', roof.id)
        .execute(),
    ).toHaveLength(1);
  });

  test('a station that was removed, from its next report on', async () => {
    const client = await signIn();
    await ask(server.app, 'DELETE', `/api/WeatherStation/${roof.id}`, { key: ours.people.admin.key });
    const closed = isClosed(client);
    client.publish(topic, report(70), { qos: 1 }, () => {});
    expect(await closed).toBe(true);
    await expect(signIn()).rejects.toThrow();
  });

  test('more than a report may be, and more of them than a station sends', async () => {
    const large = await signIn();
    let closed = isClosed(large);
    large.publish(topic, 'x'.repeat(70_000), { qos: 0 }, () => {});
    expect(await closed).toBe(true);
    const many = await signIn();
    closed = isClosed(many);
    for (let count = 0; count < 2_000; count++) many.publish(topic, '{}', { qos: 0 }, () => {});
    expect(await closed).toBe(true);
  });

  test('what is no MQTT; others go on', async () => {
    const client = await signIn();
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(5_000, 0xff),
      Buffer.of(0x10, 4, 0, 0, 0, 0),
      Buffer.of(0x30, 3, 0, 1, 65),
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connectSocket(broker.port, '127.0.0.1', () => socket.write(bytes));
        socket.on('close', () => resolve());
        socket.on('error', () => {});
        socket.setTimeout(12_000, () => socket.destroy());
      });
    }
    await client.publishAsync(topic, report(70), { qos: 1 });
    expect((await data()).ambientTemperature.value).toBe(70);
  });
});

test('two stations with the same client id do not push each other off', async () => {
  const other = await station('Other');
  const [first, second] = [
    await signIn({ clientId: 'weather' }),
    await signIn({ clientId: 'weather', username: other.uploadId, password: other.key }),
  ];
  await first.publishAsync(topic, report(70), { qos: 1 });
  await second.publishAsync(`stations/${other.uploadId}`, report(71), { qos: 1 });
  expect([(await data()).ambientTemperature.value, (await data(other.id)).ambientTemperature.value]).toEqual([
    70, 71,
  ]);
});

test('a report that cannot be stored is not acknowledged, and the log says so once', async () => {
  const other = await openTestServer();
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const weak = await startStationBroker({
    host: '127.0.0.1',
    port: 0,
    db: other.store.db,
    live: other.live,
    clock: other.clock,
    log,
    keys: openStationKeys(other.store.db),
  });
  const theirs = await other.organization('Theirs');
  const place = {
    organization_id: theirs.organizationId,
    name: 'Stadium',
    latitude: 28,
    longitude: -82,
    created_at: new Date(startAt),
  };
  const { id } = await other.store.db
    .insertInto('organization_locations')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { name: 'Roof', organizationLocationId: id };
  const { uploadId, key } = (
    await ask(other.app, 'POST', '/api/WeatherStation', { key: theirs.people.admin.key, body })
  ).body.data;
  const signedIn = await Promise.all(
    [1, 2].map(() => signIn({ port: weak.port, username: uploadId, password: key })),
  );
  await other.close();
  for (const client of signedIn) {
    const closed = isClosed(client);
    const acknowledged: unknown[] = [];
    client.publish(
      `stations/${uploadId}`,
      report(70),
      { qos: 1 },
      (error) => void (error ? null : acknowledged.push(true)),
    );
    expect(await closed).toBe(true);
    expect(acknowledged).toEqual([]);
  }
  await weak.close();
  expect(logged.filter((line) => line.includes('went down'))).toHaveLength(1);
});

describe('a connection that is slow', () => {
  const openSlow = async (port: number, bytes: readonly number[]): Promise<number> => {
    const begunAt = performance.now();
    const socket = connectSocket(port, '127.0.0.1');
    let at = 0;
    const timer = setInterval(() => {
      if (bytes.length > 0) socket.write(Uint8Array.of(bytes[at++] ?? 0));
    }, 50);
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    return performance.now() - begunAt;
  };
  const openBroker = (times: { connectMs: number; packetMs: number }) =>
    startStationBroker({
      ...{ host: '127.0.0.1', port: 0, clock: server.clock, times },
      ...{ db: server.store.db, live: server.live, keys: openStationKeys(server.store.db) },
      log: pino({ level: 'silent' }),
    });

  test('ends when its sign-in is not over in time, whether it sends a byte at a time or none', async () => {
    const slow = await openBroker({ connectMs: 500, packetMs: 60_000 });
    const took = await Promise.all([openSlow(slow.port, [0x10, 100]), openSlow(slow.port, [])]);
    await slow.close();
    for (const ms of took) expect(ms).toBeLessThan(5_000);
  });

  test('ends when a packet takes too long', async () => {
    const slow = await openBroker({ connectMs: 60_000, packetMs: 500 });
    const took = await openSlow(slow.port, [0x10, 100]);
    await slow.close();
    expect(took).toBeLessThan(5_000);
  });
});

test('one address may hold two hundred connections and no more', async () => {
  const sockets = Array.from({ length: 210 }, () => connectSocket(broker.port, '127.0.0.1'));
  let ended = 0;
  for (const socket of sockets) socket.on('error', () => {}).on('close', () => ended++);
  await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(10), waitOptions);
  expect(ended).toBeLessThan(210);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => (await signIn()).end(true), waitOptions);
});

test('after thirty wrong keys an address is refused unknown ones, and a station that signed in before goes on', async () => {
  const other = await station('Other');
  await signIn();
  for (let count = 0; count < 30; count++)
    await expect(signIn({ password: `wrong ${count}` })).rejects.toThrow();
  await expect(signIn({ username: other.uploadId, password: other.key })).rejects.toThrow(/unavailable/i);
  const client = await signIn();
  await client.publishAsync(topic, report(70), { qos: 1 });
  expect((await data()).ambientTemperature.value).toBe(70);
});

test('no key and no report is in the log', () => {
  expect(logged.join('')).not.toContain(roof.key);
  expect(logged.join('')).not.toContain('tempf');
  expect(logged.join('')).not.toContain('"level":50');
});
