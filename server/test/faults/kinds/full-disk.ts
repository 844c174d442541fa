import { execFile, execFileSync } from 'node:child_process';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Fault } from '../fault.ts';
import { linesSince } from '../log-lines.ts';
import { type Stage, waitUntil } from '../stage.ts';

const run = promisify(execFile);
const sizeMb = 512;
/** How long work goes on before a write needs more room than the files of the database already have, ms. */
const refusedWithinMs = 60_000;

/** The data folder is a file system of its own, in memory. */
async function mountData(folder: string): Promise<() => Promise<void>> {
  const data = path.join(folder, 'data');
  await mkdir(data);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=711`, 'tmpfs', data]);
  return async () => {
    // Lazy: a process of PostgreSQL that is still ending has files open in it.
    await run('umount', ['--lazy', data]);
  };
}

function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a small file system needs root on Linux';
  try {
    // A mount namespace of its own, so that the attempt leaves nothing.
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no file system can be mounted: ${(error as Error).message.split('\n').at(1) ?? 'refused'}`;
  }
}

/** Takes all room of the data folder. */
async function fill(data: string): Promise<void> {
  const file = await open(path.join(data, 'ballast'), 'a');
  try {
    for (const bytes of [1_048_576, 4_096]) {
      const block = Buffer.alloc(bytes, 1);
      for (;;) {
        try {
          await file.write(block);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') break;
          throw error;
        }
      }
    }
  } finally {
    await file.close();
  }
}

/** Keeps the disk full for a while after the first write that did not fit. */
async function keepFull(stage: Stage, forMs: number, push: () => Promise<void>): Promise<void> {
  const begunAt = stage.wallNow();
  const pgLog = path.join(stage.data, 'pg.log');
  const { size } = await stat(pgLog);
  /** PostgreSQL's own log has no room either, so that of the servers counts too. */
  const isRefused = async () =>
    [(await readFile(pgLog, 'utf8')).slice(size), ...linesSince(stage, begunAt)].some((text) =>
      /No space left on device/.test(text),
    );
  try {
    const refused = await waitUntil(async () => {
      await fill(stage.data);
      await push();
      return isRefused();
    }, refusedWithinMs);
    if (refused === null) throw new Error('The disk was full, and every write still fitted.');
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      await fill(stage.data);
      await pause(100);
    }
  } finally {
    await rm(path.join(stage.data, 'ballast'), { force: true });
  }
}

export const fullDisk: Fault = {
  name: 'full-disk',
  what: 'the disk of the data folder is full: tables cannot grow any more',
  stage: { weather: 'storms', prepare: mountData },
  whyNot: whyNoSmallDisk,
  logged: /No space left on device|53100/,
  async strike(stage, { isShort }) {
    await keepFull(stage, isShort ? 3_000 : 30_000, async () => {});
  },
};

export const fullDiskOfLog: Fault = {
  name: 'full-disk-wal',
  what: 'the disk is full when PostgreSQL needs a new file of its write-ahead log, which ends PostgreSQL',
  stage: { weather: 'storms', prepare: mountData },
  whyNot: whyNoSmallDisk,
  logged: /PostgreSQL did not start.*No space left on device/,
  async strike(stage, { isShort }) {
    await keepFull(stage, isShort ? 6_000 : 60_000, () => nextLogFile(stage));
  },
};

/** Files of the log that are over are used again; this makes PostgreSQL go through all that it has. */
async function nextLogFile({ data }: Stage): Promise<void> {
  const read = async (name: string) => (await readFile(path.join(data, name), 'utf8')).trim();
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(await read('pg-port')), user: 'allclear', database: 'postgres' },
    ...{ password: await read('pg-password'), connectionTimeoutMillis: 1_000, query_timeout: 1_000 },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_switch_wal()');
  } catch {
    // It is ending, or away.
  } finally {
    await client.end().catch(() => {});
  }
}
