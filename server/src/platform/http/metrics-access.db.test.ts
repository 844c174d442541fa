import { afterEach, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer, testChannels } from '../../../test/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const read = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await server.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })).statusCode;

test('metrics are for this machine alone, and not through a proxy', async () => {
  server = await openTestServer();
  expect(await read()).toBe(200);
  expect(await read({}, '::1')).toBe(200);
  expect(await read({}, '192.0.2.7')).toBe(401);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
    expect(await read({ [name]: '127.0.0.1' })).toBe(401);
});

test('with a token they are for whoever sends it, from anywhere, and for nobody else', async () => {
  server = await openTestServer(testChannels(), { settings: { metricsToken: 'scrape-me' } });
  expect(await read({ authorization: 'Bearer scrape-me' }, '192.0.2.7')).toBe(200);
  for (const authorization of ['', 'Bearer ', 'Bearer scrape-m', 'scrape-me'])
    expect(await read({ authorization })).toBe(401);
});

test('what is for one person is stored in no cache', async () => {
  server = await openTestServer();
  const { people } = await server.organization('Our District');
  for (const path of [
    'location',
    'policy',
    'organizationLocation',
    'Settings/Notifications',
    'Notifications/Sent',
  ]) {
    const { status, headers } = await ask(server.app, 'GET', `/api/${path}`, { key: people.admin.key });
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store']);
  }
});
