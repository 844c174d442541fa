import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Store } from './database.ts';

let store: Store;
beforeEach(async () => {
  store = await freshStore();
});
afterEach(() => store.close());

test('a connection that breaks between two statements of a transaction fails that transaction and nothing else', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  process.on('uncaughtException', note);
  try {
    const broken = store.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await store.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // The connection is noticed to be broken while no statement runs on it.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`select 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    expect(failures).toEqual([]);
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    process.off('uncaughtException', note);
  }
});
