import { spawn } from 'node:child_process';
import { open, readFile, realpath, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { required } from '../../required.ts';
import { connectionOf, superuser } from './application-role.ts';
import { ended, reasonIn } from './cluster.ts';
import type { EmbeddedFolder } from './folder.ts';
import { isAlive, postmasterOf, readPidFile, waitUntilGone } from './orphan.ts';

/** A server that answers, with the connection on which this process holds the shared lock. */
export interface Server {
  readonly port: number;
  readonly adopted: boolean;
  readonly keeper: pg.Client;
}

/**
 * Every process that uses the server holds this advisory lock shared; a process that gets it exclusively is
 * the last one. Any fixed number.
 */
export const inUse = 7_263_002;
/** A server that replays its log after a crash may take this long before it answers. */
const startLimitMs = 300_000;
const logLimitBytes = 10_000_000;

/**
 * A running server of this cluster: the one that runs already if it answers, else a new one. With `port`,
 * only on that port. A start may fail for a moment (just after a kill -9, or when two processes start at
 * once), so it is tried again with back-off.
 */
export async function ensureServer(
  at: EmbeddedFolder,
  postgres: string,
  port: number | undefined,
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await adopt(at);
    if (adopted) return adopted;
    const started = await start(at, postgres, port ?? (await freePort(at)));
    if ('keeper' in started) return started;
    if (attempt >= 6)
      throw new Error(`PostgreSQL did not start in ${at.cluster}: ${started.reason} (more in ${at.logFile})`);
    await pause(50 * 2 ** attempt);
  }
}

/** Uses the server that runs on the cluster; one that does not accept our password is stopped. */
async function adopt(at: EmbeddedFolder): Promise<Server | undefined> {
  const pidFile = await readPidFile(at.cluster);
  const pid = await postmasterOf(at.cluster, pidFile);
  if (pid === undefined) {
    // PostgreSQL refuses a garbage file, and one that names a living process; neither is a server of ours.
    if (pidFile.kind === 'garbage' || (pidFile.kind === 'postmaster' && isAlive(pidFile.pid)))
      await rm(join(at.cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const port = (pidFile.kind === 'postmaster' ? pidFile.port : undefined) ?? (await keptPort(at));
  let lastError = '';
  for (let waited = 0; isAlive(pid) && waited < startLimitMs; waited += 50) {
    try {
      if (port !== undefined) return { port, adopted: true, keeper: await connect(at, port) };
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      lastError = message;
      // 57P03: it reports that it is starting, recovering or stopping. Without any answer the wait is short.
      if (code !== '57P03' && (code !== 'ECONNREFUSED' || waited > 5_000)) break;
    }
    if (port === undefined && waited > 1_000) break;
    await pause(50);
  }
  if (!isAlive(pid)) return undefined;
  await stopProcess(pid, at, lastError);
  return undefined;
}

async function start(
  at: EmbeddedFolder,
  postgres: string,
  port: number,
): Promise<Server | { reason: string }> {
  const log = await open(at.logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // Several processes may share it, each with a pool of its own and its workers.
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  const child = spawn(postgres, ['-D', at.cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...at.user,
    cwd: at.cluster,
    // Output goes to a file, not a pipe, because the server may outlive this process. It has a session of its
    // own, so that Ctrl-C reaches only this process, which stops things in order.
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  let end: string | undefined;
  ended(child).then((how) => {
    end = how;
  });
  child.unref();
  await log.close();
  for (let waited = 0; waited < startLimitMs; waited += 20) {
    if (end !== undefined) break;
    try {
      return { port, adopted: false, keeper: await connect(at, port) };
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (code === '28P01') {
        await stopServer(at);
        throw new Error(
          `The embedded database in ${at.cluster} does not know the password in ${join(at.folder, 'pg-password')}: bring that file back from a backup.`,
        );
      }
      if (code !== 'ECONNREFUSED' && code !== '57P03' && code !== 'ECONNRESET') end ??= message;
    }
    await pause(20);
  }
  const said = (await readFile(at.logFile)).subarray(from).toString();
  return { reason: reasonIn(said) ?? end ?? 'it did not answer' };
}

/** Connects, checks that this is the server of our cluster, and takes the lock that marks it as used. */
async function connect(at: EmbeddedFolder, port: number): Promise<pg.Client> {
  const keeper = new pg.Client({
    ...connectionOf(at, port, { user: superuser, database: 'postgres' }),
    application_name: 'allclear keeper',
    keepAlive: true,
  });
  keeper.on('error', () => {});
  try {
    await keeper.connect();
    const { rows } = await keeper.query<{ data_directory: string }>('show data_directory');
    if (
      (await realpath(required(rows[0], 'the data directory').data_directory)) !==
      (await realpath(at.cluster))
    )
      throw new Error(`another PostgreSQL answers on port ${port}`);
    await keeper.query('select pg_advisory_lock_shared($1)', [inUse]);
    return keeper;
  } catch (error) {
    await keeper.end().catch(() => {});
    throw error;
  }
}

/** Stops the server of this cluster: fast shutdown (clients are cut off, everything acknowledged is kept). */
export async function stopServer(at: EmbeddedFolder): Promise<void> {
  const pid = await postmasterOf(at.cluster, await readPidFile(at.cluster));
  if (pid !== undefined) await stopProcess(pid, at, '');
  const size = (await stat(at.logFile).catch(() => undefined))?.size ?? 0;
  if (size > logLimitBytes) await truncate(at.logFile);
}

async function stopProcess(pid: number, at: EmbeddedFolder, why: string): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new Error(
        `A PostgreSQL of another user (process ${pid}) holds ${at.cluster}; stop it first. ${why}`.trim(),
        { cause: error },
      );
    }
  };
  signal('SIGINT');
  if (await waitUntilGone(pid, 30_000)) return;
  // Immediate shutdown: the next start replays the log; nothing acknowledged is lost.
  signal('SIGQUIT');
  if (!(await waitUntilGone(pid, 10_000)))
    throw new Error(`PostgreSQL (process ${pid}) on ${at.cluster} does not stop; end it by hand.`);
}

async function keptPort(at: EmbeddedFolder): Promise<number | undefined> {
  const port = Number(await readFile(at.portFile, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** The port of the last start while it is free, else any. */
async function freePort(at: EmbeddedFolder): Promise<number> {
  const kept = await keptPort(at);
  const port = (kept !== undefined ? await tryPort(kept) : undefined) ?? (await tryPort(0));
  return required(port, 'a free port for PostgreSQL');
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ port, host: '127.0.0.1' }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
