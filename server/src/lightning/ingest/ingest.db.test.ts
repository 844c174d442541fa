import { setTimeout as pause } from 'node:timers/promises';
import { listStrikePoints, success } from '@allclear/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { openStore } from '../../platform/database/database.ts';
import { createLightningLive } from '../lightning-live.ts';

const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(startAt);
  made++;
  ours = await server.organization(`Our District ${made}`);
  theirs = await server.organization(`Their District ${made}`);
  key = ours.people.admin.key;
});

/** East of 100° the test satellite observes nothing. */
const uncovered = { latitude: 20, longitude: 120 };
const covered = { latitude: 28, longitude: -82 };

const place = async (at: { latitude: number; longitude: number }, who = key, radius1 = 10) =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key: who,
      body: { label: 'Place', ...at, radius1, allClearMinutes: 30 },
    })
  ).body.data.id as string;
const delay = async (id: string, who = key) => {
  const { status, body } = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key: who });
  return status === 200
    ? (body.data.zones[0].reason ?? body.data.zones[0].state)
    : body.responseException.code;
};
const push = (body: object, who = key) => ask(server.app, 'POST', '/api/ingest/strikes', { key: who, body });
const pushCsv = (query: string, payload: string, who = key) =>
  server.app.inject({
    method: 'POST',
    url: `/api/ingest/strikes?${query}`,
    headers: { authorization: `Bearer ${who}`, 'content-type': 'text/csv' },
    payload,
  });
const register = (body: object, who = key) =>
  ask(server.app, 'POST', '/api/ingest/feeds', { key: who, body });
const network = (extra: object = {}) =>
  register({ name: 'net', vouches: true, ...uncovered, radiusMiles: 100, ...extra });
const strike = (at: number, extra: object = {}) => ({ timeUtc: iso(at), ...covered, ...extra });

describe('a network that vouches', () => {
  test('is a feed of its own: a place that it covers is observed for the full time before it is clear', async () => {
    const id = await place(uncovered);
    expect(await delay(id)).toBe('lightning-not-covered');
    expect((await network()).status).toBe(200);
    // Registered, and has observed nothing.
    expect(await delay(id)).toBe('lightning-unobserved');
    const examined = (from: number, to: number) =>
      push({ feed: 'net', observedFrom: iso(from), observedThrough: iso(to), strikes: [] });
    await examined(startAt - 10 * minute, startAt);
    expect(await delay(id)).toBe('observing');
    for (let at = startAt; at < startAt + 19 * minute; at += minute) {
      server.clock.set(at + minute);
      await examined(at, at + minute);
    }
    expect(await delay(id)).toBe('observing');
    server.clock.set(startAt + 20 * minute);
    await examined(startAt + 18 * minute, startAt + 20 * minute);
    expect(await delay(id)).toBe('clear');
    server.clock.advance(4 * minute);
    expect(await delay(id)).toBe('lightning-unobserved');
  });

  test('a strike of its own counts, and the same again changes nothing', async () => {
    const id = await place(uncovered);
    await network();
    const body = {
      feed: 'net',
      observedFrom: iso(startAt - 60 * minute),
      observedThrough: iso(startAt),
      strikes: [{ timeUtc: iso(startAt - 5 * minute), ...uncovered, key: 'a' }],
    };
    expect((await push(body)).body.data).toMatchObject({
      received: 1,
      added: 1,
      vouches: true,
      observedThrough: iso(startAt),
    });
    expect(await delay(id)).toBe('strike');
    const before = server.live.lightningIndex.observationAt(20, 120, startAt, {
      organizationId: ours.organizationId,
    });
    expect((await push(body)).body.data).toMatchObject({ received: 1, added: 0 });
    expect(
      server.live.lightningIndex.observationAt(20, 120, startAt, { organizationId: ours.organizationId }),
    ).toEqual(before);
    const counted = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
    expect(counted.body.data.strikeCount).toBe(1);
    expect(counted.body.data.feeds).toEqual(['ingest:net']);
  });

  test('does not cover a place whose zones reach out of its circle', async () => {
    await network({ radiusMiles: 20 });
    expect(await delay(await place(uncovered, key, 30))).toBe('lightning-not-covered');
    expect(await delay(await place(uncovered, key, 20))).toBe('lightning-unobserved');
  });

  test('removed, it vouches for nothing any more, and its strikes stay', async () => {
    const id = await place(covered);
    for (let at = -60; at < 0; at += 5)
      await server.batch(startAt + at * minute, startAt + (at + 5) * minute);
    const { body } = await register({ name: 'near', vouches: true, ...covered, radiusMiles: 100 });
    await push({ feed: 'near', strikes: [strike(startAt - minute)] });
    expect(await delay(id)).toBe('strike');
    expect((await ask(server.app, 'DELETE', `/api/ingest/feeds/${body.data.id}`, { key })).status).toBe(200);
    expect(await delay(id)).toBe('strike');
    const far = await place(uncovered);
    expect(await delay(far)).toBe('lightning-not-covered');
  });
});

describe('a sensor that does not vouch', () => {
  test('may start a delay and never ends one, whatever it says it has seen', async () => {
    // Long before the other tests, whose satellite has not observed that far ahead.
    const begin = startAt - 600 * minute;
    server.clock.set(begin);
    const id = await place(covered);
    for (let at = -60; at < 0; at += 5) await server.batch(begin + at * minute, begin + (at + 5) * minute);
    expect(await delay(id)).toBe('clear');
    expect((await register({ name: 'roof', vouches: false, ...covered, radiusMiles: 25 })).status).toBe(200);
    await push({ feed: 'roof', strikes: [strike(begin - 2 * minute)] });
    expect(await delay(id)).toBe('strike');
    // The satellite's data end; the sensor reports no strikes.
    for (let at = begin; at < begin + 40 * minute; at += 5 * minute) {
      server.clock.set(at + 5 * minute);
      await push({ feed: 'roof', observedFrom: iso(at), observedThrough: iso(at + 5 * minute), strikes: [] });
    }
    expect(await delay(id)).toBe('lightning-unobserved');
    // With the satellite back the full quiet time counts.
    for (let at = begin; at < begin + 40 * minute; at += 5 * minute) await server.batch(at, at + 5 * minute);
    expect(await delay(id)).toBe('clear');
  });

  test('makes no place covered', async () => {
    const id = await place(uncovered);
    await register({ name: 'roof', vouches: false, ...uncovered, radiusMiles: 25 });
    await push({
      feed: 'roof',
      observedFrom: iso(startAt - 60 * minute),
      observedThrough: iso(startAt),
      strikes: [],
    });
    expect(await delay(id)).toBe('lightning-not-covered');
    const { body } = await ask(server.app, 'GET', '/api/Location/HasCoverage/20/120', { key });
    expect(body.data).toEqual({ hasCoverage: false, lightning: ['ingest:roof'] });
  });

  test('a name that nobody registered is one of these', async () => {
    const { body } = await push({
      feed: 'new',
      observedFrom: iso(startAt - 60 * minute),
      observedThrough: iso(startAt),
      strikes: [],
    });
    expect(body.data).toEqual({
      feed: 'ingest:new',
      vouches: false,
      received: 0,
      added: 0,
      observedThrough: null,
    });
  });
});

describe('what comes in', () => {
  test('CSV as well as JSON, idempotent by time and place', async () => {
    const csv = `time_utc,lat,lon,amplitude_ka,type,key\n${iso(startAt - minute)},28,-82,-12.5,3,\n2026-06-06 19:58:00,28.01,-82.01,,,\r\n`;
    const first = await pushCsv('feed=lls', csv);
    expect(first.statusCode).toBe(200);
    expect(first.json().data).toMatchObject({ feed: 'ingest:lls', received: 2, added: 2 });
    expect((await pushCsv('feed=lls', csv)).json().data).toMatchObject({ received: 2, added: 0 });
    expect((await push({ feed: 'LLS', strikes: [strike(startAt - minute)] })).body.data).toMatchObject({
      added: 0,
    });
    const { body } = await ask(server.app, 'GET', '/api/map/Strikes?top=29&bottom=27&left=-83&right=-81', {
      key,
    });
    expect(body.data.features.map((one: { properties: object }) => one.properties)).toEqual([
      expect.objectContaining({ Amp: -12.5, type: 3, Feed: 'ingest:lls' }),
      expect.objectContaining({ Amp: null, type: 0 }),
    ]);
  });

  test('the first push of a feed from fifteen senders at once loses nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        push({ feed: 'together', strikes: [strike(startAt - 1_000 * (index + 1))] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.data.added, 0)).toBe(15);
  });

  test('two of the same at once count once', async () => {
    await register({ name: 'net', vouches: false });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        push({ feed: 'net', strikes: [strike(startAt - minute, { key: 'k' })] }),
      ),
    );
    expect(answers.map(({ body }) => body.data.added).sort()).toEqual([0, 0, 0, 0, 1]);
  });

  test.each<[string, object]>([
    ['a strike of tomorrow', { strikes: [strike(startAt + 60 * minute)] }],
    ['a strike of two days ago', { strikes: [strike(startAt - 48 * 60 * minute)] }],
    ['no place', { strikes: [{ timeUtc: iso(startAt) }] }],
    ['latitude 91', { strikes: [strike(startAt, { latitude: 91 })] }],
    ['a time without a zone', { strikes: [strike(startAt, { timeUtc: '2026-06-06 20:00:00' })] }],
    ['type 9', { strikes: [strike(startAt, { type: 9 })] }],
    ['half a stretch', { observedFrom: iso(startAt - minute), strikes: [] }],
    [
      'a stretch in the future',
      { observedFrom: iso(startAt), observedThrough: iso(startAt + 10 * minute), strikes: [] },
    ],
    [
      'a stretch that ends before it begins',
      { observedFrom: iso(startAt - minute), observedThrough: iso(startAt - 2 * minute), strikes: [] },
    ],
    ['no strikes at all', {}],
    ['a name with markup', { feed: '<b>', strikes: [] }],
    ['10,001 strikes', { strikes: Array.from({ length: 10_001 }, (_, index) => strike(startAt - index)) }],
  ])('%s is refused', async (_name, body) => {
    const answer = await push(body);
    expect(answer.status).toBe(400);
    expect(answer.body.responseException.code).toBe('bad-input');
  });

  test.each([
    ['no header', '2026-06-06T19:59:00Z,28,-82'],
    ['a word for a place', 'time_utc,lat,lon\n2026-06-06T19:59:00Z,here,-82'],
    ['a line cut short', 'time_utc,lat,lon\n2026-06-06T19:59:00Z,28'],
    ['HTML', '<html><body>Bad gateway</body></html>'],
    ['nothing', ' '],
  ])('CSV with %s is refused', async (_name, payload) => {
    expect((await pushCsv('feed=x', payload)).statusCode).toBe(400);
  });

  test('5 MB are too large', async () => {
    expect((await pushCsv('feed=x', 'x'.repeat(5_000_000))).statusCode).toBe(413);
  });

  test('a key of a person who is no admin is refused', async () => {
    expect((await push({ strikes: [] }, ours.people.customer.key)).status).toBe(403);
    expect((await push({ strikes: [] }, ours.people['assistant-admin'].key)).status).toBe(403);
  });
});

describe('registrations', () => {
  test('never change: the name is taken until the feed is removed', async () => {
    expect((await network()).status).toBe(200);
    expect((await network({ radiusMiles: 500 })).status).toBe(409);
    expect((await register({ name: 'NET', vouches: false })).status).toBe(409);
    expect((await register({ name: 'other', vouches: true })).status).toBe(400);
  });

  test('are of one organization: another one neither sees nor feels them', async () => {
    for (let at = -60; at < 0; at += 5)
      await server.batch(startAt + at * minute, startAt + (at + 5) * minute);
    const [mine, foreign] = [await place(covered), await place(covered, theirs.people.admin.key)];
    const { body } = await network();
    await push({ feed: 'net', strikes: [strike(startAt - minute)] });
    expect(await delay(mine)).toBe('strike');
    expect(await delay(foreign, theirs.people.admin.key)).toBe('clear');
    expect(await delay(await place(uncovered, theirs.people.admin.key), theirs.people.admin.key)).toBe(
      'lightning-not-covered',
    );
    const as = { key: theirs.people.admin.key };
    expect((await ask(server.app, 'GET', '/api/ingest/feeds', as)).body.data).toEqual([]);
    expect((await ask(server.app, 'DELETE', `/api/ingest/feeds/${body.data.id}`, as)).status).toBe(404);
    for (const url of ['/api/map/Strikes', '/api/map/ClusterStrikes']) {
      const seen = async (who: string, zoom: number) =>
        (
          await ask(
            server.app,
            'GET',
            `${url}?top=29&bottom=27&left=-83&right=-81${url.includes('Cluster') ? `&zoom=${zoom}` : ''}`,
            { key: who },
          )
        ).body.data.features.length;
      expect(await seen(theirs.people.admin.key, 4)).toBe(0);
      expect(await seen(key, 4)).toBe(1);
    }
    expect((await register({ name: 'net', vouches: false }, theirs.people.admin.key)).status).toBe(200);
  });

  test('give the map what came since, to their own organization only', async () => {
    await network();
    const points = async (who: string, since?: string, box = 'top=29&bottom=27&left=-83&right=-81') => {
      const { body } = await ask(
        server.app,
        'GET',
        `/api/map/StrikePoints?${box}${since ? `&since=${since}` : ''}`,
        { key: who },
      );
      return success(listStrikePoints.data).parse(body).data;
    };
    const their = theirs.people.admin.key;
    await push({
      feed: 'net',
      strikes: [{ ...strike(startAt - minute), amplitudeKa: -20, type: 3 }, strike(startAt - 31 * minute)],
    });
    const [first, foreign] = [await points(key), await points(their)];
    expect(first).toMatchObject({
      whole: true,
      completeFrom: null,
      at: [(startAt - minute) / 1_000],
      ampKa: [-20],
      energyJ: [null],
      type: [3],
    });
    expect([first.longitude, first.latitude]).toEqual([[covered.longitude], [covered.latitude]]);
    expect(foreign).toMatchObject({ whole: true, ids: [] });
    expect(await points(key, first.cursor)).toMatchObject({ whole: false, ids: [] });

    await push({
      feed: 'net',
      strikes: [strike(startAt - 1_000), strike(startAt - 3 * minute), strike(startAt - 40 * minute)],
    });
    const [second, foreignAgain] = [await points(key, first.cursor), await points(their, foreign.cursor)];
    expect([second.whole, second.at.toSorted()]).toEqual([
      false,
      [(startAt - 3 * minute) / 1_000, startAt / 1_000 - 1],
    ]);
    expect(foreignAgain).toMatchObject({ whole: false, ids: [] });
    expect((await points(key, second.cursor)).ids).toEqual([]);
    expect((await points(key, first.cursor, 'top=20&bottom=10&left=-83&right=-81')).ids).toEqual([]);
    const whole = await points(key, 'of-another-process.1');
    expect([whole.whole, whole.ids.toSorted()]).toEqual([true, [...first.ids, ...second.ids].toSorted()]);
  });

  test('stand in the status for those who sign in', async () => {
    await network();
    const vendors = async (who?: string) =>
      (await ask(server.app, 'GET', '/api/status', who ? { key: who } : {})).body.data.feeds.flatMap(
        ({ kind, vendor }: { kind: string; vendor: string }) => (kind === 'lightning' ? [vendor] : []),
      );
    expect(await vendors()).toEqual(['test-satellite']);
    expect(await vendors(theirs.people.customer.key)).toEqual(['test-satellite']);
    expect(await vendors(ours.people.customer.key)).toEqual(['test-satellite', 'ingest:net']);
  });
});

test('another process, and the same one after a restart, derives the same from the store', async () => {
  await network();
  await push({
    feed: 'net',
    observedFrom: iso(startAt - 90 * minute),
    observedThrough: iso(startAt),
    strikes: [
      { timeUtc: iso(startAt - 80 * minute), ...uncovered },
      { timeUtc: iso(startAt - 5 * minute), ...uncovered },
    ],
  });
  const other = createLightningLive({ db: server.store.db, clock: server.clock, feeds: [] });
  await other.load();
  const scope = { organizationId: ours.organizationId };
  expect(other.lightningIndex.observationAt(20, 120, startAt, scope)).toEqual(
    server.live.lightningIndex.observationAt(20, 120, startAt, scope),
  );
  const around = { ...uncovered, ...scope };
  expect(other.lightningIndex.latestWithin(around, [10], 0)).toEqual(
    server.live.lightningIndex.latestWithin(around, [10], 0),
  );
  expect(other.lightningIndex.latestWithin(around, [10], 0).count).toBe(2);
  expect(other.lightningIndex.latestWithin(uncovered, [10], 0).count).toBe(0);
});

test('many pushes of one feed at once leave connections of the database to everybody else', async () => {
  await push({ feed: 'busy', strikes: [strike(startAt)] });
  const { db } = server.store;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('strike_feeds')
      .select('id')
      .where('organization_id', '=', ours.organizationId)
      .forUpdate()
      .execute();
    locked();
    await held;
  });
  await isLocked;
  const pushes = Array.from({ length: 30 }, (_, n) =>
    push({ feed: 'busy', strikes: [strike(startAt - 1_000 * (n + 1))] }),
  );
  // Of its own, as those of the server may all be in use.
  const probe = openStore(server.store.url, { connections: 1, onError: () => {} });
  try {
    const waiting = async () =>
      (
        await probe.pool.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0]?.count ?? 0;
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    // The first waits for the feed, and all the others for the first: none of them holds a connection.
    const counts: number[] = [];
    for (let time = 0; time < 20; time++) {
      counts.push(await waiting());
      await pause(50);
    }
    expect(Math.max(...counts)).toBe(1);
  } finally {
    release();
    await holder;
    await probe.close();
  }
  expect((await Promise.all(pushes)).map(({ status }) => status)).toEqual(Array(30).fill(200));
});
