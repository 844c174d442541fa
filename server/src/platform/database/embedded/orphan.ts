import { readFileSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The content of `postmaster.pid` of the server that runs, or ran, on a cluster. */
export type PidFile =
  | { kind: 'none' }
  | { kind: 'garbage' }
  | { kind: 'postmaster'; pid: number; port: number | undefined };

/**
 * Reads `postmaster.pid` (line 1 the process, line 4 the port). PostgreSQL removes it when it stops in good
 * order.
 */
export async function readPidFile(cluster: string): Promise<PidFile> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'garbage' };
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 1) return { kind: 'garbage' };
  // A server that is just starting has not written its port yet.
  return {
    kind: 'postmaster',
    pid,
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined,
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/**
 * In a container whose first process reaps no children, an orphan that has ended stays in the process table.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * The process of the PostgreSQL server of this cluster; undefined when there is none. It is identified by its
 * command line, so that another process with the same number after a reboot is not taken for it, and a server
 * with a lost or damaged pid file is still found. Without /proc the process named in the pid file counts
 * while it runs.
 */
export async function postmasterOf(cluster: string, pidFile: PidFile): Promise<number | undefined> {
  const named = pidFile.kind === 'postmaster' ? pidFile.pid : undefined;
  if (process.platform !== 'linux') return named !== undefined && isAlive(named) ? named : undefined;
  const home = await realpath(cluster);
  if (named !== undefined && isAlive(named)) {
    const works = await worksIn(named, home);
    if (works !== false) return named;
  }
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await worksIn(pid, home)) === true) return pid;
  }
  return undefined;
}

/** Whether this process is the server of the cluster; undefined when its command line may not be read. */
async function worksIn(pid: number, home: string): Promise<boolean | undefined> {
  let words: string[];
  try {
    words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  } catch {
    return undefined;
  }
  const folder = words[words.indexOf('-D') + 1];
  if (basename(words[0] ?? '') !== 'postgres' || !words.includes('-D') || folder === undefined) return false;
  return (await realpath(folder).catch(() => undefined)) === home;
}

/** Waits until a process has ended; false when it still runs after `ms`. */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 20) {
    if (!isAlive(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return !isAlive(pid);
}
