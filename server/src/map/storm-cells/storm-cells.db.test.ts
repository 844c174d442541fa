import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { storeSnapshot } from '../../platform/feeds/snapshots.store.ts';

const minute = 60_000;
let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.customer.key;
});
afterAll(() => server.close());
const get = () => ask(server.app, 'GET', '/api/map/StormVectors/All', { key });

test('storm cells are asked for by those who signed in, and are missing rather than none before the first list', async () => {
  expect((await ask(server.app, 'GET', '/api/map/StormVectors/All')).status).toBe(401);
  expect((await get()).body.data).toMatchObject({ features: [], asOf: null, stale: true });
});

test('cells in the shape of the specification; old ones go, and a list that stands still says so', async () => {
  const { kind, vendor, poll } = server.stormCells;
  server.clock.set(startAt + 11 * minute);
  const { asOf, data } = await poll({ now: server.clock.now(), signal: new AbortController().signal });
  await storeSnapshot(server.store.db, testActor, { kind, vendor, asOf, data }, server.clock.now());
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { body } = await get();
  expect(body.data).toMatchObject({
    type: 'FeatureCollection',
    stale: false,
    asOf: new Date(startAt + 10 * minute).toISOString(),
  });
  expect(body.data.features.length).toBe(data.cells.length);
  const [{ properties, geometry }] = body.data.features;
  expect(geometry.coordinates).toHaveLength(2);
  expect(properties).toMatchObject({
    IssueTime: body.data.asOf,
    Flags: { Tvs: false, Meso: false },
    Movement: { Speed: expect.any(Number) },
    Hail: { Chance: expect.any(Number), ChanceOfSevere: expect.any(Number) },
    Heading: expect.any(Number),
  });
  expect(properties.Ahead).toHaveLength(4);
  server.clock.advance(30 * minute);
  expect((await get()).body.data).toMatchObject({ features: [], stale: true });
});
