import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { storeSnapshot } from '../platform/feeds/snapshots.store.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.customer.key;
});
afterAll(() => server.close());
const get = () => ask(server.app, 'GET', '/api/map/TropicalForecast', { key });

test('tropical forecasts in the shape of the specification; unknown is not none, and old ones say so', async () => {
  expect((await ask(server.app, 'GET', '/api/map/TropicalForecast')).status).toBe(401);
  expect((await get()).status).toBe(503);
  const { kind, vendor, poll } = server.tropical;
  const { asOf, data } = await poll({ now: server.clock.now(), signal: new AbortController().signal });
  await storeSnapshot(server.store.db, testActor, { kind, vendor, asOf, data }, server.clock.now());
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { body } = await get();
  expect(body.data).toMatchObject({ stale: false, attribution: 'Simulated weather' });
  const [item] = body.data.items;
  expect(item).toMatchObject({
    name: expect.any(String),
    type: expect.stringMatching(/^(Hurricane|Tropical)/),
    conePolygon: { type: 'Polygon' },
    pressure: { value: expect.any(Number), units: 'mb' },
    movement: { speed: { value: expect.any(Number), units: 'mph' } },
  });
  expect(item.points[0]).toMatchObject({
    coordinates: item.coordinates,
    wind: { maxSustained: expect.any(Number) },
  });
  const [ring] = item.conePolygon.coordinates;
  expect(ring[0]).toEqual(ring.at(-1));
  server.clock.advance(6 * 3_600_000);
  expect((await get()).body.data.stale).toBe(true);
});
