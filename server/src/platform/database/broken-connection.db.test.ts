import { expect, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';

test('a connection that breaks between two statements of a transaction fails that transaction alone', async () => {
  const store = await freshStore();
  // Nothing listens for it but the store itself: without that, the process ends.
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const client = await store.pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await store.pool.query('select pg_terminate_backend($1)', [rows[0]?.id]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});
