// Over 300 lines: every case needs the same server, broker and client.
import { Ajv } from 'ajv';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { homeAssistantSchemas } from '../../test/mqtt/home-assistant-discovery.ts';
import { brokerSecret, followBroker, openMqttBroker } from '../../test/mqtt/mqtt-broker.ts';
import { openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Platform } from '../platform/subject.ts';
import { mqtt as mqttSubject } from './index.ts';
import { publishPlaces } from './publish-places.ts';
import type { MqttSettings } from './settings.ts';

/** The loop against a real broker and a real client, on the real store. */

const minuteMs = 60_000;
const soon = { timeout: 15_000, interval: 20 };
let server: TestServer;
let organizationId: string;
let platform: Platform;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  ends = [];
  server = await openTestServer();
  ({ organizationId } = await server.organization('Our District'));
  // The product's time is set by hand, but the loop rests as it does in production.
  const clock = {
    now: server.clock.now,
    speed: 1,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  platform = { ...server.platform, clock };
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await server.close();
});

const settingsOf = (port: number, more: Partial<MqttSettings> = {}): MqttSettings => ({
  url: `mqtt://127.0.0.1:${port}`,
  username: 'allclear',
  password: brokerSecret,
  organization: null,
  prefix: 'allclear',
  discoveryPrefix: 'homeassistant',
  ...more,
});

/** The loop as the engine runs it. */
function publish(settings: MqttSettings) {
  const publishing = publishPlaces(platform, server.live, settings);
  const term = new AbortController();
  const running = publishing.loop.run(term.signal);
  const stop = async () => {
    term.abort();
    await running;
  };
  ends.push(stop);
  return { ...publishing, stop };
}

async function openBroker(port = 0) {
  const broker = await openMqttBroker(port);
  ends.push(broker.close);
  return broker;
}

async function follow(port: number) {
  const seen = await followBroker(port);
  ends.push(() => seen.client.endAsync(true));
  return seen;
}

async function addPlace(name: string, at = { latitude: 28, longitude: -82 }, owner = organizationId) {
  const { db } = server.store;
  const { id } = await db
    .insertInto('organization_locations')
    .values({ organization_id: owner, name, ...at, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(db, { topic: 'policies', ids: [owner] });
  return id;
}

const configOf = (kind: string, id: string) => `homeassistant/${kind}/allclear/${id}/config`;

test('a storm is followed from clear through delay to clear: never off before the place is clear', async () => {
  const id = await addPlace('Track');
  const { port } = await openBroker();
  const seen = await follow(port);
  publish(settingsOf(port));
  const untilState = (state: string) =>
    vi.waitFor(() => expect(seen.stateOf(id)?.state).toBe(state), soon).then(() => seen.stateOf(id));
  // Nothing was observed yet.
  expect(await untilState('unknown')).toMatchObject({ unsafe: null, ageSeconds: null, weather: 'simulated' });

  await server.batch(startAt - 40 * minuteMs, startAt);
  expect(await untilState('clear')).toMatchObject({ unsafe: false, ageSeconds: 0, remainingSeconds: null });

  server.clock.advance(minuteMs);
  const beganAt = performance.now();
  await server.batch(startAt, startAt + minuteMs, [{}]);
  const delay = await untilState('delay');
  expect(performance.now() - beganAt).toBeLessThan(1_000);
  expect(delay).toMatchObject({
    unsafe: true,
    words: 'Stay inside',
    earliestClearAt: new Date(startAt + 1_000 + 30 * minuteMs).toISOString(),
    observedThrough: new Date(startAt + minuteMs).toISOString(),
    expiresAfterSeconds: 120,
  });

  // The time has passed, but nobody looked.
  server.clock.advance(40 * minuteMs);
  expect(await untilState('unknown')).toMatchObject({ unsafe: null, remainingSeconds: null });
  await server.batch(startAt + minuteMs, startAt + 20 * minuteMs);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(seen.stateOf(id)?.state).toBe('unknown');
  await server.batch(startAt + 20 * minuteMs, startAt + 41 * minuteMs);
  expect(await untilState('clear')).toMatchObject({ unsafe: false });

  const states = seen.states(id);
  expect(states.every(({ state, unsafe }) => (unsafe === false) === (state === 'clear'))).toBe(true);
  const changes = states.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
  expect(changes).toEqual(['unknown', 'clear', 'delay', 'unknown', 'clear']);
});

test('an open warning of another policy keeps a place from being safe', async () => {
  const id = await addPlace('Pool');
  const { db } = server.store;
  const { port } = await openBroker();
  const seen = await follow(port);
  await server.batch(startAt - 40 * minuteMs, startAt);
  publish(settingsOf(port));
  await vi.waitFor(() => expect(seen.stateOf(id)?.unsafe).toBe(false), soon);
  const policy = await db
    .insertInto('policies')
    .values({
      ...{ organization_id: organizationId, type_short_name: 'WIND', name: 'Pool wind', threshold: 35 },
      ...{ all_clear_minutes: 30, re_alert_minutes: 0, all_groups: true },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date(startAt);
  await db
    .insertInto('warnings')
    .values({
      ...{ organization_id: organizationId, policy_id: policy.id, policy_revision: 1 },
      ...{ organization_location_id: id, latitude: 28, longitude: -82, state: '{}' },
      ...{ started_at: at, updated_at: at, ended_at: null, end_reason: null },
    })
    .execute();
  await notify(db, { topic: 'warnings', ids: [organizationId] });
  await vi.waitFor(() => expect(seen.stateOf(id)).toMatchObject({ state: 'stop', unsafe: true }), soon);
});

test('warnings that cannot be read any more are unknown, not absent', async () => {
  const id = await addPlace('Court');
  const { port } = await openBroker();
  const seen = await follow(port);
  await server.batch(startAt - 40 * minuteMs, startAt);
  publish(settingsOf(port));
  await vi.waitFor(() => expect(seen.stateOf(id)?.unsafe).toBe(false), soon);
  await server.store.db.schema.alterTable('warnings').renameTo('warnings_away').execute();
  await vi.waitFor(() => expect(seen.stateOf(id)).toMatchObject({ state: 'unknown', unsafe: null }), {
    ...soon,
    timeout: 25_000,
  });
  expect(server.logged.filter((line) => line.includes('reading of places for MQTT went down'))).toHaveLength(
    1,
  );
}, 60_000);

test('discovery messages have the fields that Home Assistant documents, and say that weather is simulated', async () => {
  const id = await addPlace('Stadium "A"');
  const { port } = await openBroker();
  const seen = await follow(port);
  publish(settingsOf(port));
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('online'), soon);
  const ajv = new Ajv({ allErrors: true });
  for (const kind of ['binary_sensor', 'sensor'] as const) {
    const message = JSON.parse(seen.last.get(configOf(kind, id)) ?? 'null');
    const validate = ajv.compile(homeAssistantSchemas[kind]);
    expect(validate(message), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...message, expires_after: 1 })).toBe(false);
    expect(message).toMatchObject({
      expire_after: 120,
      availability_mode: 'all',
      device: { name: 'Stadium "A" (simulated weather)', identifiers: [`allclear_${id}`] },
    });
  }
  const order = seen.all.map(({ topic }) => topic);
  // Nobody takes a state of before for a new one.
  expect(order.indexOf('allclear/status')).toBeGreaterThan(order.indexOf(`allclear/${id}/state`));
});

test('a lost engine is offline at once by its last will, and a stopped one leaves no state', async () => {
  const id = await addPlace('Track');
  await server.batch(startAt - 40 * minuteMs, startAt);
  const broker = await openBroker();
  const { port } = broker;
  const seen = await follow(port);
  const publishing = publish(settingsOf(port));
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('online'), soon);
  expect(publishing.state()).toMatchObject({ isConnected: true, places: 1, lastAt: expect.any(Number) });
  const before = seen.all.length;
  // As the kernel of a killed process does.
  for (const connection of broker.engines()) connection.destroy();
  await vi.waitFor(() => expect(seen.all.slice(before).map(({ text }) => text)).toContain('offline'), soon);
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('online'), soon);
  await publishing.stop();
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('offline'), soon);
  await vi.waitFor(() => expect(seen.stateOf(id)).toMatchObject({ state: 'unknown', unsafe: null }), soon);
  expect(publishing.state()).toBeNull();
});

test('a broker that goes is said once, and gets everything when it is back', async () => {
  const id = await addPlace('Track');
  const first = await openBroker();
  publish(settingsOf(first.port));
  const before = await follow(first.port);
  await vi.waitFor(() => expect(before.stateOf(id)).not.toBeNull(), soon);
  await first.close();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const again = await openBroker(first.port);
  const seen = await follow(again.port);
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('online'), soon);
  expect(seen.stateOf(id)?.state).toBe('unknown');
  expect(seen.last.has(configOf('sensor', id))).toBe(true);
  const said = (what: string) =>
    server.logged.filter((line) => line.includes(`the MQTT broker 127.0.0.1:${first.port} ${what}`));
  expect([said('went down').length, said('is back').length]).toEqual([1, 1]);
}, 40_000);

test('a wrong password is said once, without the password', async () => {
  await addPlace('Track');
  const { port } = await openBroker();
  publish(settingsOf(port, { password: 'wrong-and-secret' }));
  await vi.waitFor(() => expect(server.logged.join()).toContain('Bad username or password'), soon);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(server.logged.filter((line) => line.includes('Bad username or password'))).toHaveLength(1);
  expect(server.logged.join()).not.toContain('wrong-and-secret');
});

test('a place that goes leaves nothing at the broker, also when it went while nothing ran', async () => {
  const [stays, goes] = [await addPlace('Stays'), await addPlace('Goes')];
  const { port } = await openBroker();
  const seen = await follow(port);
  await seen.client.publishAsync(configOf('binary_sensor', 'long-gone'), '{}', { qos: 1, retain: true });
  await seen.client.publishAsync('homeassistant/binary_sensor/another/x/config', '{}', {
    qos: 1,
    retain: true,
  });
  publish(settingsOf(port));
  await vi.waitFor(() => expect(seen.stateOf(goes)).not.toBeNull(), soon);
  await vi.waitFor(() => expect(seen.last.get(configOf('binary_sensor', 'long-gone'))).toBe(''), soon);
  const { db } = server.store;
  await db.deleteFrom('organization_locations').where('id', '=', goes).execute();
  await notify(db, { topic: 'policies', ids: [organizationId] });
  await vi.waitFor(() => expect(seen.last.get(`allclear/${goes}/state`)).toBe(''), soon);
  const late = await follow(port);
  await vi.waitFor(() => expect(late.stateOf(stays)).not.toBeNull(), soon);
  expect([...late.last.keys()].sort()).toEqual(
    [
      'allclear/status',
      `allclear/${stays}/state`,
      configOf('binary_sensor', stays),
      configOf('sensor', stays),
      'homeassistant/binary_sensor/another/x/config',
    ].sort(),
  );
});

test('only the places of the named organization are published; a name of none is said', async () => {
  const ours = await addPlace('Ours');
  const theirs = await addPlace(
    'Theirs',
    undefined,
    (await server.organization('Their District')).organizationId,
  );
  const { port } = await openBroker();
  const seen = await follow(port);
  const one = publish(settingsOf(port, { organization: 'our district' }));
  await vi.waitFor(() => expect(seen.stateOf(ours)).not.toBeNull(), soon);
  expect(seen.stateOf(theirs)).toBeNull();
  await one.stop();
  publish(settingsOf(port, { organization: 'Nobody' }));
  await vi.waitFor(() => expect(server.logged.join()).toContain('no organization has the name'), soon);
  await vi.waitFor(() => expect(seen.last.get(`allclear/${ours}/state`)).toBe(''), soon);
});

test('the subject offers metrics with a broker, and nothing without one', async () => {
  const open = (settings: MqttSettings | null) =>
    mqttSubject.open({ platform, settings, needs: { lightning: { live: server.live } }, feeds: undefined });
  expect(await open(null)).toEqual({ api: {} });
  const { port } = await openBroker();
  const subject = await open(settingsOf(port));
  const registry = new Registry();
  subject.health?.metrics?.(registry);
  expect(await registry.metrics()).not.toMatch(/^allclear_mqtt_connected /m);
  const term = new AbortController();
  const running = subject.loops?.[0]?.run(term.signal);
  await vi.waitFor(
    async () => expect(await registry.metrics()).toMatch(/^allclear_mqtt_connected 1$/m),
    soon,
  );
  expect(await registry.metrics()).toMatch(/^allclear_mqtt_places 0$/m);
  term.abort();
  await running;
});
