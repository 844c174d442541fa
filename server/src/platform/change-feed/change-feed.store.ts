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

/**
 * Listens until closed. A broken connection is opened again. `onGap` is called at the start and whenever
 * changes may have been missed: what depends on them must be read again.
 */
export async function listen(
  url: string,
  handlers: { onChange: (change: Change) => void; onGap: () => void; onError: (error: Error) => void },
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'allclear-listen',
      keepAlive: true,
    });
    let ended = false;
    const lost = (error?: Error) => {
      if (ended) return;
      ended = true;
      if (closed) return;
      if (error) handlers.onError(error);
      retry = setTimeout(() => void connect().catch(lost), 500);
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost());
    fresh.on('notification', ({ payload }) => {
      if (payload) handlers.onChange(JSON.parse(payload) as Change);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      lost(error as Error);
      return;
    }
    client = fresh;
    handlers.onGap();
  };
  await connect();
  return {
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
