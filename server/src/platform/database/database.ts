import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;

export interface Store {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the pool. A connection that breaks while idle is dropped and reported to `onError`; the next query
 * opens another, so a restart of PostgreSQL does not end the process.
 */
export function openStore(
  url: string,
  options: { onError: (error: Error) => void; connections?: number },
): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 12,
    connectionTimeoutMillis: 10_000,
    // A statement that hangs must not block the engine forever; the longest legitimate one (an export) sets
    // its own limit.
    statement_timeout: 30_000,
    application_name: 'allclear',
  });
  pool.on('error', options.onError);
  // The pool listens while a connection is idle only. One that breaks between two statements of a transaction has no
  // other listener, and would end the process; whoever holds it learns of it by its next statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, url, close: () => db.destroy() };
}

/** Runs `work` in the caller's transaction, else in one of its own. */
export function inTransaction<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
