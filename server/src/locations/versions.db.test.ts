import { expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server } from '../../test/two-organizations.ts';

openTwoOrganizations('Versions');

/** The kinds of records with their versions: the column of the id, and what both tables have. */
const kinds = [
  {
    versions: 'policy_versions',
    id: 'policy_id',
    current: `select id, revision, name, threshold, all_clear_minutes, re_alert_minutes, all_groups, events, life_safety,
      type_short_name, array(select group_id from policy_groups where policy_id = policies.id order by 1) as group_ids
      from policies where deleted_at is null`,
  },
  {
    versions: 'organization_location_versions',
    id: 'organization_location_id',
    current: `select id, revision, name, address, latitude, longitude, array(select group_id from
      organization_location_groups where organization_location_id = organization_locations.id order by 1) as group_ids
      from organization_locations where true`,
  },
  {
    versions: 'location_versions',
    id: 'location_id',
    current: `select id, revision, user_id, organization_location_id, label, location_name, latitude, longitude, radius1,
      radius2, radius3, radius4, all_clear_minutes from locations where true`,
  },
] as const;

type Row = Record<string, unknown> & { id: string; valid_from: Date; valid_to: Date | null };

const query = async (text: string): Promise<Row[]> =>
  (await server.store.pool.query(text, [ours.organizationId])).rows;

/** The versions of every record, oldest first; checks that none has a gap and that the last is what the record is. */
async function chains(): Promise<Record<string, Row[]>> {
  const result: Record<string, Row[]> = {};
  for (const { versions, id, current } of kinds) {
    const now = new Map((await query(`${current} and organization_id = $1`)).map((row) => [row.id, row]));
    const rows = await query(`select * from ${versions} where organization_id = $1 order by id`);
    for (const [record, chain] of Map.groupBy(rows, (row) => String(row[id]))) {
      result[record] = chain;
      for (const [i, version] of chain.entries()) {
        const next = chain[i + 1];
        if (next) expect(version.valid_to, `${versions} ${i}`).toEqual(next.valid_from);
      }
      const last = chain.at(-1);
      const { id: recordId, ...fields } = now.get(record) ?? { id: null };
      if (recordId === null) expect(last?.valid_to, versions).not.toBeNull();
      else expect(last, versions).toMatchObject({ ...fields, valid_to: null });
    }
    for (const record of now.keys()) expect(result[record], `${versions} of ${record}`).toBeDefined();
  }
  return result;
}

/** The product clock of the database, which stands still: changes of groups have no product time in the audit. */
async function setDatabaseClock(at: number): Promise<void> {
  await server.store.pool.query(
    `insert into product_clock (id, weather, begun_at, reached_at, anchor_at, anchor_wall_at, speed, beat_wall_at)
     values (1, 'simulated', $1, $1, $1, now(), 0, now()) on conflict (id) do update set anchor_at = $1`,
    [new Date(at)],
  );
}

/** Calls the API a minute of product time after the call before. */
async function change(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = ours.people.admin.key,
) {
  server.clock.advance(60_000);
  await setDatabaseClock(server.clock.now());
  const answer = await ask(server.app, method, `/api/${path}`, { key, ...(body && { body }) });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body.data;
}

/** The instants at which the versions of a record began, and the end of the last, in minutes since an instant. */
async function minutesSince(start: number, id: string) {
  const chain = (await chains())[id] ?? [];
  const minutes = (at: Date | null) => (at === null ? null : (at.getTime() - start) / 60_000);
  return [...chain.map(({ valid_from }) => minutes(valid_from)), minutes(chain.at(-1)?.valid_to ?? null)];
}

test('a policy keeps every version: added, edited, without a deleted group, deleted', async () => {
  const start = server.clock.now();
  const { id: coaches } = await change('POST', 'site/add', { name: 'Coaches' });
  const { id: others } = await change('POST', 'site/add', { name: 'Others' });
  const draft = { policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 30, sites: [coaches, others] };
  const { policy } = await change('POST', 'policy', draft);
  await change('PATCH', 'policy', { id: policy.id, threshold: 10 });
  await change('PATCH', 'policy', { id: policy.id, allClearMinutes: 40, threshold: 10 });
  const chain = (await chains())[policy.id] ?? [];
  expect(chain.map((row) => [row.revision, row.threshold, row.all_clear_minutes])).toEqual([
    [1, 8, 30],
    [2, 10, 30],
    [3, 10, 40],
  ]);
  expect(chain[0]?.group_ids).toEqual([coaches, others].sort());
  await change('DELETE', `policy/${policy.id}`);
  expect(await minutesSince(start, policy.id)).toEqual([3, 4, 5, 6]);
  const { policy: next } = await change('POST', 'policy', draft);
  await change('POST', `site/delete/${others}`);
  expect(await minutesSince(start, next.id)).toEqual([7, 8, null]);
  expect((await chains())[next.id]?.map((row) => row.group_ids)).toEqual([
    [coaches, others].sort(),
    [coaches],
  ]);
});

test('a location of the organization keeps every version: added, edited, imported, in other groups, deleted and added again', async () => {
  const start = server.clock.now();
  const stadium = { name: 'Stadium', address: 'Road 1', latitude: 32.78, longitude: -96.8 };
  const { organizationLocation } = await change('POST', 'organizationLocation/Add', stadium);
  const { id } = organizationLocation;
  await change('POST', 'organizationLocation/Update', { id, name: 'Arena' });
  const { id: coaches } = await change('POST', 'site/add', { name: 'Coaches' });
  await change('POST', 'organizationLocation/Sites', { organizationLocationId: id, sites: [coaches] });
  const csv = 'Name,Address,Latitude,Longitude,Groups\r\nArena,Road 9,30,-97,\r\nPool,,28,-82,Coaches\r\n';
  const preview = await server.app.inject({
    ...{ method: 'POST', url: '/api/organizationLocation/Import', payload: csv },
    headers: { authorization: `Bearer ${ours.people.admin.key}`, 'content-type': 'text/csv' },
  });
  await change('POST', `organizationLocation/Import/${JSON.parse(preview.body).data.id}`);
  await change('DELETE', `organizationLocation/${id}`);
  expect(await minutesSince(start, id)).toEqual([1, 2, 4, 5, 6]);
  const { organizationLocation: again } = await change('POST', 'organizationLocation/Add', stadium);
  expect(await minutesSince(start, again.id)).toEqual([7, null]);
  const all = await chains();
  expect(all[id]?.map((row) => [row.name, row.latitude, row.group_ids])).toEqual([
    ['Stadium', 32.78, []],
    ['Arena', 32.78, []],
    ['Arena', 32.78, [coaches]],
    ['Arena', 30, expect.anything()],
  ]);
  // The place of the import is there as well.
  expect(Object.values(all).some(([first]) => first?.name === 'Pool')).toBe(true);
});

test('a location of a person keeps every version: added, edited, moved with its place, untied, replaced, deleted, erased', async () => {
  const start = server.clock.now();
  const { id: userId, key } = ours.people.customer;
  const { organizationLocation } = await change('POST', 'organizationLocation/Add', {
    ...{ name: 'Stadium', address: 'Road 1', latitude: 32.78, longitude: -96.8 },
  });
  const organizationLocationId = organizationLocation.id;
  const form = { label: 'Home', locationName: '', latitude: 32.7, longitude: -96.7, radius1: 10 };
  const { id } = await change('POST', 'location/Add', { ...form, organizationLocationId }, key);
  await change('POST', 'location/Update', { ...form, id, organizationLocationId, radius1: 12 }, key);
  await change('POST', 'organizationLocation/Update', { id: organizationLocationId, latitude: 30 });
  await change('DELETE', `organizationLocation/${organizationLocationId}`);
  await change('POST', `location/Update/ForecastLocation/${id}`, {}, key);
  await change('DELETE', `location/${id}`, undefined, key);
  expect(await minutesSince(start, id)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(
    (await chains())[id]?.map((row) => [row.radius1, row.latitude, row.organization_location_id]),
  ).toEqual([
    [10, 32.7, organizationLocationId],
    [12, 32.7, organizationLocationId],
    [12, 30, organizationLocationId],
    [12, 30, null],
    [12, 30, null],
  ]);
  // All locations of a person at once, and none of them.
  const { organizationLocation: gym } = await change('POST', 'organizationLocation/Add', {
    ...{ name: 'Gym', address: '', latitude: 32.78, longitude: -96.8 },
  });
  const path = `location/Update/OrganizationLocation/${userId}`;
  await change('POST', path, [{ organizationLocationId: gym.id }]);
  const versionsOf = async () =>
    (await query('select * from location_versions where organization_id = $1 order by id')).filter(
      (row) => row.organization_location_id === gym.id,
    );
  expect(await versionsOf()).toMatchObject([{ valid_to: null, user_id: userId }]);
  await change('POST', path, []);
  expect(await versionsOf()).toMatchObject([{ valid_to: new Date(server.clock.now()) }]);
  // With the person go the locations; their versions stay until the person is erased.
  await change('POST', path, [{ organizationLocationId: gym.id }]);
  await change('DELETE', `user/${userId}`);
  expect(await chains()).toBeDefined();
  await server.store.pool.query('delete from location_versions where user_id = $1', [userId]);
});

test('what no store wrote is kept too: its version begins with the product clock of the database', async () => {
  const { rows } = await server.store.pool.query(
    `insert into organization_locations (organization_id, name, latitude, longitude, created_at)
     values ($1, 'By hand', 28, -82, '2026-06-01T00:00:00Z') returning id`,
    [ours.organizationId],
  );
  const { id } = rows[0];
  await setDatabaseClock(Date.parse('2026-06-02T00:00:00Z'));
  await server.store.pool.query('update organization_locations set latitude = 29 where id = $1', [id]);
  await setDatabaseClock(Date.parse('2026-06-03T00:00:00Z'));
  await server.store.pool.query('delete from organization_locations where id = $1', [id]);
  const chain = (await chains())[id] ?? [];
  expect(chain.map(({ latitude, valid_from, valid_to }) => [latitude, valid_from, valid_to])).toEqual([
    [28, new Date('2026-06-01T00:00:00Z'), new Date('2026-06-02T00:00:00Z')],
    [29, new Date('2026-06-02T00:00:00Z'), new Date('2026-06-03T00:00:00Z')],
  ]);
});

test('changes at once leave one chain', async () => {
  const { policy } = await change('POST', 'policy', {
    ...{ policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 30, allGroups: true },
  });
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => change('PATCH', 'policy', { id: policy.id, threshold: 10 + i })),
  );
  expect((await chains())[policy.id]).toHaveLength(9);
});
