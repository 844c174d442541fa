import { randomBytes } from 'node:crypto';
import { randomOf } from '@allclear/domain/test/random.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStore } from '../../src/platform/database/database.ts';
import { migrate, migrationFiles } from '../../src/platform/database/migrate.ts';
import { ensurePartitions } from '../../src/platform/database/partitions.store.ts';
import { dropDatabase } from '../fresh-store.ts';
import { partitionDays } from './column-values.ts';
import { changes, renamings } from './declared-changes.ts';
import { fillTables } from './fill-tables.ts';
import { judgeUpgrade } from './judge-upgrade.ts';
import { type Contents, readContents } from './table-contents.ts';
import { schemaLines, tableShapes } from './table-shapes.ts';

const migrations = await migrationFiles();
const asked = process.env.PROPERTY_SEED ?? '20261121';
const seed = asked === 'random' ? randomBytes(4).readUInt32BE() : Number(asked);
const prefix = `allclear_test_${randomBytes(6).toString('hex')}`;
/** A database without rows that is migrated one by one; the filled ones are copies of it. */
const empty = `${prefix}_empty`;
const filled = `${prefix}_filled`;
let admin: pg.Client;
let newestSchema: string[];

beforeAll(async () => {
  admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`create database ${empty}`);
  newestSchema = await onDatabase(inject('postgresTemplate'), schemaLines);
});
afterAll(async () => {
  for (const name of [filled, empty]) await dropDatabase(admin, name);
  await admin.end();
});

/** Every one takes minutes: `npm run prove-upgrades`. */
const isWhole = process.env.UPGRADES === 'every';
const chosen = isWhole ? migrations : sampleOf(migrations);

test.each(chosen)('a filled database of %s is brought forward and says the same', async (name) => {
  await migrateTo(empty, name);
  await fillCopy();
  const before = await onDatabase(filled, readAll);
  const ran = await withPool(filled, (pool) => migrate(pool));
  expect(ran).toEqual(migrations.slice(migrations.indexOf(name) + 1));
  const faults = judgeUpgrade(before, await onDatabase(filled, readAll), ran);
  expect(faults, `filled with PROPERTY_SEED=${seed}`).toEqual([]);
  expect(await onDatabase(filled, schemaLines)).toEqual(newestSchema);
});

/** Each as a wrong migration would do it, in a database of the newest version; and what is found of it. */
const wrong: readonly [name: string, statement: string, finding: RegExp][] = [
  [
    'loses a row',
    `delete from shelters where id = (select id from shelters limit 1)`,
    /^shelters .* is lost/,
  ],
  ['loses rows by a foreign key', `delete from notices`, /^notifications .* is lost/],
  [
    'changes a value',
    `update locations set radius1 = radius1 + 0.001 where id = (select id from locations limit 1)`,
    /^locations\.radius1 was to be/,
  ],
  [
    'rounds instants',
    `update warnings set started_at = date_trunc('hour', started_at)`,
    /^warnings\.started_at/,
  ],
  ['changes what JSON says', `update policies set field_revisions = '{}'`, /^policies\.field_revisions/],
  [
    'adds a row',
    `insert into counted_hours (hour, places) values ('2001-01-01', 1)`,
    /^counted_hours .* was added/,
  ],
  ['drops a column', `alter table users drop column phone_number`, /^The column users\.phone_number is gone/],
  ['drops a table', `drop table recovery_codes`, /^The table recovery_codes is gone/],
];

test('what a wrong migration does to the data is found', async () => {
  await migrateTo(empty, migrations.at(-1) ?? '');
  await fillCopy();
  await onDatabase(filled, async (client) => {
    const before = await readAll(client);
    for (const [name, statement, finding] of wrong) {
      await client.query('begin');
      await client.query(statement);
      expect(judgeUpgrade(before, await readAll(client), []), name).toContainEqual(
        expect.stringMatching(finding),
      );
      await client.query('rollback');
    }
    expect(judgeUpgrade(before, await readAll(client), [])).toEqual([]);
  });
});

test('a migration that leaves out what it declares is found', async () => {
  const removed = [{ id: 'd', notice_id: 'n', channel: 'webhook', state: 'queued', recipient: 'w' }];
  const before = { deliveries: { key: ['id'], rows: removed } };
  const gone = { deliveries: { key: ['id'], rows: [] } };
  const judge = (after: Contents) => judgeUpgrade(before, after, ['0044_webhooks.sql']);
  expect(judge(gone)).toEqual(['deliveries "d" was removed and is not found elsewhere.']);
  expect(judge(before)).toEqual([expect.stringContaining('was to lose a row that is still there')]);
  const added = {
    webhook_events: { key: ['id'], rows: [{ id: 'n' }] },
    webhook_deliveries: { key: ['id'], rows: [{ id: 'x', event_id: 'n', webhook_id: 'w' }] },
  };
  expect(judge({ ...gone, ...added })).toEqual([]);
});

test.each([
  'drop index users_email',
  'alter table groups alter column name drop not null',
  'alter table users drop constraint users_operator',
  'drop trigger audit_entries_append_only on audit_entries',
])('a schema that is not that of a new database is found: %s', async (statement) => {
  await onDatabase(empty, async (client) => {
    await client.query('begin');
    await client.query(statement);
    expect(await schemaLines(client)).not.toEqual(newestSchema);
    await client.query('rollback');
    expect(await schemaLines(client)).toEqual(newestSchema);
  });
});

/** The first, the newest, what each migration that changes data begins with, and some others. */
function sampleOf(names: readonly string[]): string[] {
  const random = randomOf(seed);
  const changing = [...changes, ...renamings].map(({ migration }) => names[names.indexOf(migration) - 1]);
  const others = [1, 2].map(() => names[Math.floor(random() * names.length)]);
  const sample = new Set([names[0], names.at(-1), ...changing, ...others]);
  return names.filter((name) => sample.has(name));
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function withPool<T>(database: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: urlOf(database), max: 1 });
  return work(pool).finally(() => pool.end());
}

async function onDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(urlOf(database));
  await client.connect();
  return work(client).finally(() => client.end());
}

const readAll = async (client: pg.Client) => readContents(client, await tableShapes(client));

async function migrateTo(database: string, name: string): Promise<void> {
  await withPool(database, (pool) => migrate(pool, { only: migrations.filter((other) => other <= name) }));
}

async function fillCopy(): Promise<void> {
  await dropDatabase(admin, filled);
  await admin.query(`create database ${filled} template ${empty}`);
  await addPartitions();
  await onDatabase(filled, async (client) => fillTables(client, await tableShapes(client), seed));
}

async function addPartitions(): Promise<void> {
  const tables = (await onDatabase(filled, tableShapes)).map(({ name }) => name);
  const store = openStore(urlOf(filled), { onError: () => {} });
  try {
    for (const table of ['flashes', 'observations', 'station_quarters', 'station_hours'] as const)
      if (tables.includes(table)) await ensurePartitions(store.db, table, partitionDays);
  } finally {
    await store.close();
  }
}
