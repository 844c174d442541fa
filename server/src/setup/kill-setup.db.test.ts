import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { freePort, runServer, runToEnd, type ServerProcess } from '../../test/run-server.ts';
import type { Store } from '../platform/database/database.ts';

let folder: string;
let store: Store;
let server: ServerProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-kill-setup-'));
  await chmod(folder, 0o711);
  store = await freshStore();
});
afterAll(async () => {
  await server?.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  server = await runServer({
    data: folder,
    port: await freePort(),
    args: ['--weather', 'simulated', '--seed', 'none'],
    env: { DATABASE_URL: store.url, LOG_LEVEL: 'debug' },
  });
  return server;
}

const file = () => path.join(folder, 'setup-code');
const codeOf = async () => (await readFile(file(), 'utf8')).trim();
const needsSetup = async ({ url }: ServerProcess) =>
  ((await (await fetch(`${url}/api/status`)).json()) as { data: { needsSetup?: true } }).data.needsSetup;

const setUp = ({ url }: ServerProcess, code: string) =>
  fetch(`${url}/api/Setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ code, name: 'Killed District', timeZone: 'Eastern', supportEmail: 'help@killed.example' },
      ...{ firstName: 'Sam', email: 'sam@killed.example' },
      ...{
        password: 'three umbrellas beside a harbor',
        confirmedPassword: 'three umbrellas beside a harbor',
      },
    }),
  });

const count = async (query: string) => Number((await store.pool.query(query)).rows[0].count);

test('a server that is killed between organization and Super Admin leaves neither, and the same code', {
  timeout: 180_000,
}, async () => {
  const first = await start();
  const code = await codeOf();
  expect(first.output()).toContain(`Set it up at ${first.url}/setup with the code in ${file()}`);
  expect(await needsSetup(first)).toBe(true);

  const holder = await store.pool.connect();
  await holder.query('begin');
  // Accounts can be read but not written: the transaction waits behind its organization.
  await holder.query('lock table users in exclusive mode');
  const lost = setUp(first, code).catch(() => 'no answer');
  const waiting = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "users"%'`;
  await expect.poll(() => count(waiting), { timeout: 30_000, interval: 50 }).toBe(1);
  await first.kill();
  expect(await lost).toBe('no answer');
  await holder.query('rollback');
  holder.release();
  await expect.poll(() => count(waiting), { timeout: 30_000, interval: 50 }).toBe(0);
  expect(await count('select count(*) from organizations')).toBe(0);
  expect(await count('select count(*) from users')).toBe(0);

  const second = await start();
  expect([await codeOf(), await needsSetup(second)]).toEqual([code, true]);
  expect((await setUp(second, code)).status).toBe(200);
  await expect(stat(file())).rejects.toThrow('ENOENT');
  expect(second.output()).not.toContain(code);
  await second.stop();

  const third = await start();
  expect(await needsSetup(third)).toBeUndefined();
  expect(third.output()).not.toContain('Set it up');
});

test('create-admin beside a server that waits removes the code', { timeout: 180_000 }, async () => {
  const other = await freshStore();
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-command-'));
  await chmod(data, 0o711);
  const env = { DATABASE_URL: other.url };
  const waiting = await runServer({
    data,
    port: await freePort(),
    args: ['--weather', 'simulated', '--seed', 'none'],
    env,
  });
  try {
    const code = await readFile(path.join(data, 'setup-code'), 'utf8');
    const args = ['--data', data, '--organization', 'Command District', '--email', 'sam@command.example'];
    const made = await runToEnd(args, env, 'create-admin.ts');
    expect(made.output).toContain('Made the organization Command District');
    await expect(stat(path.join(data, 'setup-code'))).rejects.toThrow('ENOENT');
    expect((await setUp(waiting, code.trim())).status).toBe(409);
    expect(await needsSetup(waiting)).toBeUndefined();
  } finally {
    await waiting.stop();
    await other.close();
    await rm(data, { recursive: true, force: true });
  }
});
