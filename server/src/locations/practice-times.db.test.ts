import { beforeEach, expect, test } from 'vitest';
import { ask, startAt } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

let stadium: string;

openTwoOrganizations('Lakeside', 'Hillside');
beforeEach(async () => {
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values({
      organization_id: ours.organizationId,
      name: 'Stadium',
      address: 'Stadium Road 1',
      latitude: 32.78,
      longitude: -96.8,
      created_at: new Date(startAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  stadium = id;
});

const football = {
  name: ' Football ',
  weekdays: [4, 1],
  startsAt: '16:00',
  endsAt: '18:00',
  validFrom: null,
  validUntil: '2026-11-20',
  exceptions: ['2026-09-07', '2026-07-03', '2026-09-07'],
};
const read = (id: string, key = ours.people.customer.key) =>
  ask(server.app, 'GET', `/api/PracticeTimes/${id}`, { key });
const save = (times: unknown[], revision?: number, key = ours.people.admin.key) =>
  ask(server.app, 'POST', '/api/PracticeTimes', {
    key,
    body: { organizationLocationId: stadium, times, ...(revision === undefined ? {} : { revision }) },
  });
const addLocation = async (organizationLocationId: string | null) => {
  const form = { label: 'Mine', latitude: 28, longitude: -82, organizationLocationId };
  const { body } = await ask(server.app, 'POST', '/api/location/Add', {
    key: ours.people.customer.key,
    body: form,
  });
  return body.data.id as string;
};

test('Admins set them, and everybody of the organization reads them at the place and at locations tied to it', async () => {
  expect((await read(stadium)).body.data).toEqual({
    organizationLocationId: stadium,
    timeZone: 'America/Chicago',
    times: [],
    revision: 0,
  });
  const saved = await save([football], 0);
  expect(saved.status).toBe(200);
  const { id } = saved.body.data.practiceTimes.times[0];
  const expected = {
    organizationLocationId: stadium,
    times: [
      { ...football, id, name: 'Football', weekdays: [1, 4], exceptions: ['2026-07-03', '2026-09-07'] },
    ],
    revision: 1,
  };
  expect((await read(stadium)).body.data).toMatchObject(expected);
  expect((await read(await addLocation(stadium))).body.data).toMatchObject(expected);
  expect((await read(await addLocation(null))).body.data).toEqual({
    organizationLocationId: null,
    timeZone: 'America/New_York',
    times: [],
    revision: 0,
  });
});

test('only Admins set them', async () => {
  for (const role of ['customer', 'assistant-admin'] as const)
    expect((await save([football], 0, ours.people[role].key)).status, role).toBe(403);
  expect((await save([football], 0, ours.people['super-admin'].key)).status).toBe(200);
});

test('to another organization neither the place nor its practice times exist', async () => {
  await save([football]);
  const { key } = theirs.people['super-admin'];
  expect((await read(stadium, key)).status).toBe(404);
  expect((await save([], undefined, key)).status).toBe(404);
  expect((await read(await addLocation(stadium), key)).status).toBe(404);
  expect((await read('nonsense')).status).toBe(404);
  expect((await read(stadium)).body.data.times).toHaveLength(1);
});

test('a practice time keeps its id; ids that the place does not have are not taken over', async () => {
  const [first] = (await save([football])).body.data.practiceTimes.times;
  const foreign = '00000000-0000-4000-8000-000000000000';
  const { times } = (
    await save([
      { ...football, id: first.id, name: 'Soccer' },
      { ...football, id: first.id },
      { ...football, id: foreign },
    ])
  ).body.data.practiceTimes;
  expect(times[0]).toMatchObject({ id: first.id, name: 'Soccer' });
  expect(new Set(times.map(({ id }: { id: string }) => id)).size).toBe(3);
  expect(times.map(({ id }: { id: string }) => id)).not.toContain(foreign);
});

test('a change that is based on an older revision is refused and changes nothing', async () => {
  await save([football], 0);
  const refused = await save([], 0);
  expect(refused.status).toBe(409);
  expect(refused.body.responseException.errors).toEqual({ Times: ['Somebody else changed this meanwhile'] });
  expect((await read(stadium)).body.data).toMatchObject({ revision: 1, times: [{ name: 'Football' }] });
  expect((await save([], 1)).body.data.practiceTimes).toMatchObject({ revision: 2, times: [] });
});

test('errors are at the field of their practice time, and nothing is stored', async () => {
  const { status, body } = await save([football, { ...football, weekdays: [], endsAt: '16:00' }]);
  expect(status).toBe(400);
  expect(body.responseException.errors).toEqual({
    'Times[2].Weekdays': ['Choose at least one day'],
    'Times[2].EndsAt': ['Start and end cannot be equal'],
  });
  expect((await read(stadium)).body.data.revision).toBe(0);
});
