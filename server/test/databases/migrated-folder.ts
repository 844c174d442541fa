import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { superuser } from '../../src/platform/database/embedded/application-role.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';

const run = promisify(execFile);

/**
 * A data folder with a migrated and otherwise empty database, for many servers to start on copies of it: making the
 * cluster and migrating are half of a first start. Its PostgreSQL need not survive a power cut.
 */
export async function makeMigratedFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'allclear-migrated-'));
  await chmod(parent, 0o711);
  const folder = path.join(parent, 'data');
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  try {
    const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
    await migrate(pool).finally(() => pool.end());
    const client = new pg.Client(await superuserUrl(postgres.url, folder));
    await client.connect();
    await client.query('alter system set fsync = off').finally(() => client.end());
  } finally {
    await postgres.stop();
  }
  // Each copy has a port of its own.
  await rm(path.join(folder, 'pg-port'));
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** `to` must not exist. Owners stay: as root, PostgreSQL runs as another user. */
export async function copyMigratedFolder(folder: string, to: string): Promise<void> {
  await run('cp', ['-a', folder, to]);
}

async function superuserUrl(url: string, folder: string): Promise<string> {
  const changed = new URL(url);
  changed.username = superuser;
  changed.password = (await readFile(path.join(folder, 'pg-password'), 'utf8')).trim();
  return changed.href;
}
