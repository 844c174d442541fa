import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The processes of the PostgreSQL in a folder, the first one of it first. */
export function postgresProcesses(folder: string): number[] {
  const first = Number(readFileSync(path.join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(Number(name)) === first;
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
  return [first, ...children.map(Number)];
}

function parentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Sends a signal to those of the processes that are still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Why processes cannot be looked up; null when they can. */
export function whyNoProcesses(): string | null {
  return process.platform === 'linux' ? null : 'processes are looked up in /proc, which only Linux has';
}
