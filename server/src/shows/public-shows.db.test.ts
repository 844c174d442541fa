import { type PublicShow, publicShow } from '@allclear/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { field } from '../../test/field-policy.ts';
import {
  addPlace,
  formOf,
  openShowServer,
  openStream,
  type ShowServer,
} from '../../test/shows/show-server.ts';
import { ask } from '../../test/test-server.ts';
import { storeSnapshot } from '../platform/feeds/snapshots.store.ts';

const minute = 60_000;
/** Real ms within which a taken right is gone. */
const maxStaleMs = 2_000;
const unknownToken = `acs_${'A'.repeat(43)}`;

let at: ShowServer;
beforeEach(async () => {
  at = await openShowServer({
    overrides: { shows: { feeds: { limits: { streams: 5, streamsOfNetwork: 3 } } } },
  });
});
afterEach(() => at.server.close());

const get = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${at.url}/api/public/Show`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', ...headers },
  });
const shown = async (token: string): Promise<PublicShow> => (await (await get(token)).json()).data;
const kindOf = async (token: string) => (await shown(token)).places[0]?.answer.kind;
const eventually = (question: () => Promise<unknown>) =>
  expect.poll(question, { timeout: 5_000, interval: 50 });
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  ask(at.server.app, method, `/api/${path}`, { key: at.key, ...(body ? { body } : {}) });

async function opened(values: object = {}) {
  const show = await at.addShow(values);
  const link = await at.addLink(show.id);
  return { show, link, token: link.token };
}

/** The views of a stream until one is as asked, and how long that took, real ms. */
async function until(
  stream: Awaited<ReturnType<typeof openStream>>,
  isWanted: (show: PublicShow) => boolean,
) {
  const begun = performance.now();
  for (;;) {
    const next = await stream.next();
    if (next === null) throw new Error('The stream has ended.');
    const { show } = JSON.parse(next.data) as { show: PublicShow };
    if (next.event === 'show' && isWanted(show)) return { show, ms: performance.now() - begun };
  }
}

/** How long it takes until a stream has said that it is over, real ms. */
async function ended(stream: Awaited<ReturnType<typeof openStream>>) {
  const begun = performance.now();
  let last = '';
  for (;;) {
    const next = await stream.next();
    if (next === null) break;
    last = next.event;
  }
  expect(last).toBe('ended');
  return performance.now() - begun;
}

test('shows its places from memory: unknown at first, clear after observed quiet, a strike on the stream within five seconds', async () => {
  const { token } = await opened();
  const first = await shown(token);
  expect(publicShow.strict().parse(first)).toEqual(first);
  expect(first).toMatchObject({
    ...{ name: 'Stadium screen', layout: 'wide', ticker: 'Go Hawks', timeZone: 'America/New_York' },
    ...{ weather: 'simulated', speed: 1, problems: [] },
    places: [{ id: at.placeId, name: 'Stadium', answer: { kind: 'unknown' } }],
  });
  expect(first.standingText).toContain('does not guarantee safety');
  const stream = await openStream(at.url, token);
  expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
    ...[200, 'text/event-stream; charset=utf-8', 'no-store'],
  ]);
  expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
  await at.quiet();
  await until(stream, ({ places }) => places[0]?.answer.kind === 'clear');
  await eventually(() => kindOf(token)).toBe('clear');
  const before = at.server.clock.now();
  at.server.clock.advance(20_000);
  const begun = performance.now();
  await at.server.batch(before, before + 20_000, [{ at: before + 10_000, key: 'a', ...field }]);
  const { show } = await until(stream, ({ places }) => places[0]?.answer.kind === 'delay');
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(publicShow.strict().parse(show)).toEqual(show);
  expect(show.places[0]?.answer).toMatchObject({ instruction: 'Stay inside', word: 'Stay inside' });
  await eventually(() => kindOf(token)).toBe('delay');
  // Half an hour passes that nobody observed.
  at.server.clock.advance(31 * minute);
  const next = await until(stream, ({ places }) => places[0]?.answer.kind !== 'delay');
  expect(next.show.places[0]?.answer.kind).not.toBe('clear');
  await at.server.batch(before + 20_000, at.server.clock.now());
  await until(stream, ({ places }) => places[0]?.answer.kind === 'clear');
  stream.leave();
});

test('is private to who asks by the token, has an ETag and answers 304', async () => {
  const { token } = await opened();
  await shown(token);
  const answer = await get(token);
  const etag = answer.headers.get('etag') ?? '';
  expect([answer.headers.get('cache-control'), answer.headers.get('vary'), etag.length > 10]).toEqual([
    ...['private, no-cache', 'accept-encoding, authorization', true],
  ]);
  expect(answer.headers.get('set-cookie')).toBeNull();
  await expect
    .poll(async () => {
      const now = (await get(token)).headers.get('etag') ?? '';
      const again = await get(token, { 'if-none-match': now });
      return [again.status, await again.text()];
    })
    .toEqual([304, '']);
});

test('tokens that never were, were revoked, have expired or are malformed answer the same, and nothing in the address counts', async () => {
  const { show, link, token } = await opened();
  const expired = await at.addLink(show.id);
  expect((await get(expired.token)).status).toBe(200);
  await at.server.store.db
    .updateTable('show_links')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', expired.id)
    .execute();
  await eventually(async () => (await get(expired.token)).status).toBe(404);
  expect((await get(token)).status).toBe(200);
  expect((await call('DELETE', `Show/${show.id}/Link/${link.id}`)).status).toBe(200);
  const bodies = new Set<string>();
  for (const bad of [token, expired.token, unknownToken, 'acs_short', `${token}x`, at.key, '', '\u00e9']) {
    const answer = await get(bad);
    expect(answer.status, bad).toBe(404);
    bodies.add(await answer.text());
    expect((await openStream(at.url, bad)).status).toBe(404);
  }
  expect(bodies.size).toBe(1);
  const other = await at.addLink(show.id);
  expect((await fetch(`${at.url}/api/public/Show?token=${other.token}`)).status).toBe(404);
});

test('a revoked link ends its streams within two seconds, and the others stay', async () => {
  const { show, link, token } = await opened();
  const other = await at.addLink(show.id);
  const [open, staying] = [await openStream(at.url, token), await openStream(at.url, other.token)];
  await call('DELETE', `Show/${show.id}/Link/${link.id}`);
  expect(await ended(open)).toBeLessThan(maxStaleMs);
  expect((await get(other.token)).status).toBe(200);
  // By another process: its change is in the store.
  await at.server.store.db.deleteFrom('show_links').where('id', '=', other.id).execute();
  expect(await ended(staying)).toBeLessThan(maxStaleMs);
  expect((await get(other.token)).status).toBe(404);
});

test.each([
  ['is deactivated', { is_active: false }],
  ['is no admin any more', { role: 'customer' }],
])('a link ends within two seconds when its creator %s', async (_name, values) => {
  const { token } = await opened();
  const open = await openStream(at.url, token);
  expect((await get(token)).status).toBe(200);
  const { id } = at.ours.people.admin;
  await at.server.store.db.updateTable('users').set(values).where('id', '=', id).execute();
  expect(await ended(open)).toBeLessThan(maxStaleMs);
  expect((await get(token)).status).toBe(404);
});

test('a link ends with the broadcast view of the organization, when it expires, and with its show', async () => {
  const { show, link, token } = await opened();
  const set = (values: object) =>
    at.server.store.db.updateTable('organizations').set(values).where('id', '=', at.organizationId).execute();
  const open = await openStream(at.url, token);
  await set({ withheld_features: ['broadcast.view.access'] });
  expect(await ended(open)).toBeLessThan(maxStaleMs);
  await set({ withheld_features: [] });
  const { token: second, id } = await at.addLink(show.id);
  const expiring = await openStream(at.url, second);
  await at.server.store.db
    .updateTable('show_links')
    .set({ expires_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await ended(expiring)).toBeLessThan(maxStaleMs);
  const { token: third } = await at.addLink(show.id);
  const last = await openStream(at.url, third);
  expect((await call('DELETE', `Show/${show.id}`)).status).toBe(200);
  expect(await ended(last)).toBeLessThan(maxStaleMs);
  expect((await get(third)).status).toBe(404);
  expect(link.id).not.toBe(id);
});

test('a change of the show is on open screens within two seconds', async () => {
  const { show, token } = await opened();
  const stream = await openStream(at.url, token);
  expect((await call('PUT', `Show/${show.id}`, { ...formOf(at.placeId), ticker: 'Rain' })).status).toBe(200);
  expect((await until(stream, ({ ticker }) => ticker === 'Rain')).ms).toBeLessThan(maxStaleMs);
  await eventually(async () => (await shown(token)).ticker).toBe('Rain');
  // By another process.
  await at.server.store.db.updateTable('shows').set({ ticker: 'Sun', revision: 3 }).execute();
  await at.server.store.pool.query(`select pg_notify('allclear', $1)`, [JSON.stringify({ topic: 'shows' })]);
  expect((await until(stream, ({ ticker }) => ticker === 'Sun')).ms).toBeLessThan(maxStaleMs);
  stream.leave();
});

test('a place that is gone is named, and its scenes are left out', async () => {
  const pool = await addPlace(at.server, at.organizationId, 'Pool');
  const scenes = [{ kind: 'lightning', seconds: 10, placeId: pool }, ...formOf(at.placeId).scenes];
  const { show, token } = await opened({ placeIds: [at.placeId, pool], scenes });
  const stream = await openStream(at.url, token);
  await until(stream, ({ places }) => places.length === 2);
  expect((await call('DELETE', `organizationLocation/${pool}`)).status).toBe(200);
  const { show: view } = await until(stream, ({ places }) => places.length === 1);
  expect(view.problems).toEqual([
    'A place of this show was deleted.',
    'Scene 1 (lightning) is left out: its place was deleted.',
  ]);
  expect(view.scenes).toHaveLength(6);
  expect((await call('GET', `Show/${show.id}`)).body.data.problems).toEqual(view.problems);
  stream.leave();
});

test('a process has so many streams, and a network so many of them', async () => {
  const { token } = await opened();
  const open = [];
  for (let i = 0; i < 3; i += 1) open.push(await openStream(at.url, token));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await openStream(at.url, token)).status).toBe(429);
  // Asking is not following.
  expect((await get(token)).status).toBe(200);
  open[0]?.leave();
  await eventually(async () => {
    const again = await openStream(at.url, token);
    if (again.status === 200) open.push(again);
    return again.status;
  }).toBe(200);
  for (const stream of open) stream.leave();
});

test('is not good any longer while the store is away, and never becomes clear again from what was known', async () => {
  const { token } = await opened();
  await at.quiet();
  await eventually(() => kindOf(token)).toBe('clear');
  const stream = await openStream(at.url, token);
  const { pool } = at.server.store;
  const { query, connect } = pool;
  const gone = () => Promise.reject(new Error('the store is away'));
  Object.assign(pool, { query: gone, connect: gone });
  try {
    // What was last said is renewed within five seconds.
    await later(6_500);
    const goodUntil = async () => Date.parse((await shown(token)).places[0]?.answer.goodUntil ?? '');
    const last = await goodUntil();
    for (let i = 0; i < 3; i += 1) {
      at.server.clock.advance(11_000);
      await later(1_500);
      // Asked or not, nothing makes it good for longer.
      expect(await goodUntil()).toBe(last);
    }
    expect(last).toBeLessThan(at.server.clock.now());
    const view = await until(stream, ({ places }) => places[0]?.answer.kind === 'unknown');
    expect(Date.parse(view.show.places[0]?.answer.goodUntil ?? '')).toBe(last);
    expect((await get(unknownToken)).status).toBe(503);
  } finally {
    Object.assign(pool, { query, connect });
    stream.leave();
  }
}, 60_000);

test('who tries tokens is refused after a while, and those who share the network are not', async () => {
  const { token } = await opened();
  await shown(token);
  const statuses: number[] = [];
  // The count begins anew with each minute.
  for (let i = 0; i < 70; i += 1) statuses.push((await get(`acs_${'B'.repeat(41)}${10 + i}`)).status);
  expect(statuses.slice(0, 25).every((status) => status === 404)).toBe(true);
  expect(statuses).toContain(429);
  expect((await get(token)).status).toBe(200);
});

test('its use is noted, at most once a minute', async () => {
  const { show, token } = await opened();
  const usedAt = async () => (await call('GET', `Show/${show.id}/Link`)).body.data[0].lastUsedUtc as string;
  expect(await usedAt()).toBeNull();
  await shown(token);
  await eventually(usedAt).not.toBeNull();
  const first = await usedAt();
  await shown(token);
  await later(1_200);
  expect(await usedAt()).toBe(first);
});

test('shows the radar around a point, with an ETag, by a name that nobody can guess', async () => {
  const feed = at.server.radar.feeds.find(({ product }) => product === 'past');
  if (!feed) throw new Error('There is no radar.');
  const now = at.server.clock.now();
  const { asOf, data } = await feed.poll({ now, signal: AbortSignal.timeout(10_000) });
  const { kind, vendor } = feed;
  await storeSnapshot(at.server.store.db, testActor, { kind, vendor, asOf, data }, now);
  const { token } = await opened();
  const scene = (await shown(token)).scenes[0];
  const picture = scene?.kind === 'map' ? scene.picture : null;
  expect(picture?.url).toMatch(/^\/api\/public\/Show\/Picture\/[\w-]{42}$/);
  expect(picture?.alt).toMatch(/^Radar, 120 miles across, around 28\.00, -82\.00 at \d+:\d\d [AP]M$/);
  const image = await fetch(`${at.url}${picture?.url}`);
  expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
    ...[200, 'image/png', 'public, max-age=5'],
  ]);
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100);
  const etag = image.headers.get('etag') ?? '';
  expect((await fetch(`${at.url}${picture?.url}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  // Another point, by a name that was not made here.
  const forged = `${picture?.url}`.replace(/.{22}$/, 'A'.repeat(22));
  for (const url of [forged, `${picture?.url}A`, '/api/public/Show/Picture/none'])
    expect((await fetch(`${at.url}${url}`)).status).toBe(404);
  const preview = await call('POST', 'Show/Preview', formOf(at.placeId));
  expect(preview.body.data.scenes[0].picture.url).toMatch(/^data:image\/png;base64,/);
});
