import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore, type Store } from '../src/platform/database/database.ts';
import { resetDatabase } from './databases/used-databases.ts';

/** Databases of this worker that no test uses any more. */
const used: string[] = [];
/** One connection of the worker that renames databases. */
let superusers: pg.Pool | undefined;

/**
 * A migrated, empty database of its own. Creating one takes longer than many a test, so `close` leaves it for the next
 * test of the worker, which gets it emptied and under another name. For two processes on one database open another
 * store with its `url`.
 */
export async function freshStore(): Promise<Store> {
  const url = inject('postgresUrl');
  const name = `allclear_test_${randomBytes(6).toString('hex')}`;
  const isReused = await reuse(name);
  if (!isReused) await clone(url, name);
  const store = openStore(databaseUrl(url, name), { onError: () => {} });
  return {
    ...store,
    close: async () => {
      await store.close();
      if (inject('postgresSuperuserUrl') === null)
        await withClient(url, (client) => dropDatabase(client, name));
      else used.push(name);
    },
  };
}

/** Makes a used database the named one; false when there is none, or none that is as new. */
async function reuse(name: string): Promise<boolean> {
  const [superuser, template] = [inject('postgresSuperuserUrl'), inject('postgresTemplateState')];
  const before = used.pop();
  if (superuser === null || template === null || before === undefined) return false;
  superusers ??= new pg.Pool({ connectionString: superuser, max: 1, allowExitOnIdle: true });
  const client = await superusers.connect();
  try {
    // What a test left running does not find the database under its name any more.
    if (await rename(client, before, name)) {
      // What a test did to its tables may be more than can be undone.
      const reset = withClient(databaseUrl(superuser, name), (own) => resetDatabase(own, template));
      const isReset = await reset.catch(() => false);
      if (isReset) return true;
      await dropDatabase(client, name);
    } else await dropDatabase(client, before);
    return false;
  } finally {
    client.release();
  }
}

async function rename(client: pg.ClientBase, before: string, name: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [before]);
    try {
      await client.query(`alter database ${before} rename to ${name}`);
      return true;
    } catch (error) {
      // 55006: a connection is not ended yet.
      if (!(error instanceof pg.DatabaseError) || error.code !== '55006') return false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return false;
}

/** Connections that a test left open are ended. */
export async function dropDatabase(client: pg.ClientBase, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${name} with (force)`);
  } catch (error) {
    // An autovacuum worker is in the database and only a superuser may end it by force. A drop without force asks
    // the worker to stop and waits for it.
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    await client.query(`drop database if exists ${name}`);
  }
}

async function clone(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    // Two clones of one template at the same moment disturb each other; the lock lines the test files up.
    await client.query('select pg_advisory_lock(7263003)');
    await client.query(`create database ${name} template ${inject('postgresTemplate')}`);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
