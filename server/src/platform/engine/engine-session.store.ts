import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sliceCount } from './place-share.ts';

/** Any fixed number: the session that holds it is the leader. */
export const engineLock = 7_263_003;

export interface LeaseLimits {
  /** Without a renewal for so long an engine loses its slices to others, ms. */
  readonly leaseMs: number;
  /** Without a renewal for so long its connection is ended: its process or machine stands still, and may lead, ms. */
  readonly silentMs: number;
}

export const leaseLimits: LeaseLimits = { leaseMs: 10_000, silentMs: 20_000 };

/** A slice that an engine holds. */
export interface HeldSlice {
  readonly slice: number;
  /** Another one than before: it was another engine's meanwhile. */
  readonly token: string;
}

/** One engine's connection to the database: its lock and its lease last as long as the connection. */
export interface EngineSession {
  /** Tries to become the leader, which does what is not shared by place. */
  tryLead(): Promise<boolean>;
  /**
   * Renews the lease and takes free slices up to a fair share: the slices that are held now, in order, and how many are
   * fair. What is returned is good for `leaseMs` from before the call.
   */
  renew(): Promise<{ held: readonly HeldSlice[]; fair: number }>;
  /** Gives up all but the first `keep` slices that are held, for the others to take. */
  giveUp(keep: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a session; `onLost` is called once when its connection breaks, and its holder must stop at once. */
export async function openEngineSession(
  url: string,
  onLost: (error: Error | null) => void,
  limits: LeaseLimits = leaseLimits,
): Promise<EngineSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'allclear-engine',
    keepAlive: true,
  });
  let isOver = false;
  const lose = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(null));
  const close = async () => {
    isOver = true;
    await client.end().catch(() => {});
  };
  const id = randomUUID();
  try {
    await client.connect();
    // Of a machine that lost its power PostgreSQL receives nothing: the probes end its lock within half a minute.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async tryLead() {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        engineLock,
      ]);
      return rows[0]?.locked === true;
    },
    async renew() {
      await renewSession(client, id);
      await endOthers(client, id, limits);
      const fair = Math.ceil(sliceCount / (await enginesAtWork(client, limits)));
      await take(client, id, fair);
      return { held: await heldBy(client, id), fair };
    },
    giveUp: (keep) => giveUp(client, id, keep),
    close,
  };
}

// Each statement is a transaction of its own: a process that is stopped between them keeps no row locked.

const isConnected = `exists (select from pg_stat_activity a where a.pid = s.pid and a.backend_start = s.backend_start)`;

async function renewSession(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `insert into engine_sessions (id, pid, backend_start, renewed_at)
     select $1, pid, backend_start, clock_timestamp() from pg_stat_activity where pid = pg_backend_pid()
     on conflict (id) do update set renewed_at = excluded.renewed_at`,
    [id],
  );
}

/** Frees the slices of engines that are gone or silent, and ends the connections of those that stay silent. */
async function endOthers(client: pg.Client, id: string, { leaseMs, silentMs }: LeaseLimits): Promise<void> {
  await client.query(
    `update engine_slices set session_id = null where session_id in (
       select s.id from engine_sessions s
       where s.id <> $1 and s.renewed_at < clock_timestamp() - $2 * interval '1 millisecond')`,
    [id, leaseMs],
  );
  await client.query(
    `select pg_terminate_backend(s.pid) from engine_sessions s
     where s.id <> $1 and s.renewed_at < clock_timestamp() - $2 * interval '1 millisecond' and ${isConnected}`,
    [id, silentMs],
  );
  await client.query(`delete from engine_sessions s where s.id <> $1 and not ${isConnected}`, [id]);
}

/** This one and the others whose lease is not over. */
async function enginesAtWork(client: pg.Client, { leaseMs }: LeaseLimits): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from engine_sessions
     where renewed_at >= clock_timestamp() - $1 * interval '1 millisecond'`,
    [leaseMs],
  );
  return Math.max(1, rows[0]?.count ?? 1);
}

async function giveUp(client: pg.Client, id: string, keep: number): Promise<void> {
  await client.query(
    `update engine_slices set session_id = null where slice in (
       select slice from engine_slices where session_id = $1 order by slice offset $2)`,
    [id, keep],
  );
}

async function take(client: pg.Client, id: string, fair: number): Promise<void> {
  await client.query(
    `update engine_slices set session_id = $1, token = token + 1 where slice in (
       select slice from engine_slices where session_id is null order by slice
       limit greatest(0, $2 - (select count(*) from engine_slices where session_id = $1))
       for update skip locked)`,
    [id, fair],
  );
}

async function heldBy(client: pg.Client, id: string): Promise<HeldSlice[]> {
  // Waits for another engine that takes a slice at this moment, and then does not return it.
  const { rows } = await client.query<HeldSlice>(
    'select slice, token::text as token from engine_slices where session_id = $1 order by slice for share',
    [id],
  );
  return rows;
}
