import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
let id: string;
let secret: string;

const jpeg = (fill: number) => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(2_000, fill)]);
const png = Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), Buffer.alloc(500, 7)]);

beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Ours');
  theirs = await server.organization('Theirs');
  key = ours.people.admin.key;
  const place = {
    organization_id: ours.organizationId,
    name: 'Stadium',
    latitude: 28,
    longitude: -82,
    created_at: new Date(startAt),
  };
  const { id: placeId } = await server.store.db
    .insertInto('organization_locations')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { body } = await ask(server.app, 'POST', '/api/WeatherStation', {
    key,
    body: { name: 'Roof', organizationLocationId: placeId },
  });
  ({ id, key: secret } = body.data);
});
afterAll(() => server.close());

const send = (
  url: string,
  payload: Buffer,
  headers: Record<string, string> = {},
  method: 'PUT' | 'POST' = 'POST',
) => server.app.inject({ method, url, payload, headers: { 'content-type': 'image/jpeg', ...headers } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (headers: Record<string, string> = {}, who = key) =>
  server.app.inject({
    method: 'GET',
    url: `/api/WeatherStation/Image/${id}`,
    headers: { ...bearer(who), ...headers },
  });
const lastModified = async (who = key) =>
  ask(server.app, 'GET', `/api/Hardware/WeatherStation/Image/LastModified/${id}`, { key: who });

describe('pictures of a station', () => {
  test('come from a camera with the station’s key and are served with what caches need', async () => {
    expect((await get()).statusCode).toBe(404);
    expect((await lastModified()).body.data).toEqual({ lastModified: null });
    const sent = await send(`/data/image/${secret}`, jpeg(1), {}, 'PUT');
    expect([sent.statusCode, sent.body]).toEqual([200, 'success\n']);
    const first = await get();
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'last-modified': new Date(startAt).toUTCString(),
      'x-content-type-options': 'nosniff',
    });
    expect(first.rawPayload.equals(jpeg(1))).toBe(true);
    expect((await lastModified()).body.data).toEqual({ lastModified: new Date(startAt).toISOString() });
    const listed = await ask(server.app, 'GET', '/api/WeatherStation', { key });
    expect(listed.body.data).toMatchObject([
      { imageUrl: `/api/WeatherStation/Image/${id}`, imageLastModified: new Date(startAt).toISOString() },
    ]);
    const etag = String(first.headers.etag);
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}` },
      { 'if-modified-since': new Date(startAt).toUTCString() },
    ];
    for (const headers of conditions) {
      const again = await get(headers);
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }

    server.clock.advance(60_000);
    const basic = { authorization: `Basic ${Buffer.from(`camera:${secret}`).toString('base64')}` };
    expect((await send('/Data/Image', png, basic)).statusCode).toBe(200);
    const second = await get({ 'if-none-match': etag });
    expect([second.statusCode, second.headers['content-type']]).toEqual([200, 'image/png']);
    const { body } = await ask(server.app, 'GET', `/api/WeatherStation/${id}`, { key });
    expect(body.data).toMatchObject({
      imageUrl: `/api/WeatherStation/Image/${id}`,
      lastSeenUtc: new Date(startAt + 60_000).toISOString(),
    });
  });

  test('come from an admin too, and from nobody else', async () => {
    const url = `/api/WeatherStation/Image/${id}`;
    expect((await send(url, jpeg(3), bearer(key))).json().data).toMatchObject({ message: 'Image saved' });
    expect((await send(url, jpeg(3), bearer(ours.people.customer.key))).statusCode).toBe(403);
    expect((await send(url, jpeg(3), bearer(theirs.people.admin.key))).statusCode).toBe(404);
    expect((await send(url, jpeg(3), bearer(secret))).statusCode).toBe(401);
    for (const [path, headers] of [
      ['/data/image', {}],
      ['/data/image/nobody', {}],
      ['/data/image', bearer('nobody')],
      ['/data/image', { authorization: 'Basic eA==' }],
    ] as const) {
      expect((await send(path, jpeg(3), headers)).statusCode).toBe(401);
    }
  });

  test('are seen by everybody of the organization and by nobody of another', async () => {
    expect((await get({}, ours.people.customer.key)).statusCode).toBe(200);
    expect((await get({}, theirs.people.admin.key)).statusCode).toBe(404);
    expect((await lastModified(theirs.people.admin.key)).status).toBe(404);
  });

  test.each<[string, Buffer, number]>([
    ['HTML that says it is a JPEG', Buffer.from(`<html>${' '.repeat(500)}<script>alert(1)</script>`), 400],
    ['SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(500)}</svg>`), 400],
    ['nothing', Buffer.alloc(0), 400],
    ['the beginning of one', Buffer.of(0xff, 0xd8, 0xff), 400],
    ['6 MB', Buffer.concat([jpeg(1), Buffer.alloc(6_000_000)]), 413],
  ])('%s is refused and the last one stays', async (_name, payload, status) => {
    const before = (await get()).headers.etag;
    expect((await send(`/data/image/${secret}`, payload)).statusCode).toBe(status);
    expect((await send(`/api/WeatherStation/Image/${id}`, payload, bearer(key))).statusCode).toBe(status);
    expect((await get()).headers.etag).toBe(before);
  });

  test('go with the station', async () => {
    expect((await ask(server.app, 'DELETE', `/api/WeatherStation/${id}`, { key })).status).toBe(200);
    expect((await get()).statusCode).toBe(404);
    expect((await send(`/data/image/${secret}`, jpeg(1))).statusCode).toBe(401);
  });
});
