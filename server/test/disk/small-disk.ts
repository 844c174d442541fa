import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import type { Store } from '../../src/platform/database/database.ts';
import { dropDatabase } from '../fresh-store.ts';

const run = promisify(execFile);

/** A disk of PostgreSQL (a tablespace on a file system in memory) that is soon full. */
export interface SmallDisk {
  /** Moves a table there, with its long values and its indexes. */
  hold(store: Store, table: string): Promise<void>;
  resize(kilobytes: number): Promise<void>;
  /** Leaves no room. */
  fill(): Promise<void>;
  /** After the databases that use it are closed. */
  close(): Promise<void>;
}

/** Why there can be no small disk here; null when there can be one. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a file system needs root on Linux';
  return inject('postgresSuperuserUrl') === null ? 'the tests use a PostgreSQL of somebody else' : null;
}

export async function openSmallDisk(kilobytes: number): Promise<SmallDisk> {
  const url = inject('postgresSuperuserUrl');
  if (url === null) throw new Error('A tablespace needs a superuser.');
  const client = new pg.Client(url);
  await client.connect();
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-disk-'));
  const name = `small_${randomBytes(4).toString('hex')}`;
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  const { uid, gid } = await stat(rows[0]?.folder ?? '');
  const mount = (...options: string[]) => run('mount', ['-t', 'tmpfs', ...options, 'tmpfs', folder]);
  const remount = (size: number) => mount('-o', `remount,size=${size}k`);
  await mount('-o', `size=${kilobytes}k,uid=${uid},gid=${gid},mode=700`);
  await client.query(`create tablespace ${name} location '${folder}'`);
  await client.query(`grant create on tablespace ${name} to public`);
  return {
    async hold(store, table) {
      await store.pool.query(`alter table ${table} set tablespace ${name}`);
      const indexes = await store.pool.query<{ index: string }>(
        'select indexrelid::regclass::text as index from pg_index where indrelid = $1::regclass',
        [table],
      );
      for (const { index } of indexes.rows)
        await store.pool.query(`alter index ${index} set tablespace ${name}`);
    },
    async resize(next) {
      await remount(next);
    },
    async fill() {
      const { stdout } = await run('df', ['--output=used', '-k', folder]);
      await remount(Number(stdout.split('\n')[1]));
    },
    async close() {
      // Those that another test would take over.
      const held = await client.query<{ name: string }>(
        `select d.datname as name from pg_tablespace t, pg_tablespace_databases(t.oid) as held (oid)
          join pg_database d on d.oid = held.oid where t.spcname = $1`,
        [name],
      );
      for (const { name: database } of held.rows) await dropDatabase(client, database);
      await client.query(`drop tablespace ${name}`);
      await client.end();
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}
