import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/database.ts';

/**
 * What processes tell each other through LISTEN/NOTIFY. A notice only says what changed; who hears it reads
 * the store. PostgreSQL delivers it when, and only when, the transaction that sent it commits.
 */
export type Change =
  | { readonly topic: 'lightning-batches'; readonly ids: readonly string[] }
  | { readonly topic: 'locations'; readonly ids: readonly string[] }
  /** Reports came in: of these organisations' own stations, or without `ids` of everybody's. */
  | { readonly topic: 'observations'; readonly ids?: readonly string[] }
  /** Feeds that push strikes were registered or removed. */
  | { readonly topic: 'strike-feeds' }
  /** Policies of these organisations changed. */
  | { readonly topic: 'policies'; readonly ids: readonly string[] }
  /** Work/rest or risk profiles of these organisations changed, or which of them are used. */
  | { readonly topic: 'profiles'; readonly ids: readonly string[] }
  /** Warnings, weather-service alerts or proactive forecasts of these organisations changed. */
  | { readonly topic: 'warnings'; readonly ids: readonly string[] }
  /** These users have new notifications, or one of theirs went another step. */
  | { readonly topic: 'notifications'; readonly ids: readonly string[] }
  /** These jobs changed their state or went on. */
  | { readonly topic: 'jobs'; readonly ids: readonly string[] }
  /** The weather service's alerts were read anew. */
  | { readonly topic: 'alerts' };

const channel = 'allclear';
/** PostgreSQL refuses payloads of 8,000 bytes; ids are sent in portions. */
const idsPerChange = 150;

export async function notify(db: Database, change: Change): Promise<void> {
  const portions: Change[] =
    'ids' in change && change.ids !== undefined && change.ids.length > idsPerChange
      ? Array.from({ length: Math.ceil(change.ids.length / idsPerChange) }, (_, i) => ({
          ...change,
          ids: change.ids!.slice(i * idsPerChange, (i + 1) * idsPerChange),
        }))
      : [change];
  for (const portion of portions)
    await sql`select pg_notify(${channel}, ${JSON.stringify(portion)})`.execute(db);
}

/**
 * Listens until closed. A broken connection is opened again; what may have been missed meanwhile is told by
 * `onGap`, also once at the start, and the listener then reads the store anew.
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
