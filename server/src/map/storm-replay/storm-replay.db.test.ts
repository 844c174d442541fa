import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testFeed } from '../../../test/test-server.ts';
import { createLightningLive } from '../../lightning/lightning-live.ts';
import { storeSnapshot } from '../../platform/feeds/snapshots.store.ts';
import { dropCellSightingsBefore, storeSightings } from '../storm-cells/store.ts';

const minute = 60_000;
let server: TestServer;
let key: string;
let otherKey: string;
let colleagueKey: string;
let id: string;

interface Zone {
  zone: number;
  states: { from: string; to: string; state: string; reason: string | null }[];
}

const at = (ms: number) => new Date(startAt + ms).toISOString();
const replay = async (query = 'latitude=28&longitude=-82', as = key) =>
  ask(server.app, 'GET', `/api/map/Replay?${query}`, { key: as });
const says = (zone: Zone) =>
  zone.states.map(({ from, state, reason }) => [(Date.parse(from) - startAt) / minute, reason ?? state]);
const innermost = (body: { data: { locations: { zones: Zone[] }[] } }) =>
  says(body.data.locations[0]!.zones[0]!);
const addLocation = async (label: string, longitude: number, as = key) =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key: as,
      body: { label, latitude: 28, longitude, radius1: 10, radius2: 20, radius3: 30, allClearMinutes: 10 },
    })
  ).body.data.id as string;

beforeAll(async () => {
  server = await openTestServer();
  const { people } = await server.organization('District');
  key = people.admin.key;
  colleagueKey = people.customer.key;
  otherKey = (await server.organization('Other District')).people.admin.key;
  server.clock.set(startAt - 90 * minute);
  id = await addLocation('Stadium', -82);
  for (let from = -90; from < -30; from += 5) {
    server.clock.set(startAt + (from + 5) * minute);
    await server.batch(startAt + from * minute, startAt + (from + 5) * minute);
  }
  // A strike five miles away, 25 minutes before the replay is requested, received a minute later.
  for (let from = -30; from < 0; from++) {
    server.clock.set(startAt + (from + 2) * minute);
    const flash = {
      latitude: 28 + 5 / 69,
      points: Float64Array.of(28 + 5 / 69, -82),
      at: startAt + (from + 0.5) * minute,
    };
    if (from < -1)
      await server.batch(startAt + from * minute, startAt + (from + 1) * minute, from === -26 ? [flash] : []);
  }
  server.clock.set(startAt);
});
afterAll(() => server.close());

test('who is not signed in, and what is no place, is refused', async () => {
  expect((await ask(server.app, 'GET', '/api/map/Replay?latitude=28&longitude=-82')).status).toBe(401);
  for (const query of [
    '',
    'latitude=28',
    'latitude=91&longitude=0',
    'latitude=28&longitude=-82&minutes=600',
    'latitude=28&longitude=-82&miles=5000',
  ]) {
    expect((await replay(query)).status, query).toBe(400);
  }
});

describe('the zones as they were', () => {
  test('are in delay from when the strike came in until their quiet was seen, and end as the engine says now', async () => {
    const { status, body } = await replay();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      from: at(-30 * minute),
      to: at(0),
      strikesCutAt: null,
      settings: 'present',
      miles: 100,
      strikeMiles: 150,
    });
    expect(body.data.locations).toMatchObject([
      { id, label: 'Stadium', distanceMiles: 0, allClearMinutes: 10, addedAt: null, changedAt: null },
    ]);
    expect(innermost(body)).toEqual([
      [-30, 'clear'],
      [-24, 'strike'],
      // The quiet time ends at -15.5; the observation window with that instant was received at -14.
      [-14, 'clear'],
    ]);
    const now = (await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key })).body.data;
    for (const [i, zone] of body.data.locations[0].zones.entries())
      expect(zone.states.at(-1).state).toBe(now.zones[i].state);
    expect(body.data.strikes).toEqual([[-82, 28.0725, startAt - 25.5 * minute, startAt - 24 * minute]]);
    expect(body.data.sky).toEqual([{ from: at(-30 * minute), to: at(0), state: 'known' }]);
  });

  test('are the same from another process, which has them from the store', async () => {
    const other = createLightningLive({ db: server.store.db, clock: server.clock, feeds: [testFeed] });
    await other.load();
    const feeds = other.lightningIndex.feedsAt(28, -82);
    const windows = (from: typeof other) =>
      [...from.lightningIndex.windowsOf(feeds)].sort((a, b) => a.from - b.from);
    expect(windows(other)).toEqual(windows(server.live));
    const received = ({ lightningIndex }: typeof other) => {
      const found: number[] = [];
      const span = { miles: 100, since: 0, until: startAt };
      lightningIndex.visitWithin(
        { latitude: 28, longitude: -82 },
        span,
        (_flash, receivedAt) => void found.push(receivedAt),
      );
      return found;
    };
    expect(received(other)).toEqual([startAt - 24 * minute]);
    expect(received(server.live)).toEqual(received(other));
  });

  test('are nobody else’s', async () => {
    expect((await replay(undefined, otherKey)).body.data.locations).toEqual([]);
    // Of the same organization, but another person's.
    expect((await replay(undefined, colleagueKey)).body.data.locations).toEqual([]);
    expect((await replay(`latitude=28&longitude=-82&selected=${id}`, otherKey)).body.data.locations).toEqual(
      [],
    );
  });

  test('begin with the location, say what was changed since, and come with the selected one first', async () => {
    server.clock.set(startAt - 5 * minute);
    const young = await addLocation('Young field', -82.5);
    await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, label: 'Old stadium' } });
    const far = await addLocation('Uncovered', 100.5);
    server.clock.set(startAt);
    const { locations } = (await replay(`latitude=28&longitude=-82&selected=${young}`)).body.data;
    expect(locations.map(({ label }: { label: string }) => label)).toEqual(['Young field', 'Old stadium']);
    expect(locations[0]).toMatchObject({ addedAt: at(-5 * minute), changedAt: null });
    expect(says(locations[0].zones[0])).toEqual([[-5, 'clear']]);
    expect(locations[1]).toMatchObject({ addedAt: null, changedAt: at(-5 * minute) });
    const uncovered = (await replay('latitude=28&longitude=100.5')).body.data;
    expect(uncovered.locations).toMatchObject([{ id: far }]);
    expect(says(uncovered.locations[0].zones[0])).toEqual([[-5, 'not-covered']]);
    expect(uncovered.sky.map(({ state }: { state: string }) => state)).toEqual(['partly-covered']);
    for (const one of [young, far]) await ask(server.app, 'DELETE', `/api/location/${one}`, { key });
  });

  test('what nobody looked at was unknown, and is not called clear afterwards', async () => {
    server.clock.set(startAt + 20 * minute);
    await server.batch(startAt - minute, startAt + 20 * minute);
    const { body } = await replay();
    // Everything is seen by now; between, it was not.
    expect(innermost(body).slice(-2)).toEqual([
      [2 + 1 / minute, 'unknown'],
      [20, 'clear'],
    ]);
    expect(body.data.sky.map(({ state }: { state: string }) => state)).toEqual(['known', 'unknown', 'known']);
    server.clock.set(startAt);
  });
});

test('an organization’s own strikes are its own', async () => {
  const body = { feed: 'roof', strikes: [{ timeUtc: at(-2 * minute), latitude: 28.01, longitude: -82.01 }] };
  expect((await ask(server.app, 'POST', '/api/Ingest/Strikes', { key, body })).body.data).toMatchObject({
    added: 1,
  });
  const counts = async (as: string) => (await replay(undefined, as)).body.data.strikes.length;
  expect(await counts(key)).toBe((await counts(otherKey)) + 1);
});

describe('storm cells as they were', () => {
  const cellAt = (minutes: number, receivedMinutes: number) => {
    const observedAt = startAt + minutes * minute;
    const cell = {
      id: 'TBW A1',
      radar: 'TBW',
      observedAt,
      latitude: 28.2 + minutes / 100,
      longitude: -82.2,
      hasTvs: false,
      mesoRank: null,
    };
    const more = {
      hailPct: 20,
      severeHailPct: 0,
      hailInches: 0.5,
      vilKgM2: 20,
      maxDbz: 50,
      maxDbzKft: 15,
      topKft: 30,
      headingDegrees: 90,
      speedMph: 25,
    };
    const { kind, vendor } = server.stormCells;
    const data = {
      cells: [
        { ...cell, ...more },
        { ...cell, ...more, id: 'FAR', latitude: 40 },
      ],
    };
    return storeSnapshot(
      server.store.db,
      testActor,
      { kind, vendor, asOf: observedAt, data },
      startAt + receivedMinutes * minute,
      storeSightings,
    );
  };

  test('come as radars saw them with when that came in; a list that repeats itself changes nothing', async () => {
    await cellAt(-20, -18);
    await cellAt(-20, -13);
    await cellAt(-10, -8);
    const { cells, cellLists } = (await replay()).body.data;
    expect(cells).toMatchObject([
      { receivedAt: at(-18 * minute), cell: { id: 'TBW A1', properties: { IssueTime: at(-20 * minute) } } },
      { receivedAt: at(-8 * minute), cell: { id: 'TBW A1', properties: { IssueTime: at(-10 * minute) } } },
    ]);
    expect(cells).toHaveLength(2);
    expect(cellLists).toEqual([
      { asOf: at(-20 * minute), receivedAt: at(-18 * minute) },
      { asOf: at(-10 * minute), receivedAt: at(-8 * minute) },
    ]);
  });

  test('are dropped when they are too old', async () => {
    await dropCellSightingsBefore(server.store.db, testActor, startAt - 15 * minute);
    const { cells, cellLists } = (await replay()).body.data;
    expect(cells).toHaveLength(1);
    expect(cellLists).toHaveLength(1);
  });
});
