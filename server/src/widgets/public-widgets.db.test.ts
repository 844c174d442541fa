import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import type { PublicWidget } from '@allclear/contract';
import { publicWidget } from '@allclear/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAccountServer } from '../../test/account-server.ts';
import { testActor } from '../../test/actor.ts';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { changeOrganization } from '../operator/organizations.store.ts';
import { storeSnapshot } from '../platform/feeds/snapshots.store.ts';

const minute = 60_000;
const unknownId = 'A'.repeat(22);

let server: TestServer;
let key: string;
let placeId: string;
let lr1: string;
let organizationId: string;
let url: string;

beforeEach(async () => {
  server = await openTestServer();
  const ours = await server.organization('Our District');
  ({ organizationId } = ours);
  ({ key } = ours.people.admin);
  ({ placeId, lr1 } = await addPlaceWithPolicy(server, ours));
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

async function addPlaceWithPolicy(
  of: TestServer,
  ours: { organizationId: string; people: { admin: { key: string } } },
) {
  const { id } = await of.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name: 'Stadium', ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { ...lightning, allClearMinutes: 30 };
  const policy = await ask(of.app, 'POST', '/api/policy', { key: ours.people.admin.key, body });
  return { placeId: id, lr1: policy.body.data.id as string };
}

async function addWidget(values: object = {}) {
  const body = { name: 'Front page', orgLocId: placeId, policies: [lr1], ...values };
  const answer = await ask(server.app, 'POST', '/api/Widget', { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { id: string; publicId: string };
}

const get = (publicId: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/public/Widget/${publicId}`, { headers: { 'accept-encoding': 'identity', ...headers } });
const shown = async (publicId: string): Promise<PublicWidget> => (await (await get(publicId)).json()).data;
const kindOf = async (publicId: string) => (await shown(publicId)).answer?.kind;
const eventually = (question: () => Promise<unknown>) =>
  expect.poll(question, { timeout: 5_000, interval: 50 });
/** An hour of quiet until now. */
const quiet = () => server.batch(server.clock.now() - 60 * minute, server.clock.now());

test('shows its place from memory: unknown at first, clear after observed quiet, a strike within two seconds, clear only when quiet was observed again', async () => {
  const { publicId } = await addWidget();
  const first = await shown(publicId);
  expect(publicWidget.strict().parse(first)).toEqual(first);
  expect(first).toMatchObject({
    ...{ placeName: 'Stadium', timeZone: 'America/New_York', weather: 'simulated', speed: 1 },
    ...{ answer: { kind: 'unknown' }, conditions: [{ condition: 0, value: '--', isOver: false }] },
    ...{ picture: null, message: null, problems: [] },
  });
  expect(first.standingText).toContain('does not guarantee safety');
  await quiet();
  await eventually(() => kindOf(publicId)).toBe('clear');
  const before = server.clock.now();
  server.clock.advance(20_000);
  const begun = performance.now();
  await server.batch(before, before + 20_000, [{ at: before + 10_000, key: 'a', ...field }]);
  await eventually(() => kindOf(publicId)).toBe('delay');
  expect(performance.now() - begun).toBeLessThan(2_000);
  const delay = await shown(publicId);
  expect(delay.answer).toMatchObject({ instruction: 'Stay inside', word: 'Stay inside' });
  expect(Date.parse(delay.answer?.clearAt ?? '')).toBeGreaterThanOrEqual(before + 30 * minute);
  // Half an hour passes that nobody observed.
  server.clock.advance(31 * minute);
  await eventually(() => kindOf(publicId)).not.toBe('delay');
  expect(await kindOf(publicId)).not.toBe('clear');
  await server.batch(before + 20_000, server.clock.now());
  await eventually(() => kindOf(publicId)).toBe('clear');
});

test('is unknown when the lightning feed is away, and its answer is good for half a minute', async () => {
  const { publicId } = await addWidget();
  await quiet();
  const clear = await shown(publicId);
  expect(clear.answer?.kind).toBe('clear');
  const goodForMs = Date.parse(clear.answer?.goodUntil ?? '') - Date.parse(clear.now);
  expect(goodForMs).toBeGreaterThan(20_000);
  expect(goodForMs).toBeLessThanOrEqual(30_000);
  server.clock.advance(11 * minute);
  await eventually(() => kindOf(publicId)).toBe('unknown');
});

test('is not good any longer while the store is away, and never becomes clear again from what was known', async () => {
  const { publicId } = await addWidget();
  await quiet();
  await eventually(() => kindOf(publicId)).toBe('clear');
  const query = server.store.pool.query;
  const connect = server.store.pool.connect;
  const gone = () => Promise.reject(new Error('the store is away'));
  Object.assign(server.store.pool, { query: gone, connect: gone });
  try {
    // What is in memory was read seconds ago, and is read again by then.
    await later(6_500);
    const goodUntil = async () => Date.parse((await shown(publicId)).answer?.goodUntil ?? '');
    const last = await goodUntil();
    for (let i = 0; i < 3; i += 1) {
      server.clock.advance(11_000);
      await later(1_500);
      // Seen or not, nothing makes it good for longer.
      expect(await goodUntil()).toBe(last);
    }
    expect(last).toBeLessThan(server.clock.now());
    await expect.poll(() => kindOf(publicId), { timeout: 20_000 }).toBe('unknown');
    expect(await goodUntil()).toBe(last);
    expect((await get(unknownId)).status).toBe(503);
  } finally {
    Object.assign(server.store.pool, { query, connect });
  }
}, 60_000);

test('an address that never was, a withdrawn one and a deleted widget answer the same, at once', async () => {
  const { id, publicId } = await addWidget();
  await shown(publicId);
  const replaced = (await ask(server.app, 'POST', `/api/Widget/${id}/Address`, { key })).body.data.publicId;
  const facts = async (answer: Response) => ({
    ...{ status: answer.status, text: await answer.text() },
    headers: Object.fromEntries(
      [...answer.headers].filter(([name]) => !['date', 'keep-alive'].includes(name)),
    ),
  });
  const never = await facts(await get(unknownId));
  expect(never.status).toBe(404);
  expect(await facts(await get(publicId))).toEqual(never);
  expect(await facts(await get('no id'))).toEqual(never);
  expect((await get(replaced)).status).toBe(200);
  await ask(server.app, 'DELETE', `/api/Widget/${id}`, { key });
  expect(await facts(await get(replaced))).toEqual(never);
  expect((await fetch(`${url}/api/public/Widget/${publicId}/Picture/radar-1`)).status).toBe(404);
});

test('a change is in force at once, and the sites that may embed it are known', async () => {
  const { id, publicId } = await addWidget();
  await shown(publicId);
  const api = server.subjects.open.find(({ subject: { api: one } }) => isWidgetsApi(one))?.subject.api;
  if (!isWidgetsApi(api)) throw new Error('The widgets are not open.');
  expect(await api.allowedSitesOf(publicId)).toEqual([]);
  expect(await api.allowedSitesOf(unknownId)).toBeNull();
  const body = {
    ...{ name: 'Front page', orgLocId: placeId, policies: [lr1], theme: 1, headerMessage: '<i>Gate 4</i>' },
    ...{ headerMessageExpiration: '2026-06-06T20:10:00Z', allowedSites: ['https://www.school.example'] },
  };
  expect((await ask(server.app, 'PUT', `/api/Widget/${id}`, { key, body })).status).toBe(200);
  expect(await shown(publicId)).toMatchObject({
    ...{ theme: 1, message: { text: '<i>Gate 4</i>', expiresAt: '2026-06-06T20:10:00.000Z' } },
  });
  expect(await api.allowedSitesOf(publicId)).toEqual(['https://www.school.example']);
  server.clock.advance(10 * minute);
  await eventually(async () => (await shown(publicId)).message).toBeNull();
});

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isWidgetsApi = (
  api: unknown,
): api is { allowedSitesOf: (publicId: string) => Promise<readonly string[] | null> } =>
  typeof api === 'object' && api !== null && 'allowedSitesOf' in api;

test('ends with its organization, which an operator closes, and is back when it is opened again', async () => {
  const { publicId } = await addWidget();
  await quiet();
  await eventually(() => kindOf(publicId)).toBe('clear');
  const set = (status: 'ACTIVE' | 'CLOSED') =>
    changeOrganization(server.store.db, testActor, { id: organizationId }, (before) => {
      const { name, companyType, banner, cameraMinutes, withheldFeatures, widgetAdmin } = before;
      return { name, status, companyType, banner, cameraMinutes, withheldFeatures, widgetAdmin };
    });
  await set('CLOSED');
  await eventually(async () => (await get(publicId)).status).toBe(404);
  await set('ACTIVE');
  // An address that was not there is looked for again after five seconds.
  await expect.poll(async () => (await get(publicId)).status, { timeout: 10_000 }).toBe(200);
});

test('another process puts a change in force by the change feed', async () => {
  const { publicId } = await addWidget();
  await shown(publicId);
  await server.store.db.updateTable('widgets').set({ theme: 1 }).execute();
  await server.store.pool.query(`select pg_notify('allclear', $1)`, [
    JSON.stringify({ topic: 'widgets', ids: [organizationId] }),
  ]);
  await eventually(async () => (await shown(publicId)).theme).toBe(1);
});

test('is the same in each encoding, has an ETag, answers 304, and lets no cache keep it for longer than five seconds', async () => {
  const { publicId } = await addWidget({ widgetConditions: [1, 2, 3, 4] });
  await shown(publicId);
  const read = async (encoding: string) => {
    const { statusCode, headers, rawPayload } = await server.app.inject({
      ...{ method: 'GET', url: `/api/public/Widget/${publicId}` },
      headers: { 'accept-encoding': encoding },
    });
    expect([statusCode, headers['cache-control'], headers.vary, headers['set-cookie']]).toEqual([
      ...[200, 'public, max-age=5', 'accept-encoding', undefined],
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    return { encoding: headers['content-encoding'], etag: String(headers.etag), body: rawPayload };
  };
  // Not renewed between the three.
  await expect
    .poll(async () => {
      const [plain, gzip, br] = await Promise.all([read('identity'), read('gzip'), read('br, gzip')]);
      expect([gzip.encoding, br.encoding]).toEqual(['gzip', 'br']);
      return [gunzipSync(gzip.body), brotliDecompressSync(br.body)].every((body) => body.equals(plain.body));
    })
    .toBe(true);
  const { etag } = await read('br');
  const again = await get(publicId, { 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
});

test('a hundred requests ask the database nothing', async () => {
  const { publicId } = await addWidget();
  await shown(publicId);
  const { pool } = server.store;
  const query = pool.query;
  let queries = 0;
  Object.assign(pool, {
    query(...input: unknown[]) {
      queries += 1;
      return Reflect.apply(query, pool, input);
    },
  });
  const connect = pool.connect;
  Object.assign(pool, {
    connect(...input: unknown[]) {
      queries += 1;
      return Reflect.apply(connect, pool, input);
    },
  });
  // The loops of the server ask now and then: some stretch of a hundred requests has none of theirs.
  await expect
    .poll(
      async () => {
        const before = queries;
        const statuses = await Promise.all(
          Array.from({ length: 100 }, async () => (await get(publicId)).status),
        );
        expect(new Set(statuses)).toEqual(new Set([200]));
        return queries - before;
      },
      { timeout: 10_000, interval: 150 },
    )
    .toBe(0);
});

test('who tries addresses is refused after a while, and those who share the network are not', async () => {
  const { publicId } = await addWidget();
  await shown(publicId);
  const statuses: number[] = [];
  for (let i = 0; i < 130; i += 1) statuses.push((await get(`${'B'.repeat(19)}${100 + i}`)).status);
  expect(statuses.slice(0, 100).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await get(publicId)).status).toBe(200);
});

test('shows the radar around its place, with an ETag, by a name that changes with it', async () => {
  const feed = server.radar.feeds.find(({ product }) => product === 'past');
  if (!feed) throw new Error('There is no radar.');
  const now = server.clock.now();
  const { asOf, data } = await feed.poll({ now, signal: AbortSignal.timeout(10_000) });
  const { kind, vendor } = feed;
  await storeSnapshot(server.store.db, testActor, { kind, vendor, asOf, data }, now);
  const { publicId } = await addWidget({ type: 2 });
  const { picture } = await shown(publicId);
  expect(picture?.url).toMatch(new RegExp(`^/api/public/Widget/${publicId}/Picture/radar-`));
  expect(picture?.alt).toMatch(/^Radar around Stadium at \d+:\d\d [AP]M$/);
  const image = await fetch(`${url}${picture?.url}`);
  expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
    ...[200, 'image/png', 'public, max-age=5'],
  ]);
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100);
  const etag = image.headers.get('etag') ?? '';
  expect((await fetch(`${url}${picture?.url}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(`${url}/api/public/Widget/${publicId}/Picture/radar-other`)).status).toBe(404);
});

test('shows the camera of its place', async () => {
  const at = new Date(server.clock.now());
  await server.store.db
    .insertInto('stations')
    .values({
      ...{
        id: stationId,
        organization_id: organizationId,
        organization_location_id: placeId,
        vendor: 'test',
      },
      ...{ name: 'Roof', ...field, elevation_m: 0, updated_at: at },
    })
    .execute();
  const bytes = Buffer.alloc(300, 7);
  await server.store.db
    .insertInto('station_images')
    .values({
      ...{ station_id: stationId, organization_id: organizationId, content_type: 'image/jpeg' },
      ...{ etag: '"a"', bytes, updated_at: at },
    })
    .execute();
  const { publicId } = await addWidget({ type: 1 });
  const { picture } = await shown(publicId);
  expect(picture).toMatchObject({ takenAt: at.toISOString(), alt: 'The camera at Stadium at 4:00 PM' });
  const image = await fetch(`${url}${picture?.url}`);
  expect(image.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await image.arrayBuffer()).equals(bytes)).toBe(true);
});

const stationId = '5f0c1f6e-3f0a-4a53-9d7e-0d0d9b5d8a11';

test('a guide goes by mail with the line that embeds the widget, and nothing of it stays', async () => {
  const at = await openAccountServer();
  try {
    const { key: by } = (await at.server.organization('Mailing District')).people.admin;
    const { rows } = await at.server.store.pool.query(
      `select id from organizations where name = 'Mailing District'`,
    );
    const own = await addPlaceWithPolicy(at.server, {
      organizationId: rows[0].id,
      people: { admin: { key: by } },
    });
    const made = await ask(at.server.app, 'POST', '/api/Widget', {
      key: by,
      body: { name: 'Front "page"', orgLocId: own.placeId, policies: [own.lr1] },
    });
    const mail = (recipient: string) =>
      ask(at.server.app, 'POST', '/api/Support/Widget', {
        key: by,
        body: { recipient, widgetId: made.body.data.id, sender: 'Ada Bayward' },
      });
    const refused = await mail('nobody');
    expect(refused.body.responseException.errors).toEqual({
      Recipient: ['Please enter a valid email address.'],
    });
    expect((await mail('web@school.example')).status).toBe(200);
    const [text] = await at.mailsTo('web@school.example', 1);
    expect(text).toContain('Ada Bayward at Mailing District');
    expect(text).toContain(
      `<iframe src="${at.url}/widget/?id=${made.body.data.publicId}" title="Front &quot;page&quot;"`,
    );
    expect(readMail(at.mail.mails[0]?.raw ?? '').headers.get('subject')).toContain('Front');
    await expect
      .poll(async () => (await at.server.store.db.selectFrom('widget_guides').selectAll().execute()).length, {
        timeout: 10_000,
      })
      .toBe(0);
  } finally {
    await at.close();
  }
}, 60_000);

test('says nothing of people, and has no instant but those of its clock', async () => {
  const { publicId } = await addWidget();
  const text = JSON.stringify(await shown(publicId));
  expect(text).not.toMatch(/admin|@|creator/i);
  expect((await shown(publicId)).now).toBe(new Date(startAt).toISOString());
});
