import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { migrateJobs } from '../jobs/jobs.store.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Any fixed number: processes that migrate the same database wait for each other on it. */
const migrationLock = 7_263_001;

/**
 * Migrates the database to the newest migration. Forward only: each file runs once, in the order of its
 * number, in its own transaction; the tables of the job queue follow. Several processes may call this at
 * once; one does the work, the others wait. Throws for a database that a newer version has migrated further.
 */
export async function migrate(
  pool: pg.Pool,
  {
    only,
    beforeFirst,
  }: {
    /** The migrations to run, for a database as an earlier version left it; all of them unless given. */
    readonly only?: readonly string[];
    /** Called before the first migration of a database that an earlier version has used; what it throws ends it. */
    readonly beforeFirst?: () => Promise<void>;
  } = {},
): Promise<string[]> {
  const files = await migrationFiles();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await client.query(
        'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
      );
      const done = new Set(
        (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
      );
      const unknown = [...done].filter((name) => !files.includes(name));
      if (unknown.length > 0) {
        throw new Error(
          `The database was migrated by a newer version of Allclear (${unknown.join(', ')}). Start that version.`,
        );
      }
      const missing = files.filter((name) => !done.has(name) && (only?.includes(name) ?? true));
      if (done.size > 0 && missing.length > 0) await beforeFirst?.();
      for (const name of missing) {
        await client.query('begin');
        try {
          await client.query(await readFile(new URL(name, folder), 'utf8'));
          await client.query('insert into migrations (name) values ($1)', [name]);
          await client.query('commit');
        } catch (error) {
          await client.query('rollback');
          throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
        }
      }
      await migrateJobs(pool);
      return missing;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    client.release();
  }
}

/** The names of all migrations of this version, in their order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}
