import { afterEach, beforeEach, expect, test } from 'vitest';
import { field } from '../../test/field-policy.ts';
import { readMetrics } from '../../test/prometheus-reader.ts';
import { openTestServer, type TestServer } from '../../test/test-server.ts';

const minute = 60_000;
const odd = 'North "field"\\ of\nthe <school>';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeEach(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  await addPlace(odd, field);
});
afterEach(() => server.close());

const addPlace = (name: string, at: { latitude: number; longitude: number }) =>
  server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name, ...at, created_at: new Date() })
    .execute();
async function metrics(key = ours.people.admin.key) {
  const answer = await server.app.inject({
    url: '/api/metrics/places',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const found = readMetrics(answer.body);
  return {
    /** By place. */
    values: (name: string) =>
      Object.fromEntries(
        found.get(`allclear_place_${name}`)!.samples.map(({ labels, value }) => [labels.place ?? '', value]),
      ),
    states: () =>
      Object.fromEntries(
        found
          .get('allclear_place_state')!
          .samples.filter(({ value }) => value === 1)
          .map(({ labels }) => [labels.place ?? '', labels.state]),
      ),
    found,
  };
}

test('say of each place the state, the earliest end where it is known, and the age of what was observed', async () => {
  await addPlace('Elsewhere', { latitude: 28, longitude: 150 });
  const unseen = await metrics();
  expect(unseen.states()).toEqual({ [odd]: 'unknown', Elsewhere: 'no-lightning-data' });
  expect(unseen.values('earliest_clear_seconds')).toEqual({});
  expect(unseen.values('observation_age_seconds')).toEqual({});

  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  const clear = await metrics();
  expect(clear.states()).toEqual({ [odd]: 'clear', Elsewhere: 'no-lightning-data' });
  expect(clear.values('holds')).toEqual({ [odd]: 0, Elsewhere: 1 });
  expect(clear.values('earliest_clear_seconds')).toEqual({});
  expect(clear.values('observation_age_seconds')).toEqual({ [odd]: 0 });
  expect(clear.found.get('allclear_weather_is_live')?.samples).toEqual([{ labels: {}, value: 0 }]);

  server.clock.advance(minute);
  await server.batch(begin, begin + minute, [
    { at: begin + minute, key: 'a', latitude: 28.02, longitude: -82 },
  ]);
  server.clock.advance(minute);
  const delay = await metrics();
  expect(delay.states()).toMatchObject({ [odd]: 'delay' });
  expect(delay.values('earliest_clear_seconds')).toEqual({ [odd]: 29 * 60 });
  expect(delay.values('observation_age_seconds')).toEqual({ [odd]: 60 });
  // Each state is there, so that a dashboard finds no gap when it changes.
  expect(delay.found.get('allclear_place_state')?.samples).toHaveLength(16);

  server.clock.advance(4 * minute);
  const lost = await metrics();
  expect(lost.states()).toMatchObject({ [odd]: 'unknown' });
  expect(lost.values('earliest_clear_seconds')).toEqual({});
  expect(lost.values('observation_age_seconds')).toEqual({ [odd]: 300 });
});

test('count the zone of an enabled siren as a zone of the place: beyond those of people it means stay inside', async () => {
  const { id } = await server.store.db
    .selectFrom('organization_locations')
    .select('id')
    .executeTakeFirstOrThrow();
  const at = new Date();
  await server.store.db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: ours.organizationId, name: 'Field siren', model: 'OWS', driver: 'shelly' },
      ...{ organization_location_id: id, address: '192.0.2.1', radius_miles: 20, all_clear_minutes: 40 },
      ...{ created_at: at, updated_at: at },
    })
    .execute();
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin, [
    // 15 miles away: outside of the 10 that people watch.
    { at: begin - minute, key: 'a', latitude: field.latitude + 15 / 69, longitude: field.longitude },
  ]);
  const sounded = await metrics();
  expect(sounded.states()).toEqual({ [odd]: 'delay' });
  expect(sounded.values('earliest_clear_seconds')).toEqual({ [odd]: 39 * 60 });
  await server.store.db.updateTable('hardware_units').set({ enabled: false }).execute();
  expect((await metrics()).states()).toEqual({ [odd]: 'clear' });
});

test('of no place are still metrics, and of the own organization only', async () => {
  const theirs = await server.organization('Their District');
  const { found } = await metrics(theirs.people.admin.key);
  expect(found.get('allclear_place_state')?.samples).toEqual([]);
});

test('are read with a key that may nothing else, and by no key of some places', async () => {
  const limit = (values: object) =>
    server.store.db.updateTable('api_keys').set(values).where('user_id', '=', ours.people.admin.id).execute();
  const status = async (path: string) =>
    (
      await server.app.inject({
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${ours.people.admin.key}` },
      })
    ).statusCode;
  await limit({ permissions: ['metrics:read'] });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect([await status('metrics/places'), await status('cap/Feed')]).toEqual([200, 403]);
  await limit({ permissions: null, location_ids: [] });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  for (const path of ['metrics/places', 'cap/Feed', 'cap/Alert/x']) expect(await status(path)).toBe(403);
});
