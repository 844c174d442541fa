import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** A table with rows of its own: one that is partitioned has none. */
export interface StoredTable {
  /** `schema.name`, quoted where that is needed. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly partitionOf: string | null;
}

/** A connection without the limits of the product's pool: a backup takes as long as it takes. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'allclear backup',
    keepAlive: true,
  });
  // A connection that breaks fails the statement that it is used for.
  client.on('error', () => {});
  await client.connect();
  // The same row has the same text wherever it is read.
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
     set extra_float_digits = 1; set synchronize_seqscans = off; set statement_timeout = 0`,
  );
  return client;
}

export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      (
        select format('%I.%I', pn.nspname, p.relname) from pg_inherits i join pg_class p on p.oid = i.inhparent
        join pg_namespace pn on pn.oid = p.relnamespace where i.inhrelid = c.oid
      ) as "partitionOf"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    order by 1`);
  return rows;
}

/** Lets everybody read and write, and nobody drop or rewrite a table, until the end of the transaction. */
export async function lockForReading(client: pg.Client, tables: readonly StoredTable[]): Promise<void> {
  await client.query(
    `lock table ${tables.map(({ name }) => `only ${name}`).join(', ')} in access share mode`,
  );
}

/** The sequences that were used, with the last value that each gave. */
export async function usedSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null order by 1`);
  return rows;
}

export const columnList = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ');

/** Reads a table as COPY writes it, in pieces; returns how many rows there were and the SHA-256 of all. */
export async function readTable(
  client: pg.Client,
  { name, columns }: StoredTable,
  piece: (data: Buffer) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  // A table without columns has no text of its rows.
  const rows = client.query(copyTo(`copy ${name} (${columnList(columns)}) to stdout`));
  let count = 0;
  for await (const data of rows as AsyncIterable<Buffer>) {
    hash.update(data);
    for (let at = data.indexOf(0x0a); at !== -1; at = data.indexOf(0x0a, at + 1)) count += 1;
    await piece(data);
  }
  return { rows: count, sha256: hash.digest('hex') };
}

export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

export async function jobMigrationsOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from graphile_worker.migrations order by id',
  );
  return rows.map(({ id }) => id);
}
