import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/platform/database/database.ts';
import { freshStore } from '../fresh-store.ts';
import { examineStatement, type Organizations, organizationsOfAll } from './examine-statement.ts';
import { judgePartitions } from './judge-partitions.ts';
import { makePartitionedCopy, partitions } from './partitioned-copy.ts';
import { originOf } from './statement-origin.ts';

let store: Store;
let client: pg.PoolClient;
let organizations: Organizations;
const id = '6f3c8a10-52a1-4e0e-9a34-0d4b3c1f2a77';

beforeAll(async () => {
  store = await freshStore();
  client = await store.pool.connect();
  await makePartitionedCopy(client);
  organizations = await organizationsOfAll(client);
});
afterAll(async () => {
  client.release(true);
  await store.close();
});

test('there is an organization for each partition', () => {
  expect(new Set(organizations).size).toBe(partitions);
});

test.each<[outcome: string, text: string, values: unknown[]]>([
  ['one', 'select * from users where organization_id = $1', [id]],
  ['one', 'select * from organizations where id = $1', [id]],
  ['one', 'update users set first_name = $2 where organization_id = $1 and id = $3', [id, 'A', id]],
  ['one', 'delete from groups where organization_id = $1', [id]],
  [
    'one',
    `select * from locations l join users u on u.id = l.user_id and u.organization_id = l.organization_id
     where l.organization_id = $1`,
    [id],
  ],
  [
    'one',
    `select *, (select count(*) from locations l where l.organization_id = u.organization_id and l.user_id = u.id)
     from users u where u.organization_id = $1`,
    [id],
  ],
  [
    'one',
    'insert into groups (organization_id, name, time_zone, alert_times, created_at, updated_at) values ($1, $2, $3, $4, now(), now())',
    [id, 'A', 'UTC', '[]'],
  ],
  ['one', 'insert into push_subscriptions select * from push_subscriptions where organization_id = $1', [id]],
  ['none', 'select * from lightning_batches where observed_to > $1', [new Date(0)]],
  ['several', 'select * from users where id = $1', [id]],
  ['several', 'update users set first_name = $2 where id = $1', [id, 'A']],
  [
    'several',
    'select * from locations l join users u on u.id = l.user_id where l.organization_id = $1',
    [id],
  ],
  [
    'several',
    'select *, (select count(*) from locations l where l.user_id = u.id) from users u where u.organization_id = $1',
    [id],
  ],
  ['several', 'select * from users where organization_id = any($1::uuid[])', [[id]]],
  ['several', 'select u.* from unnest($1::uuid[]) o (id) join users u on u.organization_id = o.id', [[id]]],
  ['several', 'select * from users where organization_id = $1 or email = $2', [id, 'a@example.org']],
  ['several', 'delete from camera_sessions where last_at < $1', [new Date(0)]],
  ['several', 'select * from siren_zones', []],
  [
    'key',
    `insert into practice_times (organization_location_id, organization_id, times, updated_at) values ($1, $2, '[]', now())
     on conflict (organization_location_id) do nothing`,
    [id, id],
  ],
  [
    'key',
    'select u.id, u.first_name, count(*) from users u where u.organization_id = $1 group by u.id',
    [id],
  ],
  ['error', 'select * from a_table_that_does_not_exist', []],
])('%s: %s', async (outcome, text, values) => {
  expect(await examineStatement(client, text, values, organizations)).toMatchObject({ outcome });
});

test('rows of several organizations in one statement are found', async () => {
  const text =
    'insert into "pa_messages" ("title", "organization_id", "message", "created_at", "updated_at") values ($1, $2, $1, now(), now()), ($3, $4, $3, now(), now())';
  const examine = (...ids: unknown[]) =>
    examineStatement(client, text, ['A', ids[0], 'B', ids[1]], organizations);
  expect(await examine(organizations[0], organizations[0])).toMatchObject({ outcome: 'one' });
  expect(await examine(organizations[0], organizations[1])).toMatchObject({ outcome: 'several' });
});

test('a file may have as many statements without the organization as are listed, and no more', () => {
  const origin = { file: 'server/src/shows/store.ts', name: 'readShow' };
  const several = { origin, text: 'select', outcome: 'several', why: 'all of shows' } as const;
  const examined = [several, { ...several, outcome: 'one' }, { ...several, outcome: 'none' }] as const;
  expect(judgePartitions(examined, { [origin.file]: 1 })).toMatchObject({ tenant: 2, one: 1, faults: [] });
  expect(judgePartitions(examined, {}).faults).toEqual([
    'server/src/shows/store.ts: 1 statements do not name the organization, 0 are listed.',
    '  readShow: all of shows\n    select',
  ]);
});

test('a statement that cannot be planned is found, listed or not', () => {
  const origin = { file: 'server/src/shows/store.ts', name: 'readShow' };
  const examined = [{ origin, text: 'select', outcome: 'error', why: 'no such table' }] as const;
  expect(judgePartitions(examined, { [origin.file]: 1 }).faults).toEqual([
    'server/src/shows/store.ts, readShow cannot be planned: no such table\n    select',
  ]);
});

test('statements that are meant to touch several partitions are not counted', () => {
  const origin = { file: 'server/src/warnings/store.ts', name: 'openWarnings' };
  const examined = [{ origin, text: 'select', outcome: 'several', why: 'all of warnings' }] as const;
  expect(judgePartitions(examined, {})).toMatchObject({
    meantToCross: 1,
    several: 0,
    toChange: {},
    faults: [],
  });
});

test('a statement is of the function of the product that sends it; one of a test is of none', () => {
  const stack = (...lines: string[]) => ['Error', ...lines.map((line) => `    at ${line}`)].join('\n');
  const driver = 'async PostgresConnection.executeQuery (file:///a/node_modules/kysely/dist/driver.js:1:2)';
  expect(
    originOf(
      stack(
        driver,
        'file:///a/server/src/shows/store.ts:3:4',
        'async saveShow (file:///a/server/src/shows/store.ts:9:1)',
      ),
    ),
  ).toEqual({ file: 'server/src/shows/store.ts', name: 'saveShow' });
  expect(
    originOf(
      stack(driver, 'async /a/server/test/actor.ts:3:4', 'async run (/a/server/src/shows/store.ts:9:1)'),
    ),
  ).toBeNull();
});
