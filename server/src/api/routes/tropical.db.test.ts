import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openTestHouse, type TestHouse } from '../../../test/test-house.ts';
import { storeSnapshot } from '../../store/feed-snapshots.ts';

let house: TestHouse;
let key: string;
beforeAll(async () => {
  house = await openTestHouse();
  key = (await house.organisation('Our District')).people.customer.key;
});
afterAll(() => house.close());
const get = () => ask(house.app, 'GET', '/api/map/TropicalForecast', { key });

test('tropical forecasts in the shape of the specification; unknown is not none, and old ones say so', async () => {
  expect((await ask(house.app, 'GET', '/api/map/TropicalForecast')).status).toBe(401);
  expect((await get()).status).toBe(503);
  const { kind, vendor, poll } = house.tropical;
  const { asOf, data } = await poll({ now: house.clock.now(), signal: new AbortController().signal });
  await storeSnapshot(house.store.db, { kind, vendor, asOf, data }, house.clock.now());
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
  expect(item.points[0]).toMatchObject({ coordinates: item.coordinates, wind: { maxSustained: expect.any(Number) } });
  const [ring] = item.conePolygon.coordinates;
  expect(ring[0]).toEqual(ring.at(-1));
  house.clock.advance(6 * 3_600_000);
  expect((await get()).body.data.stale).toBe(true);
});
