import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { presentUser } from '../present-user.ts';
import { listPeopleEntries } from './people-list.store.ts';
import { createPeopleLists } from './people-lists.ts';

let server: TestServer;
let organizationId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ organizationId } = await server.organization('Our District'));
  await server.store.pool.query(
    `insert into users (organization_id, user_name, first_name, last_name, email, role, created_at)
     select $1, 'many' || n, 'First', 'Last ' || n, 'many' || n || '@example.org', 'customer', now()
     from generate_series(1, 1000) as n`,
    [organizationId],
  );
  await server.store.pool.query(
    `insert into organization_locations (organization_id, name, latitude, longitude, created_at)
     values ($1, 'Field', 28, -82, now())`,
    [organizationId],
  );
});
afterAll(() => server.close());

const choice = { notificationOnly: false, groupId: null };

test('a long list that is kept is given again only while nothing that it says has changed', async () => {
  const { db, pool } = server.store;
  const list = createPeopleLists(db);
  const first = await list(organizationId, choice);
  expect(first.length).toBeGreaterThan(1_000);
  expect(await list(organizationId, choice)).toBe(first);
  const some = `(select id from users where organization_id = $1 and user_name = 'many7')`;
  const changes = [
    `update users set first_name = 'Second' where id = ${some}`,
    `update users set revision = revision + 1 where id = ${some}`,
    `insert into groups (organization_id, name, time_zone, alert_times, created_at, updated_at)
     values ($1, 'Band', 'America/New_York', '[]', now(), now())`,
    `update users set group_id = (select id from groups where organization_id = $1 limit 1) where id = ${some}`,
    `update groups set name = 'Orchestra' where organization_id = $1`,
    `insert into locations (organization_id, user_id, label, latitude, longitude, radius1, all_clear_minutes, time_zone,
       organization_location_id, created_at, updated_at)
     select $1, ${some}, 'Field', 28, -82, 10, 30, 'America/New_York', id, now(), now() from organization_locations where organization_id = $1`,
    `delete from locations where organization_id = $1`,
    `update users set deleted_at = now() where id = ${some}`,
    `delete from users where organization_id = $1 and user_name = 'many8'`,
  ];
  let before = first;
  for (const change of changes) {
    await pool.query(change, [organizationId]);
    const after = await list(organizationId, choice);
    expect(after, change).not.toBe(before);
    const { people } = await listPeopleEntries(db, organizationId, choice);
    expect(after).toEqual(people.map(presentUser));
    before = after;
  }
  expect(before).toHaveLength(first.length - 2);
});

test('a change that is not committed is not seen, and a list is of one organization and choice', async () => {
  const { db, pool } = server.store;
  const list = createPeopleLists(db);
  const first = await list(organizationId, choice);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update users set first_name = 'Third' where organization_id = $1`, [organizationId]);
    expect(await list(organizationId, choice)).toBe(first);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect((await list(organizationId, choice))[0]?.firstName).toBe('Third');
  expect(await list(organizationId, { ...choice, notificationOnly: true })).toHaveLength(1);
  const other = await server.organization('Their District');
  expect((await list(other.organizationId, choice)).every(({ firstName }) => firstName !== 'Third')).toBe(
    true,
  );
});
