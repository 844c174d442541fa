import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openStore, type Store } from '../src/platform/database/database.ts';

/**
 * A migrated, empty database of its own, cloned from the template; `close` drops it. For two processes on one
 * database open another store with its `url`.
 */
export async function freshStore(): Promise<Store> {
  const url = inject('postgresUrl');
  const name = `allclear_test_${randomBytes(6).toString('hex')}`;
  await clone(url, name);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const store = openStore(own.href, { onError: () => {} });
  return {
    ...store,
    close: async () => {
      await store.close();
      await withClient(url, (client) => dropDatabase(client, name));
    },
  };
}

/** Connections that a test left open are ended. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
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
