import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { reasonIn } from './cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

let folder: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'allclear-pg-'));
});

afterEach(async () => {
  // The last one out stops the server, so those that are killed must be gone.
  const left = children.splice(0).filter((child) => child.exitCode === null && child.signalCode === null);
  const ends = left.map(gone);
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(ends);
  for (const server of running.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder, log: () => {} });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/**
 * Another Node process that starts the server in the same folder, reports it, and runs until it is killed or
 * stopped.
 */
async function startElsewhere({ asNobody = false } = {}): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    ${asNobody ? 'process.setgroups([]); process.setgid(65534); process.setuid(65534);' : ''}
    try {
      const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log: () => {} });
      process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
      setInterval(() => {}, 1000);
      console.log('up ' + (server.adopted ? 'adopted' : 'started'));
    } catch (error) { console.log(error.message); }`;
  const cwd = fileURLToPath(new URL('../../../../', import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = await new Promise<string>((resolve) =>
    child.stdout!.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { child, said };
}

const gone = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

describe('the embedded PostgreSQL', () => {
  it('starts, keeps its data and its port over a restart, and listens on loopback only', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    await ask(first.url, 'create table kept as select 42 as answer');
    expect(await ask(first.url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(first.url, 'show fsync')).toBe('on');
    expect(await ask(first.url, 'show timezone')).toBe('UTC');
    expect(await ask(first.url, "select lower('ÉÖ')")).toBe('éö');
    for (const name of ['pg-password', 'pg-app-password'])
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    await expect(ask(first.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
    await first.stop();
    await expect(ask(first.url, 'select 1')).rejects.toThrow();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select answer from kept')).toBe(42);
  });

  it('adopts the server that a killed process left behind within a second, and stops it in the end', async () => {
    const { child, said } = await startElsewhere();
    expect(said).toBe('up started');
    child.kill('SIGKILL');
    await gone(child);
    const began = performance.now();
    const server = await start();
    expect(server.adopted).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await ask(server.url, 'select 1')).toBe(1);
    await server.stop();
    await expect(ask(server.url, 'select 1')).rejects.toThrow();
  });

  it('is shared by two processes, and the last one out stops it', async () => {
    const [one, other] = await Promise.all([startElsewhere(), start()]);
    expect([one.said === 'up adopted', other.adopted].filter(Boolean)).toHaveLength(1);
    const end = gone(one.child);
    one.child.kill('SIGTERM');
    await end;
    expect(await ask(other.url, 'select 1')).toBe(1);
    await other.stop();
    await expect(ask(other.url, 'select 1')).rejects.toThrow();
  });

  it('comes back on the same port when the server dies', async () => {
    const server = await start();
    const pid = Number((await readFile(join(folder, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => ask(server.url, 'select 1').catch(() => undefined), { timeout: 20_000 }).toBe(1);
  });

  it('starts although postmaster.pid is garbage, empty, or names another living process', async () => {
    await (await start()).stop();
    for (const content of [
      'not a pid file\n',
      '',
      `${process.pid}\n/nowhere\n1700000000\n5432\n\n127.0.0.1\n0 0\nready\n`,
    ]) {
      await writeFile(join(folder, 'pg/postmaster.pid'), content);
      const server = await start();
      expect(await ask(server.url, 'select 1')).toBe(1);
      await server.stop();
    }
    const { child } = await startElsewhere();
    child.kill('SIGKILL');
    await gone(child);
    await writeFile(join(folder, 'pg/postmaster.pid'), 'garbage');
    expect((await start()).adopted).toBe(true);
  });

  it('says in one sentence that the data folder cannot be made or written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(startEmbeddedPostgres({ folder: join(folder, 'file/data'), log: () => {} })).rejects.toThrow(
      `The data folder ${folder}/file/data cannot be made (a part of its path is a file); choose another with --data.`,
    );
    // The tests may run as root, which can write everywhere.
    await chmod(folder, 0o555);
    const { said } = await startElsewhere({ asNobody: process.getuid?.() === 0 });
    expect(said).toBe(`The data folder ${folder} is not writable for this user; choose another with --data.`);
  });

  it.runIf(process.getuid?.() === 0)('as root names the folder above that keeps PostgreSQL out', async () => {
    const closed = join(folder, 'closed');
    await chmod(folder, 0o755);
    await mkdir(closed, { mode: 0o700 });
    await expect(startEmbeddedPostgres({ folder: join(closed, 'data'), log: () => {} })).rejects.toThrow(
      `may not enter ${closed}: allow it`,
    );
  });

  it('says what PostgreSQL says when it does not start', async () => {
    await (await start()).stop();
    await writeFile(join(folder, 'pg/PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/did not start.*incompatible with server.*version 9/);
  });
});

/** The URL of the superuser, for what only it may do. */
async function superuserUrl({ url }: EmbeddedPostgres): Promise<string> {
  const admin = new URL(url);
  admin.username = 'allclear';
  admin.password = (await readFile(join(folder, 'pg-password'), 'utf8')).trim();
  return admin.href;
}

async function run(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

describe('the role of the product', () => {
  const owners = `select string_agg(distinct pg_get_userbyid(owner), ',') from (
      select relowner as owner, relnamespace as namespace from pg_class
      union all select proowner, pronamespace from pg_proc
      union all select typowner, typnamespace from pg_type
      union all select nspowner, oid from pg_namespace where nspname <> 'public') as objects
    join pg_namespace on pg_namespace.oid = namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'`;

  it('owns its database and may do nothing beyond', async () => {
    const server = await start();
    expect(await ask(server.url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false);
    await run(server.url, (pool) => migrate(pool));
    expect(await ask(server.url, owners)).toBe('allclear_app');
    for (const forbidden of [
      'alter role current_user superuser',
      'create role another superuser',
      'create database another',
      `copy (select 1) to program 'true'`,
      `select pg_read_file('postgresql.conf')`,
      'set role allclear',
    ])
      await expect(ask(server.url, forbidden), forbidden).rejects.toThrow(/permission denied/);
  });

  it('takes over the data folder of an older version, which worked as the superuser', async () => {
    const before = await start();
    const admin = await superuserUrl(before);
    await run(admin, async (pool) => {
      await pool.query('alter database allclear owner to allclear');
      await pool.query('drop role allclear_app');
      await migrate(pool);
      await pool.query("insert into identity_secrets values ('kept', '42', now())");
      await pool.query("create type kind as enum ('a'); create domain miles as float8");
      await pool.query('create function half(int) returns int language sql as $$ select $1 / 2 $$');
      await pool.query('create view names as select name from migrations');
    });
    await before.stop();
    await rm(join(folder, 'pg-app-password'));
    await chmod(join(folder, 'pg-password'), 0o644);

    const [one, other] = await Promise.all([start(), startElsewhere()]);
    expect(other.said).toMatch(/^up /);
    expect((await stat(join(folder, 'pg-password'))).mode & 0o777).toBe(0o600);
    expect(await ask(one.url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false);
    expect(await ask(one.url, "select value from identity_secrets where name = 'kept'")).toBe(42);
    expect(await ask(one.url, owners)).toBe('allclear_app');
    expect(
      await ask(one.url, "select pg_get_userbyid(datdba) from pg_database where datname = 'allclear'"),
    ).toBe('allclear_app');
    // What a later migration does, of our own and of the job queue.
    await run(one.url, async (pool) => {
      await pool.query('alter table identity_secrets add column more int; drop view names');
      await pool.query('alter table graphile_worker._private_jobs add column more int');
      await migrate(pool);
    });
  });

  it('gets the password of its file again when that was lost', async () => {
    await (await start()).stop();
    await rm(join(folder, 'pg-app-password'));
    expect(await ask((await start()).url, 'select 1')).toBe(1);
  });
});

describe('the reason in what PostgreSQL says', () => {
  it.each([
    [
      '2026-01-01 00:00:00.000 UTC [7] FATAL:  could not open\n2026-01-01 00:00:00.000 UTC [7] HINT:  Look there.\n',
      'could not open Look there.',
    ],
    [
      'initdb: error: could not access directory "/x": Permission denied\n',
      'could not access directory "/x": Permission denied',
    ],
    ['something else\n', 'something else'],
    ['', undefined],
  ])('%j', (said, reason) => expect(reasonIn(said)).toBe(reason));
});
