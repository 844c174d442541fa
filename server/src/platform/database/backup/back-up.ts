import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wallNow } from '../../clock/clock.ts';
import { backupFormat, createBackupFile } from './backup-file.ts';
import {
  connectForBackup,
  jobMigrationsOf,
  lockForReading,
  migrationsOf,
  readTable,
  storedTables,
  usedSequences,
} from './database-contents.store.ts';

/** Files of the data folder that a backup has beside the database. */
export const plainFiles = ['audit-heads.jsonl'] as const;
/** Those that reveal secrets: in a backup only when asked for. */
export const secretFiles = ['secret-key', 'demo.json'] as const;
/** When the last backup of this data folder was made, for `npm run doctor` and the metrics. */
export const lastBackupFile = 'last-backup.json';

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes everything of a database, as one transaction sees it, and the files of the data folder into a new file.
 * The server goes on meanwhile: nothing is locked, and what it writes after the begin is not in the backup.
 */
export async function backUp({
  databaseUrl,
  data,
  to,
  withKey,
  version,
  isRemembered = true,
}: {
  databaseUrl: string;
  data: string;
  to: string;
  withKey: boolean;
  version: string;
  /** Whether it counts as the last backup of the data folder: one in that folder does not survive its disk. */
  isRemembered?: boolean;
}): Promise<BackupReport> {
  // Before the database: the heads that are signed meanwhile are of entries that the backup does not have.
  const files = await filesOf(data, [...plainFiles, ...(withKey ? secretFiles : [])]);
  const writer = await createBackupFile(to);
  try {
    const client = await connectForBackup(databaseUrl);
    let [tables, rows] = [0, 0];
    const madeAt = new Date(wallNow()).toISOString();
    try {
      await client.query('begin isolation level repeatable read read only');
      await writer.write({
        kind: 'header',
        ...{ format: backupFormat, version, madeAt, hasKey: withKey },
        ...{ migrations: await migrationsOf(client), jobMigrations: await jobMigrationsOf(client) },
      });
      const stored = await storedTables(client);
      // No partition goes away before it is read.
      await lockForReading(client, stored);
      for (const table of stored) {
        await writer.write({ kind: 'table', ...table });
        const end = await readTable(client, table, (piece) => writer.bytes(piece));
        await writer.write({ kind: 'table-end', ...end });
        tables += 1;
        rows += end.rows;
      }
      // After the tables: a sequence is outside of transactions, and may be ahead of the rows but never behind.
      for (const sequence of await usedSequences(client))
        await writer.write({ kind: 'sequence', ...sequence });
      await client.query('commit');
    } finally {
      await client.end().catch(() => {});
    }
    for (const { name, content } of files) {
      await writer.write({ kind: 'file', name });
      await writer.bytes(content);
    }
    const file = await writer.finish();
    if (isRemembered) await rememberBackup(data, { at: madeAt, file: to, ...file });
    return { tables, rows, ...file };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** As kept beside the database; null when none was made, or nothing can be read of it. */
export async function readLastBackup(data: string): Promise<{ at: number; file: string } | null> {
  const text = await readFile(path.join(data, lastBackupFile), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { at, file } = JSON.parse(text) as { at: string; file: string };
    return Number.isFinite(Date.parse(at)) ? { at: Date.parse(at), file: String(file) } : null;
  } catch {
    return null;
  }
}

async function rememberBackup(data: string, backup: object): Promise<void> {
  const file = path.join(data, lastBackupFile);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

async function filesOf(data: string, names: readonly string[]): Promise<{ name: string; content: Buffer }[]> {
  const files: { name: string; content: Buffer }[] = [];
  for (const name of names) {
    const content = await readFile(path.join(data, name)).catch(ignoreMissing);
    if (content !== null) files.push({ name, content });
  }
  return files;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
