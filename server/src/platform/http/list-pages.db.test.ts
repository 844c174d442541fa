import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('a list', () => {
  const labels = ['a', 'b', 'c', 'd', 'e'];
  const get = (path: string) => ask(server.app, 'GET', path, { key: ours.people.customer.key });
  const labelsOf = (body: { data: { label: string }[] }) => body.data.map(({ label }) => label);
  const next = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];
  beforeEach(async () => {
    ours = await server.organization(`Ours ${++made}`);
    for (const label of labels)
      await ask(server.app, 'POST', '/api/location/Add', {
        key: ours.people.customer.key,
        body: { label, latitude: 28, longitude: -82 },
      });
  });

  test('is whole without a limit; with one its pages lead through all of it', async () => {
    const whole = await get('/api/location');
    expect(labelsOf(whole.body)).toEqual(labels);
    expect(whole.headers.link).toBeUndefined();
    const seen: string[][] = [];
    for (let path: string | undefined = '/api/location?limit=2'; path !== undefined; ) {
      const page = await get(path);
      seen.push(labelsOf(page.body));
      path = next(page.headers.link);
    }
    expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('goes on after the last record that was given, even where others were removed or added meanwhile', async () => {
    const first = await get('/api/location?limit=2');
    const [a, b] = first.body.data as { id: string }[];
    const remove = (id = '') =>
      ask(server.app, 'DELETE', `/api/location/${id}`, { key: ours.people.customer.key });
    await remove(a?.id);
    expect(labelsOf((await get(String(next(first.headers.link)))).body)).toEqual(['c', 'd']);
    await remove(b?.id);
    expect((await get(String(next(first.headers.link)))).status).toBe(200);
  });

  test('refuses a limit that is none, and a cursor that no list has given', async () => {
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=x',
      'limit=10000',
      'cursor=x',
      `cursor=${'x'.repeat(600)}`,
    ])
      expect((await get(`/api/location?${query}`)).status, query).toBe(400);
  });
});
