import { setTimeout as later } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../../test/test-server.ts';

const minute = 60_000;
/** An answer may lie so much behind what was acknowledged, ms. */
const behindMs = 250;

/** One process makes the changes, the other answers; each has HTTP of its own. */
let [writer, reader]: TestServer[] = [];
let [url, key]: string[] = [];
/** How often the reader took a connection to the database. */
let queries = 0;

beforeAll(async () => {
  writer = await openTestServer();
  reader = await openTestServer(testChannels(), {
    databaseUrl: writer.store.url,
    settings: { readsPerMinute: 1_000_000 },
  });
  reader.store.pool.on('acquire', () => queries++);
  url = await reader.app.listen({ host: '127.0.0.1', port: 0 });
  const { people } = await writer.organization('Kept');
  ({ key } = people['super-admin']);
});
afterAll(async () => {
  await reader?.close();
  await writer?.close();
});

const of = (server: TestServer | undefined): FastifyInstance => {
  if (server === undefined) throw new Error('The server is not open.');
  return server.app;
};

async function add(label: string, over: object = {}, as = key): Promise<string> {
  const body = { label, latitude: 28, longitude: -82, radius1: 5, radius2: 10, ...over };
  const answer = await ask(of(writer), 'POST', '/api/location/Add', { ...(as && { key: as }), body });
  expect(answer.status).toBe(200);
  return answer.body.data.id;
}

async function update(body: object): Promise<void> {
  const { status, body: answer } = await ask(of(writer), 'POST', '/api/location/Update', {
    ...(key && { key }),
    body,
  });
  expect([status, answer.responseException?.errors]).toEqual([200, undefined]);
}

const get = (path: string, { as = key, headers = {} }: { as?: string | undefined; headers?: object } = {}) =>
  fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${as}`, ...headers } });

/** What the same process answers from the store. */
const fromStore = async (path: string) =>
  (await ask(of(reader), 'GET', `/api/${path}`, { ...(key && { key }) })).body;

const observe = (at = startAt) => writer?.batch(at - 40 * minute, at - 20_000);

describe('an answer from memory', () => {
  it('is what the store says, 250 ms after any change of another process', async () => {
    await observe();
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => add(`Field ${i}`)));
    const paths = ['location', 'location/Delay', ...ids.flatMap((id) => [`location/Delay/${id}`])];
    // Somebody reads all the time: memory is full of what was.
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted)
        await Promise.all(paths.map((path) => get(path).then((answer) => answer.text())));
    })();
    for (let round = 0; round < 8; round++) {
      const listed = (await fromStore('location')).data as { id: string; revision: number; label: string }[];
      const mine = listed.filter(({ id }) => ids.includes(id));
      const changes = mine.map((one, i) => ({
        ...{ id: one.id, revision: one.revision, label: `${one.label.split(' –')[0]} – ${round}` },
        ...(i % 2 === round % 2
          ? { radius1: 1 + ((round + i) % 4), allClearMinutes: 10 + 10 * (round % 5) }
          : {}),
      }));
      for (const body of changes) await update(body);
      await later(behindMs);
      for (const path of paths) {
        const answer = await get(path);
        expect([path, await answer.json()]).toEqual([path, await fromStore(path)]);
      }
    }
    stop.abort();
    await reading;
  }, 60_000);

  it('comes without the database while nothing changes', async () => {
    const id = await add('Quiet field');
    await get(`location/Delay/${id}`);
    await later(300);
    await get(`location/Delay/${id}`);
    queries = 0;
    for (let i = 0; i < 400; i++) expect((await get(`location/Delay/${id}`)).status).toBe(200);
    // The key is looked up again after a second.
    expect(queries).toBeLessThan(40);
  });

  it('a lost connection of the change feed hides no change', async () => {
    const id = await add('Lost field');
    for (let round = 0; round < 3; round++) {
      await get(`location/Delay/${id}`);
      await writer?.store.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'allclear-listen' and datname = current_database()",
      );
      const body = { id, allClearMinutes: 40 + 10 * round };
      await update(body);
      await later(behindMs);
      const { data } = (await (await get(`location/Delay/${id}`)).json()) as {
        data: { allClearMinutes: number };
      };
      expect(data.allClearMinutes).toBe(40 + 10 * round);
    }
  });

  it('a report of thunder in another process ends a clear', async () => {
    const place = await ask(of(writer), 'POST', '/api/organizationLocation/Add', {
      ...(key && { key }),
      body: { name: 'Stadium', address: '', latitude: 28, longitude: -82 },
    });
    const organizationLocationId = place.body.data.id;
    const id = await add('Thunder field', { organizationLocationId });
    await observe();
    const before = (await (await get(`location/Delay/${id}`)).json()) as {
      data: { zones: { state: string }[] };
    };
    expect(before.data.zones[0]?.state).toBe('clear');
    const pressedAtMs = writer?.clock.now();
    const body = { organizationLocationId, key: crypto.randomUUID(), pressedAtMs, sentAtMs: pressedAtMs };
    const sent = await ask(of(writer), 'POST', '/api/ThunderReport', { ...(key && { key }), body });
    expect(sent.status).toBe(200);
    // The report itself is read from the store once more, by the index of the other process.
    const stateNow = async () =>
      ((await (await get(`location/Delay/${id}`)).json()) as typeof before).data.zones[0]?.state;
    await expect.poll(stateNow, { timeout: 2_000, interval: 20 }).toBe('delay');
  });
});

describe('what is asked', () => {
  it('has a tag, and is not sent again to who has it', async () => {
    for (let i = 0; i < 3; i++) {
      const first = await get('location');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"/);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const again = await get('location', { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await get('location', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    }
  });

  it('is compressed where it is long, and has the headers of every answer', async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await get('location', { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(6);
    }
  });

  it('is refused to others, again and again', async () => {
    const { people } = await (writer as TestServer).organization('Others');
    const id = await add('Own field');
    for (let i = 0; i < 3; i++) {
      expect((await get(`location/Delay/${id}`)).status).toBe(200);
      expect((await get(`location/Delay/${id}`, { as: people['super-admin'].key })).status).toBe(404);
      expect((await get(`location/Delay/${id}`, { as: 'ak_unknown' })).status).toBe(401);
      expect((await fetch(`${url}/api/location/Delay/${id}`)).status).toBe(401);
      expect((await get('location/Delay/no-id')).status).toBe(404);
    }
    expect(
      ((await (await get('location', { as: people['super-admin'].key })).json()) as { data: [] }).data,
    ).toEqual([]);
  });

  it('is unknown where nothing is observed, in the words of the store', async () => {
    const id = await add('Unobserved field');
    reader?.clock.advance(30 * minute);
    for (let i = 0; i < 3; i++) {
      const answer = await get(`location/Delay/${id}`);
      expect([answer.status, await answer.json()]).toEqual([503, await fromStore(`location/Delay/${id}`)]);
    }
    reader?.clock.advance(-30 * minute);
  });

  it('the status is the same with and without a sign-in, and is counted', async () => {
    for (let i = 0; i < 3; i++) {
      const answers = await Promise.all([fetch(`${url}/api/status`), get('status')]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual(await fromStore('status'));
      }
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counted = /request_seconds_count\{method="GET",route="\/api\/status",status="200"\} (\d+)/.exec(
      metrics,
    );
    expect(Number(counted?.[1])).toBeGreaterThanOrEqual(6);
  });
});

describe('who asks', () => {
  it('is refused within two seconds of a withdrawal', async () => {
    const { people } = await (writer as TestServer).organization('Withdrawn');
    const { id, key: theirs } = people.admin;
    await add('Their field', {}, theirs);
    expect((await get('location', { as: theirs })).status).toBe(200);
    expect((await get('location', { as: theirs })).status).toBe(200);
    await writer?.store.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    const began = performance.now();
    while ((await get('location', { as: theirs })).status === 200) await later(20);
    expect(performance.now() - began).toBeLessThan(2_200);
    expect((await get('location', { as: theirs })).status).toBe(403);
  });

  it('may read so much in a minute, from memory too', async () => {
    const few = await openTestServer(testChannels(), { settings: { readsPerMinute: 20 } });
    const { people } = await few.organization('Few');
    const address = await few.app.listen({ host: '127.0.0.1', port: 0 });
    const statuses: number[] = [];
    let waits: string | null = null;
    for (let i = 0; i < 25; i++) {
      const answer = await fetch(`${address}/api/location`, {
        headers: { authorization: `Bearer ${people.admin.key}` },
      });
      statuses.push(answer.status);
      waits = answer.headers.get('retry-after');
    }
    await few.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    expect(Number(waits)).toBeGreaterThan(0);
  });
});

it('without the database nothing is answered from memory', async () => {
  const id = await add('Last field');
  expect((await get(`location/Delay/${id}`)).status).toBe(200);
  expect((await get(`location/Delay/${id}`)).status).toBe(200);
  const { pathname } = new URL(reader?.store.url ?? '');
  const postgres = new pg.Client({ connectionString: inject('postgresSuperuserUrl') ?? reader?.store.url });
  await postgres.connect();
  try {
    await postgres.query(`alter database ${pathname.slice(1)} with allow_connections false`);
    await postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      pathname.slice(1),
    ]);
    await later(behindMs);
    for (let i = 0; i < 3; i++) {
      const answer = await get(`location/Delay/${id}`);
      expect([answer.status, ((await answer.json()) as { data?: unknown }).data]).toEqual([503, undefined]);
    }
  } finally {
    await postgres.query(`alter database ${pathname.slice(1)} with allow_connections true`);
    await postgres.end();
  }
  await expect
    .poll(async () => (await get(`location/Delay/${id}`)).status, { timeout: 10_000, interval: 100 })
    .toBe(200);
});
