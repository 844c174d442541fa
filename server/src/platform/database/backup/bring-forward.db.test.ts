import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, runServer } from '../../../../test/run-server.ts';
import { openStore, type Store } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { migrate, migrationFiles } from '../migrate.ts';
import { readLastBackup } from './back-up.ts';
import { readBackup } from './backup-file.ts';
import { bringForward, NoBackup, upgradeBackups } from './bring-forward.ts';
import { restoreBackup } from './restore.store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-upgrade-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The embedded database of a new data folder. */
async function openEmbedded(name: string): Promise<{ data: string; store: Store; close(): Promise<void> }> {
  const data = path.join(folder, name);
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  return {
    ...{ data, store },
    async close() {
      await store.close();
      await postgres.stop();
    },
  };
}

/** As a version left it that was two migrations earlier. */
async function earlierDatabase(
  name: string,
): Promise<{ data: string; store: Store; close(): Promise<void> }> {
  const opened = await openEmbedded(name);
  await migrate(opened.store.pool, { only: (await migrationFiles()).slice(0, -2) });
  await opened.store.pool.query(
    `insert into organizations (name, created_at, support_email, support_phone)
     values ('Of before', now(), 'support@example.org', '')`,
  );
  return opened;
}
const stateOf = async ({ pool }: Store) =>
  (
    await pool.query(
      `select (select count(*)::int from migrations) as migrations, (select name from organizations) as organization`,
    )
  ).rows[0];

test('a database of an earlier version is backed up before it is changed, and the backup has what was there', async () => {
  const { data, store, close } = await earlierDatabase('earlier');
  const backups = path.join(data, upgradeBackups);
  await mkdir(backups);
  for (const day of [1, 2, 3, 4]) await writeFile(path.join(backups, `2026-01-0${day}.backup`), '');
  const files = await migrationFiles();
  const announced: string[] = [];
  const forward = await bringForward({
    ...{ pool: store.pool, databaseUrl: store.url, data },
    onBackup: (file) => announced.push(file),
  });
  expect(announced).toEqual([forward.backup]);
  expect(forward.migrations).toEqual(files.slice(-2));
  expect(await stateOf(store)).toEqual({ migrations: files.length, organization: 'Of before' });
  const backup = forward.backup ?? '';
  expect(await readdir(backups)).toEqual(['2026-01-03.backup', '2026-01-04.backup', path.basename(backup)]);
  // It is on the same disk: nobody is to take it for the backup of the day.
  expect(await readLastBackup(data)).toBeNull();
  await close();

  const { value } = await readBackup(backup).next();
  expect(value?.record).toMatchObject({ kind: 'header', hasKey: false, migrations: files.slice(0, -2) });
  const restored = path.join(folder, 'restored');
  await restoreBackup({ from: backup, data: restored });
  const again = await openEmbedded('restored');
  expect(await stateOf(again.store)).toEqual({ migrations: files.length, organization: 'Of before' });
  expect(
    (await bringForward({ pool: again.store.pool, databaseUrl: again.store.url, data: restored })).backup,
  ).toBeNull();
  await again.close();
});

test('without a backup nothing is changed, and the sentence says what to do', async () => {
  const { data, store, close } = await earlierDatabase('full');
  const before = await stateOf(store);
  await writeFile(path.join(data, upgradeBackups), 'a file where the folder would be');
  const bringing = bringForward({ pool: store.pool, databaseUrl: store.url, data });
  await expect(bringing).rejects.toThrow(NoBackup);
  await expect(bringing).rejects.toThrow(/ALLCLEAR_BACKUP_BEFORE_UPGRADE=false/);
  expect(await stateOf(store)).toEqual(before);
  await close();

  // The server says the same, and goes on where somebody decides so.
  const options = { data, args: ['--weather', 'simulated', '--seed', 'none'] };
  await expect(runServer({ ...options, port: await freePort() })).rejects.toThrow(
    /Allclear cannot start: This version changes the database, and no backup of it could be written/,
  );
  const server = await runServer({
    ...{ ...options, port: await freePort(), env: { ALLCLEAR_BACKUP_BEFORE_UPGRADE: 'false' } },
  });
  onTestFinished(async () => void (await server.stop()));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('a new database is not backed up', async () => {
  const { data, store, close } = await openEmbedded('new');
  const forward = await bringForward({ pool: store.pool, databaseUrl: store.url, data });
  expect([forward.migrations.length, forward.backup]).toEqual([(await migrationFiles()).length, null]);
  expect(await readdir(data)).not.toContain(upgradeBackups);
  await close();
});
