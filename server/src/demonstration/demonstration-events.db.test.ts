/** The events of the simulated weather: who may start them, and what comes of them by the ordinary way. */
import { createNwsPoints, openLiveHttpClient, type SimulationOptions } from '@allclear/adapters';
import { listDemonstrationEvents, startDemonstrationEvent, success } from '@allclear/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../test/test-server.ts';
import { openLightningFeeds } from '../lightning/feeds.ts';
import { simulatedWeather, type WeatherSource } from '../platform/weather/weather-source.ts';

const MINUTE = 60_000;
const path = '/api/demonstration/Events';
const world: SimulationOptions = {
  ...{ seed: 'test', startedAt: startAt - 120 * MINUTE, scenario: 'quiet' },
  places: [{ latitude: 28, longitude: -82.5 }],
};

type Organization = Awaited<ReturnType<TestServer['organization']>>;

async function addLocation(server: TestServer, key: string, label = 'Field'): Promise<string> {
  const body = { label, latitude: 28, longitude: -82.5, radius1: 8, radius2: 15 };
  const { status, body: answer } = await ask(server.app, 'POST', '/api/location/Add', { key, body });
  expect(status).toBe(200);
  return answer.data.id;
}

const start = (server: TestServer, key: string, kind: string, locationId: string) =>
  ask(server.app, 'POST', path, { key, body: { kind, locationId } });

describe('with simulated weather', () => {
  let server: TestServer;
  let ours: Organization;
  let theirs: Organization;
  let field: string;
  let theirField: string;
  const stopping = new AbortController();
  let polling: Promise<void>;
  const admin = () => ours.people.admin.key;

  beforeAll(async () => {
    const weather = simulatedWeather(world, null);
    server = await openTestServer(testChannels(), {
      weather,
      overrides: { lightning: { feeds: openLightningFeeds(weather, { glmSatellites: [], xweather: null }) } },
    });
    ours = await server.organization('Our District');
    theirs = await server.organization('Their District');
    field = await addLocation(server, admin());
    const loop = server.subjects.loops.find(({ name }) => name === 'lightning simulated');
    polling = loop!.run(stopping.signal);
  });
  afterAll(async () => {
    stopping.abort();
    await polling;
    await server.close();
  });

  /** The zones of the field; null while nothing is known of them. */
  const readZones = async (): Promise<string[] | null> => {
    const { status, body } = await ask(server.app, 'GET', `/api/location/Delay/${field}`, { key: admin() });
    if (status === 503) {
      expect(body.responseException.code).toBe('lightning-unobserved');
      return null;
    }
    return body.data.zones.map(
      ({ state, reason }: { state: string; reason: string | null }) => reason ?? state,
    );
  };
  /** Waits until everything of this instant has been read from the feed. */
  const expectZonesAt = async (at: number, zones: string[] | null): Promise<void> => {
    server.clock.set(at);
    await vi.waitFor(async () => expect(await readZones()).toEqual(zones), {
      timeout: 20_000,
      interval: 100,
    });
  };

  test('only an Admin starts and sees them, at a location that the organization has', async () => {
    for (const role of ['assistant-admin', 'customer'] as const) {
      const { key } = ours.people[role];
      expect((await start(server, key, 'storm', field)).status).toBe(403);
      expect((await ask(server.app, 'GET', path, { key })).status).toBe(403);
    }
    expect((await ask(server.app, 'GET', path)).status).toBe(401);
    expect((await start(server, theirs.people.admin.key, 'storm', field)).status).toBe(404);
    expect((await start(server, admin(), 'storm', 'nowhere')).status).toBe(404);
    expect((await start(server, admin(), 'tornado', field)).status).toBe(400);
    expect((await ask(server.app, 'GET', path, { key: admin() })).body.data).toEqual([]);
  });

  test('a storm comes to a delay by the feed, its end to an all clear after observed quiet only', async () => {
    await expectZonesAt(startAt, ['clear', 'clear']);
    const { status, body } = await start(server, admin(), 'storm', field);
    expect(status).toBe(200);
    expect(() => success(startDemonstrationEvent.data).parse(body)).not.toThrow();
    expect(body.data).toMatchObject({
      kind: 'storm',
      locationId: field,
      locationLabel: 'Field',
      startedBy: 'admin',
      // A second later, so that every process draws it.
      startsAt: new Date(startAt + 1_000).toISOString(),
      running: true,
    });
    await expectZonesAt(startAt + 4 * MINUTE, ['strike', 'strike']);

    const again = await start(server, admin(), 'storm', field);
    expect([again.status, again.body.responseException.message]).toEqual([
      409,
      'A storm of the demonstration is there already.',
    ]);
    const quietAt = startAt + 5 * MINUTE;
    server.clock.set(quietAt);
    expect((await start(server, ours.people['super-admin'].key, 'quiet', field)).status).toBe(200);
    await expectZonesAt(quietAt + 29 * MINUTE, ['strike', 'strike']);
    await expectZonesAt(quietAt + 33 * MINUTE, ['clear', 'clear']);

    const list = await ask(server.app, 'GET', path, { key: admin() });
    expect(() => success(listDemonstrationEvents.data).parse(list.body)).not.toThrow();
    expect(list.body.data).toMatchObject([
      { kind: 'quiet', startedBy: 'super-admin', running: true },
      { kind: 'storm', startedBy: 'admin', running: false },
    ]);
  });

  test('an outage makes the answer unknown, and what was not seen is observed again', async () => {
    const at = startAt + 50 * MINUTE;
    await expectZonesAt(at, ['clear', 'clear']);
    expect((await start(server, admin(), 'outage', field)).status).toBe(200);
    await expectZonesAt(at + 4 * MINUTE, null);
    await expectZonesAt(at + 7 * MINUTE, null);
    // The first lightning batch after the outage. Two minutes later its gap is given up.
    const first = `sim:${at + 5 * MINUTE + 20_000}`;
    await vi.waitFor(() => expect(server.live.lightningIndex.has('simulated', first)).toBe(true), 20_000);
    await expectZonesAt(at + 10 * MINUTE, ['observing', 'observing']);
  });

  test('another organization does not see them; all of them are one weather', async () => {
    const { key } = theirs.people.admin;
    expect((await ask(server.app, 'GET', path, { key })).body.data).toEqual([]);
    const { weather } = server.platform;
    expect(weather.kind === 'simulated' && weather.options.events?.map(({ kind }) => kind)).toEqual([
      'storm',
      'quiet',
      'outage',
    ]);
    theirField = await addLocation(server, key, 'Their field');
    expect((await start(server, key, 'outage', theirField)).status).toBe(200);
  });

  test('two presses at once start one', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => start(server, admin(), 'heat', field)));
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('storm and quiet in turn, without a pause, are refused in the end', async () => {
    const statuses: number[] = [];
    // By two people: each may send 30 in a minute.
    const { admin: one, 'super-admin': other } = theirs.people;
    for (let turn = 0; turn < 54; turn++) {
      server.clock.advance(2_000);
      const [kind, { key }] = turn % 2 === 0 ? (['storm', one] as const) : (['quiet', other] as const);
      statuses.push((await start(server, key, kind, theirField)).status);
    }
    expect(statuses.slice(0, 45)).toEqual(Array.from({ length: 45 }, () => 200));
    expect(statuses.slice(-4)).toEqual([409, 409, 409, 409]);
    server.clock.advance(60 * MINUTE);
    expect((await start(server, theirs.people.admin.key, 'heat', theirField)).status).toBe(200);
  });

  test('the record stays when the location and the person are gone', async () => {
    const gone = await addLocation(server, admin(), 'Gone field');
    const event = await ask(server.app, 'POST', path, {
      key: admin(),
      body: { kind: 'storm', locationId: gone },
    });
    expect(event.status).toBe(200);
    expect((await ask(server.app, 'DELETE', `/api/location/${gone}`, { key: admin() })).status).toBe(200);
    const { body } = await ask(server.app, 'GET', path, { key: admin() });
    expect(body.data[0]).toMatchObject({ locationId: null, locationLabel: 'Gone field', running: true });
  });
});

describe.each(['live', 'replay:night'])('with other weather (%s)', (name) => {
  test('nothing can be started, and nothing that is stored is drawn', async () => {
    const http = openLiveHttpClient({ userAgent: 'test', proxy: null, allowPrivateAddresses: true });
    const weather: WeatherSource = {
      ...{ kind: 'network', name, http, archive: null },
      nwsPoints: createNwsPoints({ http }),
    };
    const server = await openTestServer(testChannels(), { weather });
    try {
      const ours = await server.organization('Our District');
      const { key } = ours.people['super-admin'];
      const field = await addLocation(server, key);
      const refused = await start(server, key, 'storm', field);
      expect([refused.status, refused.body.responseException.message]).toEqual([
        409,
        `The weather is ${name === 'live' ? 'live' : 'replayed'}. A demonstration is only possible with simulated weather.`,
      ]);
      expect((await ask(server.app, 'GET', path, { key })).status).toBe(409);
      const rows = await server.store.db.selectFrom('demonstration_events').selectAll().execute();
      expect(rows).toEqual([]);
    } finally {
      await server.close();
      await http.close();
    }
  });
});
