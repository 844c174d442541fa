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
 * opens another, so a restart of PostgreSQL does not end the process. One that breaks in the middle of a transaction
 * fails its next statement.
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
  // Between two statements of a transaction a connection that breaks reports it here, and nobody else listens: the
  // error would end the process. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, url, close: () => db.destroy() };
}

/** Runs `work` in the caller's transaction, else in one of its own. */
export function inTransaction<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
