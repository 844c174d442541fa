import pg from 'pg';

/** Any fixed number: the process that holds it is the engine. */
export const engineLock = 7_263_003;

/**
 * Tries to become the only active engine of this database. The lock lasts as long as its own connection;
 * `onLost` is called when that breaks, and the holder must stop at once. Null when another process holds it.
 */
export async function tryEngineLock(
  url: string,
  onLost: (error: Error | null) => void,
): Promise<{ release(): Promise<void> } | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'allclear-engine',
    keepAlive: true,
  });
  let released = false;
  let lost = false;
  const lose = (error: Error | null) => {
    if (released || lost) return;
    lost = true;
    onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(null));
  await client.connect();
  // Of a machine that lost its power PostgreSQL receives nothing: the probes end its lock within half a minute.
  await client.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  );
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    engineLock,
  ]);
  if (rows[0]?.locked !== true) {
    released = true;
    await client.end();
    return null;
  }
  return {
    async release() {
      released = true;
      await client.end().catch(() => {});
    },
  };
}
