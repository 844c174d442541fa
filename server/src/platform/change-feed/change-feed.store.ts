import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/database.ts';

/**
 * A committed change, announced to every process through LISTEN/NOTIFY. It only names what changed; a
 * receiver reads the store. PostgreSQL delivers it when, and only when, the transaction that sent it commits.
 */
export interface Change {
  /** One of the `changeTopics` of a subject. */
  readonly topic: string;
  /** Of what changed, as its topic has it: of organizations, users, locations …; without them it is all. */
  readonly ids?: readonly string[];
}

const channel = 'allclear';
/** PostgreSQL refuses payloads of 8,000 bytes; ids are sent in portions. */
const idsPerChange = 150;
const connectWithinMs = 10_000;

export async function notify(db: Database, change: Change): Promise<void> {
  const { topic, ids } = change;
  const portions: Change[] =
    ids !== undefined && ids.length > idsPerChange
      ? Array.from({ length: Math.ceil(ids.length / idsPerChange) }, (_, i) => ({
          topic,
          ids: ids.slice(i * idsPerChange, (i + 1) * idsPerChange),
        }))
      : [change];
  for (const portion of portions)
    await sql`select pg_notify(${channel}, ${JSON.stringify(portion)})`.execute(db);
}

/** An open change feed. */
export interface ChangeFeed {
  /**
   * Asks PostgreSQL on the connection of the feed: resolves after all changes that were acknowledged before. Rejects
   * while there is no connection.
   */
  prove(): Promise<void>;
  /** Gives the connection up, as one that broke: it is opened again. */
  reconnect(reason: string): void;
  close(): Promise<void>;
}

/**
 * Listens until closed. A broken connection is opened again. `onGap` is called at the start and whenever
 * changes may have been missed: what depends on them must be read again. `onLost` is called when they begin to be.
 */
export async function listen(
  url: string,
  handlers: {
    onChange: (change: Change) => void;
    onGap: () => void;
    onLost?: () => void;
    onError: (error: Error) => void;
  },
): Promise<ChangeFeed> {
  let closed = false;
  let client: pg.Client | null = null;
  let giveUp: (error: Error) => void = () => {};
  let retry: NodeJS.Timeout | null = null;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'allclear-listen',
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
    });
    let ended = false;
    const lost = (error?: Error) => {
      if (ended) return;
      ended = true;
      client = null;
      if (closed) return;
      handlers.onLost?.();
      if (error) handlers.onError(error);
      retry = setTimeout(() => void connect().catch(lost), 500);
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost());
    fresh.on('notification', ({ payload }) => {
      if (payload && !ended) handlers.onChange(JSON.parse(payload) as Change);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      lost(error as Error);
      return;
    }
    if (ended) return;
    client = fresh;
    giveUp = (error) => {
      lost(error);
      fresh.end().catch(() => {});
    };
    handlers.onGap();
  };
  await connect();
  return {
    async prove() {
      if (client === null) throw new Error('The change feed is not connected.');
      await client.query('select 1');
    },
    reconnect: (reason) => giveUp(new Error(reason)),
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
