import type pg from 'pg';

/** What a database of tests has to be again before another test may have it. */
export interface TemplateState {
  /** Of tables, columns, triggers, functions, constraints and rights. */
  readonly shape: string;
  /** Tables, as 'schema.name', quoted where that is needed. */
  readonly tables: readonly string[];
  /** The rows of the tables that are not empty, as JSON. */
  readonly rows: Readonly<Record<string, string>>;
  /** Sequences that were used, with their last value. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** Bytes that the tables of a database may have and be used again: emptying more takes longer than a new one. */
const maxBytes = 8_000_000;

const isOurs = `n.nspname !~ '^(pg_|information_schema$)'`;

const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, pg_relation_size(c.oid)::int8::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${isOurs} order by 1`;

const shapeQuery = `
  select md5(string_agg(line, ',' order by line)) as shape from (
    select format('%s.%s %s %s %s %s %s', n.nspname, c.relname, c.relkind, c.relnatts, c.relchecks, c.relacl, c.reloptions)
      as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${isOurs}
    union all
    select format('%s %s %s', t.tgrelid, t.tgname, t.tgenabled) from pg_trigger t where not t.tgisinternal
    union all
    select format('%s %s %s', n.nspname, p.proname, md5(p.prosrc))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${isOurs}
    union all
    select format('%s %s', o.contype, count(*)) from pg_constraint o group by o.contype
    union all
    select s.setconfig::text from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database()
  ) as lines (line)`;

const sequencesQuery = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last, start_value::text as start
  from pg_sequences where last_value is not null`;

/** What a migrated database without data is. */
export async function templateState(client: pg.Client): Promise<TemplateState> {
  const tables = await namesOf(client);
  const rows: Record<string, string> = {};
  for (const table of tables) {
    const { rows: found } = await client.query(`select jsonb_agg(t)::text as rows from ${table} t`);
    if (found[0].rows !== null) rows[table] = found[0].rows;
  }
  const sequences = (await client.query(sequencesQuery)).rows;
  return {
    ...{ shape: await shapeOf(client), tables, rows },
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}

/**
 * Makes a database what its template is; false where it cannot be, and has to be dropped. Needs the rights of a
 * superuser, as what the product may only append to is emptied as well.
 */
export async function resetDatabase(client: pg.Client, template: TemplateState): Promise<boolean> {
  const tables = (await client.query<{ name: string; bytes: number }>(tablesQuery)).rows;
  if (tables.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) return false;
  await client.query('set session_replication_role = replica');
  const known = new Set(template.tables);
  // Partitions of days that the test lived through.
  for (const { name } of tables) if (!known.has(name)) await client.query(`drop table ${name}`);
  if ((await shapeOf(client)) !== template.shape) return false;
  const seeded = new Set(Object.keys(template.rows));
  const written = tables.filter(({ name, bytes }) => bytes > 0 && known.has(name) && !seeded.has(name));
  await client.query(emptying(written.map(({ name }) => name)));
  for (const [table, rows] of Object.entries(template.rows)) {
    const { rows: now } = await client.query(`select jsonb_agg(t)::text as rows from ${table} t`);
    if (now[0].rows === rows) continue;
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  }
  const { rows: sequences } = await client.query(sequencesQuery);
  for (const { name, last, start } of sequences) {
    const before = template.sequences[name];
    if (before !== last)
      await client.query(`select setval($1::regclass, $2, $3)`, [
        name,
        before ?? start,
        before !== undefined,
      ]);
  }
  return true;
}

async function namesOf(client: pg.Client): Promise<string[]> {
  return (await client.query(tablesQuery)).rows.map(({ name }) => name);
}

async function shapeOf(client: pg.Client): Promise<string> {
  return (await client.query(shapeQuery)).rows[0].shape;
}

/** One statement that deletes the rows of those tables that have any. */
function emptying(tables: readonly string[]): string {
  const parts = tables.map((table) => `if exists (select from ${table}) then delete from ${table}; end if;`);
  return `do $$ begin ${parts.join('\n')} end $$`;
}
