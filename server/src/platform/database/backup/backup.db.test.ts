import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testActor } from '../../../../test/actor.ts';
import { freshStore } from '../../../../test/fresh-store.ts';
import { eventually, writeTestNotice } from '../../../../test/notified-people.ts';
import { freePort, runServer, runToEnd } from '../../../../test/run-server.ts';
import { openStore } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { migrate, migrationFiles } from '../migrate.ts';
import { dropPartitionsBefore, ensurePartitions } from '../partitions.store.ts';
import { backUp } from './back-up.ts';
import { BadBackup, readBackup } from './backup-file.ts';
import { restoreBackup } from './restore.store.ts';

const run = promisify(execFile);

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-backup-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backup = (...args: string[]) => runToEnd(args, {}, 'backup.ts');
const restore = (...args: string[]) => runToEnd(args, {}, 'restore.ts');

/** What a database has, by the SQL of this test: of each table the number of its rows, and a sum of all. */
async function contentsOf(data: string, skip: readonly string[] = []): Promise<Record<string, string>> {
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname !~ '^(pg_|information_schema$)' order by 1`,
    );
    const contents: Record<string, string> = {};
    for (const { name } of tables) {
      if (skip.includes(name)) continue;
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum from ${name} t`,
      );
      contents[name] = rows[0]?.sum ?? '';
    }
    const sequences = await client.query<{ name: string; last: string }>(
      `select sequencename as name, coalesce(last_value, 0)::text as last from pg_sequences order by 1`,
    );
    for (const { name, last } of sequences.rows) contents[`sequence ${name}`] = last;
    return contents;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

test('a server is backed up while rows are written, restored, compared, and the restored one answers the same', async () => {
  const data = at('data');
  const port = await freePort();
  const args = ['--weather', 'simulated', '--speed', '60'];
  const server = await runServer({ data, port, args });
  onTestFinished(async () => void (await server.stop()));
  const { apiKey } = await server.demonstration();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const add = async (name: string) => {
    const answer = await fetch(`${server.url}/api/site/add`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ name }) },
    });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  };
  for (let number = 0; number < 20; number += 1) await add(`Before ${number}`);
  let [isWriting, written] = [true, 0];
  const writing = (async () => {
    for (; isWriting; written += 1) {
      await add(`Meanwhile ${written}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const made = await backup('--data', data, '--to', at('live.backup'), '--with-key');
  isWriting = false;
  await writing;
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Backed up \d+ rows of \d+ tables/) });
  expect(written).toBeGreaterThan(3);
  expect((await stat(at('live.backup'))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path.join(data, 'last-backup.json'), 'utf8'))).toMatchObject({
    file: at('live.backup'),
  });

  // The server went on, and answers.
  const groupNames = async (url: string) =>
    ((await (await fetch(`${url}/api/site`, { headers })).json()) as { data: { name: string }[] }).data
      .map(({ name }) => name)
      .sort();
  const original = await groupNames(server.url);
  expect(original.filter((name) => name.startsWith('Meanwhile'))).toHaveLength(written);
  expect(await server.stop()).toBe(0);

  // What waits to be sent: a new notice, an old one, and an all clear.
  await addWaitingNotices(data);

  // A second one of the server at rest: restored, it is what the original is, but for what is not sent any more.
  expect((await backup('--data', data, '--to', at('rest.backup'))).output).toContain(
    'The secret key is not in the backup',
  );
  const restored = await restore('--from', at('rest.backup'), '--data', at('rest'));
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('The backup has no secret key'),
  });
  expect(restored.output).toContain('2 deliveries that waited when the backup was made are old by now');
  const [before, after] = [
    await contentsOf(data, ['public.deliveries']),
    await contentsOf(at('rest'), ['public.deliveries']),
  ];
  const waiting = await connect(at('rest'));
  expect(
    (
      await waiting.end(`select n.text, d.state from deliveries d join notices n on n.id = d.notice_id
    where n.text ~ '^(New|Old|Clear)$' order by 1`)
    ).rows,
  ).toEqual([
    { text: 'Clear', state: 'failed' },
    { text: 'New', state: 'queued' },
    { text: 'Old', state: 'failed' },
  ]);
  expect(Object.keys(before).length).toBeGreaterThan(100);
  expect(before['public.flashes']).not.toMatch(/^0 /);
  expect(Object.keys(before).some((name) => /flashes_\d+$/.test(name))).toBe(true);
  expect(after).toEqual(before);
  expect(await readdir(at('rest'))).not.toContain('secret-key');
  expect(await readFile(path.join(at('rest'), 'audit-heads.jsonl'), 'utf8')).toBe(
    await readFile(path.join(data, 'audit-heads.jsonl'), 'utf8'),
  );

  // The one of the live server: as one transaction saw it, with each change and its entry in the audit, or neither.
  expect(await restore('--from', at('live.backup'), '--data', at('live'))).toMatchObject({ code: 0 });
  const again = await runServer({ data: at('live'), port, args });
  try {
    const names = await groupNames(again.url);
    expect(names.filter((name) => name.startsWith('Before'))).toHaveLength(20);
    expect(names).toEqual(original.filter((name) => names.includes(name)));
    const meanwhile = names.filter((name) => name.startsWith('Meanwhile')).length;
    expect(names.filter((name) => name.startsWith('Meanwhile')).sort()).toEqual(
      Array.from({ length: meanwhile }, (_, number) => `Meanwhile ${number}`).sort(),
    );
    const verified = await run(process.execPath, ['scripts/audit-verify.mjs', '--data', at('live')]);
    expect(verified.stdout).not.toContain('FAULTY');
  } finally {
    await again.stop();
  }
  const client = await connect(at('live'));
  const { rows } = await client.end(
    `with ours as (select id::text as id from groups where name ~ '^(Before|Meanwhile) ')
     select (select count(*) from ours)::int as groups,
       (select count(*) from audit_entries where action = 'group.added' and record_id in (select id from ours))::int as entries,
       (select count(*) from audit_entries where action = 'group.added' and record_id not in (select id::text from groups))::int
         as orphaned`,
  );
  expect(rows[0].groups).toBeGreaterThanOrEqual(20);
  expect(rows[0]).toMatchObject({ entries: rows[0].groups, orphaned: 0 });
  // Two servers, two backups and two restores: minutes on a busy machine.
}, 400_000);

async function addWaitingNotices(data: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    const { id, organization_id: organizationId } = await store.db
      .selectFrom('users')
      .select(['id', 'organization_id'])
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    for (const [text, kind] of [
      ['New', 'started'],
      ['Old', 'started'],
      ['Clear', 'all-clear'],
    ] as const)
      await writeTestNotice(store.db, {
        ...{ organizationId: organizationId ?? '', userIds: [id], fallbackChains: [['email']], text, kind },
      });
    await sql`update deliveries set created_at = now() - interval '11 minutes'
      where notice_id = (select id from notices where text = 'Old')`.execute(store.db);
  } finally {
    await store.close();
    await postgres.stop();
  }
}

async function connect(data: string) {
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const client = new pg.Client(postgres.url);
  await client.connect();
  return {
    /** Asks once. */
    async end(query: string) {
      try {
        return await client.query(query);
      } finally {
        await client.end();
        await postgres.stop();
      }
    },
  };
}

test('what is no whole backup is refused before anything is made, and so is a folder that has something', async () => {
  const good = await readFile(at('rest.backup'));
  const changed = Buffer.from(good);
  changed[good.length >> 1] = (changed[good.length >> 1] ?? 0) ^ 1;
  await writeFile(at('changed.backup'), changed);
  await writeFile(at('cut.backup'), good.subarray(0, good.length - 2_000));
  await writeFile(at('other.backup'), 'Something else');
  await mkdir(at('full'));
  await writeFile(path.join(at('full'), 'a-file'), '');
  const cases: [string, string, RegExp][] = [
    ['changed.backup', 'new', /cannot be read|was changed|no backup/],
    ['cut.backup', 'new', /cut off|cannot be read/],
    ['other.backup', 'new', /cannot be read|no backup/],
    ['nowhere.backup', 'new', /There is no file/],
    ['rest.backup', 'full', /is not empty: a backup is restored into a new folder only/],
    ['rest.backup', 'rest', /is not empty/],
  ];
  for (const [from, data, reason] of cases)
    await expect(restoreBackup({ from: at(from), data: at(data) }), from).rejects.toThrow(reason);
  expect((await readdir(folder)).filter((name) => name.includes('restoring') || name === 'new')).toEqual([]);
  expect(await readdir(at('full'))).toEqual(['a-file']);

  // An existing file is not replaced, and nothing is left of the attempt.
  const refused = await backup('--data', at('data'), '--to', at('rest.backup'));
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('a backup replaces none') });
  expect((await readFile(at('rest.backup'))).equals(good)).toBe(true);
  expect(await backup('--data', at('nowhere'), '--to', at('x.backup'))).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('has no database') },
  });
  expect((await readdir(folder)).filter((name) => name.includes('.part-'))).toEqual([]);
});

test('a backup without a secret in it has none of the files of the data folder that reveal one', async () => {
  const filesOf = async (name: string) => {
    const files: string[] = [];
    for await (const { record } of readBackup(at(name))) if (record.kind === 'file') files.push(record.name);
    return files;
  };
  expect(await filesOf('rest.backup')).toEqual(['audit-heads.jsonl']);
  expect(await filesOf('live.backup')).toEqual(expect.arrayContaining(['secret-key', 'demo.json']));
  const everything = async () => {
    for await (const _ of readBackup(at('data/secret-key')));
  };
  await expect(everything()).rejects.toThrow(BadBackup);
});

test('what is written while a backup is under way is in none of its tables, and nothing waits for it', async () => {
  const store = await freshStore();
  onTestFinished(() => store.close());
  const add = (name: string) =>
    store.db
      .insertInto('organizations')
      .values({ name, created_at: new Date(), support_email: 'support@example.org', support_phone: '' })
      .execute();
  await add('Before');
  // Holds the backup up between the tables that it has read and those that it has not.
  const blocker = new pg.Client(store.url);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table cameras in access exclusive mode');
  const to = at('consistent.backup');
  const made = backUp({ databaseUrl: store.url, data: folder, to, withKey: false, version: '0.1.0' });
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity where application_name = 'allclear backup'
      and datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
    expect(rows).toHaveLength(1);
  });
  await add('Meanwhile');
  await blocker.query('commit');
  await blocker.end();
  await made;
  let table = '';
  let organizations = '';
  for await (const { record, data } of readBackup(to)) {
    if (record.kind === 'table') table = record.name;
    if (record.kind === 'bytes' && table === 'public.organizations') organizations += data.toString();
  }
  expect(organizations).toContain('Before');
  expect(organizations).not.toContain('Meanwhile');
});

test('a partition that a backup reads is dropped later, and nothing waits for that for long', async () => {
  const store = await freshStore();
  onTestFinished(() => store.close());
  const day = Date.UTC(2020, 0, 1);
  await ensurePartitions(store.db, 'flashes', [day, day + 86_400_000]);
  const reading = new pg.Client(store.url);
  await reading.connect();
  await reading.query('begin');
  await reading.query('lock table only flashes_20200101 in access share mode');
  const drop = () => dropPartitionsBefore(store.db, testActor, 'flashes', day + 86_400_000);
  const begun = performance.now();
  expect(await drop()).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await reading.query('commit');
  await reading.end();
  expect(await drop()).toEqual(['flashes_20200101']);
});

test('a backup of an earlier version is restored as it was, and then brought forward', async () => {
  const [data, to] = [at('earlier'), at('earlier.backup')];
  const files = await migrationFiles();
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool, { only: files.slice(0, -2) });
    await store.pool.query(
      `insert into organizations (name, created_at, support_email, support_phone)
       values ('Of before', now(), 'support@example.org', '')`,
    );
    await backUp({ databaseUrl: postgres.url, data, to, withKey: false, version: '0.0.9' });
  } finally {
    await store.close();
    await postgres.stop();
  }
  const report = await restoreBackup({ from: to, data: at('forward') });
  expect(report).toMatchObject({ version: '0.0.9', hasKey: false, withdrawn: 0 });
  const { rows } = await (await connect(at('forward'))).end(
    `select (select array_agg(name order by name) from migrations) as migrations,
       (select name from organizations) as organization`,
  );
  expect(rows).toEqual([{ migrations: files, organization: 'Of before' }]);

  // One of a later version has tables that nobody here knows.
  const again = await startEmbeddedPostgres({ folder: data, log: () => {} });
  onTestFinished(() => again.stop());
  const later = openStore(again.url, { onError: () => {} });
  await later.pool.query(`insert into migrations (name) values ('9999_later.sql')`);
  await backUp({ databaseUrl: later.url, data, to: at('later.backup'), withKey: false, version: '9.0.0' });
  await later.close();
  await expect(restoreBackup({ from: at('later.backup'), data: at('none') })).rejects.toThrow(
    /made by a newer version of Allclear \(9999_later\.sql\)/,
  );
  expect(await readdir(folder)).not.toContain('none');
});
