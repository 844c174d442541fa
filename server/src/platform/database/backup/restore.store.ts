import { once } from 'node:events';
import { appendFile, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { openStore } from '../database.ts';
import { superuser } from '../embedded/application-role.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { migrate, migrationFiles } from '../migrate.ts';
import { ensurePartitionNamed } from '../partitions.store.ts';
import { plainFiles, secretFiles } from './back-up.ts';
import { type BackupRecord, BadBackup, readBackup } from './backup-file.ts';
import {
  columnList,
  connectForBackup,
  jobMigrationsOf,
  readTable,
  type StoredTable,
  storedTables,
} from './database-contents.store.ts';

export interface RestoreReport {
  readonly madeAt: string;
  readonly version: string;
  readonly tables: number;
  readonly rows: number;
  readonly hasKey: boolean;
  /** Deliveries that waited in the backup and are not sent any more. */
  readonly withdrawn: number;
}

type Header = Extract<BackupRecord, { kind: 'header' }>;
type Ended = StoredTable & { readonly rows: number; readonly sha256: string };

/**
 * Makes a data folder of a backup. The whole file is checked before anything is made, and every table is read again
 * afterwards and compared. The folder has its name only when all of it is there.
 */
export async function restoreBackup({ from, data }: { from: string; data: string }): Promise<RestoreReport> {
  const there = await readdir(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BadBackup(`The data folder ${data} cannot be used: ${error.message}.`);
  });
  if (there.length > 0)
    throw new BadBackup(`The folder ${data} is not empty: a backup is restored into a new folder only.`);
  const header = await checkBackup(from);
  const known = await migrationFiles();
  const newer = header.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new BadBackup(
      `The backup was made by a newer version of Allclear (${newer.join(', ')}). Restore it with that version.`,
    );
  const draft = `${data}.restoring-${process.pid}`;
  try {
    const counts = await restoreDatabase(from, draft, header);
    // The next start takes a port of its own.
    await rm(path.join(draft, 'pg-port'), { force: true });
    await rename(draft, data);
    return { madeAt: header.madeAt, version: header.version, hasKey: header.hasKey, ...counts };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function checkBackup(from: string): Promise<Header> {
  let header: Header | null = null;
  for await (const { record } of readBackup(from)) if (record.kind === 'header') header = record;
  if (header === null) throw new BadBackup(`The file ${from} is no backup of Allclear.`);
  return header;
}

async function restoreDatabase(
  from: string,
  folder: string,
  header: Header,
): Promise<{ tables: number; rows: number; withdrawn: number }> {
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool, { only: header.migrations });
    const client = await connectForBackup(await superuserUrl(postgres.url, folder));
    try {
      const made = await jobMigrationsOf(client);
      if (made.join() !== header.jobMigrations.join())
        throw new BadBackup(
          `The backup has another job queue than this version: restore it with version ${header.version}, start it, and then bring it forward.`,
        );
      const existing = new Set((await storedTables(client)).map(({ name }) => name));
      for await (const { record } of readBackup(from)) {
        if (record.kind === 'table' && record.partitionOf !== null && !existing.has(record.name))
          await ensurePartitionNamed(store.db, bare(record.partitionOf), bare(record.name));
      }
      // No trigger: what they would write is in the backup, and so is what foreign keys refer to.
      await client.query('set session_replication_role = replica');
      const ended = await load(client, from, folder);
      await compare(client, ended);
      const withdrawn = await withdrawOldDeliveries(client);
      await client.query('analyze');
      await migrate(store.pool);
      return { tables: ended.length, rows: ended.reduce((sum, { rows }) => sum + rows, 0), withdrawn };
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    await store.close();
    await postgres.stop();
  }
}

/** Copies all that is in the backup in one transaction. */
async function load(client: pg.Client, from: string, folder: string): Promise<Ended[]> {
  const tables = new Map((await storedTables(client)).map((table) => [table.name, table]));
  const ended: Ended[] = [];
  let table: StoredTable | null = null;
  let copy: CopyStreamQuery | null = null;
  let file: string | null = null;
  await client.query('begin');
  // The migrations leave rows of their own, which the backup has as well.
  await client.query(`truncate ${[...tables.keys()].join(', ')}`);
  for await (const { record, data } of readBackup(from)) {
    if (record.kind === 'table') {
      table = tables.get(record.name) ?? null;
      if (table === null || [...table.columns].sort().join() !== [...record.columns].sort().join())
        throw new BadBackup(`The backup has a table that its version does not have: ${record.name}.`);
      table = { ...table, columns: record.columns };
      copy = client.query(copyFrom(`copy ${table.name} (${columnList(table.columns)}) from stdin`));
      // The end of the stream reports it.
      copy.on('error', () => {});
    } else if (record.kind === 'bytes') {
      if (copy !== null) await put(copy, data);
      else if (file !== null) await appendFile(path.join(folder, file), data, { mode: 0o600 });
    } else if (record.kind === 'table-end' && copy !== null && table !== null) {
      await endOf(copy);
      ended.push({ ...table, rows: record.rows, sha256: record.sha256 });
      copy = null;
    } else if (record.kind === 'sequence') {
      await client.query('select setval(to_regclass($1), $2::bigint)', [record.name, record.value]);
    } else if (record.kind === 'file') {
      if (![...plainFiles, ...secretFiles].some((name) => name === record.name))
        throw new BadBackup('The backup has a file that no data folder has.');
      file = record.name;
    }
  }
  await client.query('commit');
  return ended;
}

async function put(copy: CopyStreamQuery, data: Buffer): Promise<void> {
  if (copy.errored) throw copy.errored;
  if (!copy.write(data)) await once(copy, 'drain');
}

async function endOf(copy: CopyStreamQuery): Promise<void> {
  if (copy.errored) throw copy.errored;
  const finish = once(copy, 'finish');
  copy.end();
  await finish;
}

/**
 * What waited to be sent when the backup was made may be false by now: people would get the strike of yesterday.
 * An all clear, or the end of a warning, is never sent after a restore, whatever its age: the strikes since then are not in the backup.
 */
async function withdrawOldDeliveries(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `update deliveries d set state = 'failed', updated_at = now(),
       last_error = 'It waited when a backup was made, and was not sent after the restore.'
     from notices n
     where n.id = d.notice_id and d.state in ('queued', 'sending')
       and (d.created_at < now() - interval '10 minutes' or n.kind in ('all-clear', 'ended', 'withdrawn'))`,
  );
  return rowCount ?? 0;
}

/** Reads every table again: its rows must be those of the backup, to the byte. */
async function compare(client: pg.Client, tables: readonly Ended[]): Promise<void> {
  for (const table of tables) {
    const { rows, sha256 } = await readTable(client, table, async () => {});
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(`The table ${table.name} is not what the backup has (${rows} of ${table.rows} rows).`);
  }
}

const bare = (name: string) => name.slice(name.indexOf('.') + 1);

async function superuserUrl(url: string, folder: string): Promise<string> {
  const changed = new URL(url);
  changed.username = superuser;
  changed.password = (await readFile(path.join(folder, 'pg-password'), 'utf8')).trim();
  return changed.href;
}
