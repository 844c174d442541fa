import pg from 'pg';

export const partitions = 8;

/** The schema of the copy, which is before `public` on the search path. */
export const copySchema = 'partitioned';

/** What has to change before the tables can be distributed by organization. */
export interface NeededChanges {
  /** Tables that are distributed. */
  readonly distributed: readonly string[];
  /** Keys and unique indexes without the organization. */
  readonly keys: readonly string[];
  /** Foreign keys between tables of organizations, all of which are without it. */
  readonly foreignKeys: readonly string[];
  /** Tables whose rows belong to rows of an organization, and do not name it. */
  readonly withoutOrganization: readonly string[];
}

interface Index {
  readonly name: string;
  readonly definition: string;
  readonly isUnique: boolean;
}

/**
 * Makes empty copies of the tables of a migrated database that name an organization, partitioned by its hash, with the
 * organization in every key. They have no foreign keys: it is for plans of statements, not for rows.
 */
export async function makePartitionedCopy(client: pg.ClientBase): Promise<NeededChanges> {
  await client.query(`create schema ${copySchema}`);
  const { rows: tables } = await client.query<{ name: string; key: string; indexes: Index[] }>(`
    select c.relname::text as name, a.attname::text as key, coalesce((
      select json_agg(json_build_object('name', i.indexrelid::regclass, 'definition', pg_get_indexdef(i.indexrelid),
        'isUnique', i.indisunique) order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid), '[]') as indexes
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname = case when c.relname = 'organizations' then 'id' else 'organization_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const keys: string[] = [];
  for (const { name, key, indexes } of tables) {
    const table = pg.escapeIdentifier(name);
    await client.query(
      `create table ${copySchema}.${table} (like public.${table} including defaults including identity)
       partition by hash (${key})`,
    );
    for (let number = 0; number < partitions; number += 1)
      await client.query(
        `create table ${copySchema}.${pg.escapeIdentifier(`${name}_p${number}`)} partition of ${copySchema}.${table}
         for values with (modulus ${partitions}, remainder ${number})`,
      );
    for (const index of indexes) {
      const { definition, isWidened } = withOrganization(index, name, key);
      if (isWidened) keys.push(index.name);
      await client.query(definition);
    }
  }
  await copyViews(client);
  const distributed = tables.map(({ name }) => name);
  return { distributed, keys, ...(await references(client, distributed)) };
}

/** `create unique index NAME on public.TABLE using btree (COLUMNS)` for the copy, with the organization in front. */
function withOrganization(
  { definition, isUnique }: Index,
  table: string,
  key: string,
): { definition: string; isWidened: boolean } {
  const [, columns = ''] = /USING btree \((.*?)\)(?: INCLUDE| NULLS| WHERE|$)/.exec(definition) ?? [];
  const isWidened = isUnique && !columns.split(', ').includes(key);
  return {
    definition: definition
      .replace(/ INDEX \S+ ON public\.\S+/, ` INDEX ON ${copySchema}.${pg.escapeIdentifier(table)}`)
      .replace(/USING btree \(/, isWidened ? `USING btree (${key}, ` : 'USING btree ('),
    isWidened,
  };
}

async function copyViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select viewname as name, definition from pg_views where schemaname = 'public'`,
  );
  await client.query(`set search_path = ${copySchema}, public`);
  for (const { name, definition } of rows)
    await client.query(`create view ${copySchema}.${pg.escapeIdentifier(name)} as ${definition}`);
}

async function references(
  client: pg.ClientBase,
  distributed: readonly string[],
): Promise<Pick<NeededChanges, 'foreignKeys' | 'withoutOrganization'>> {
  const { rows } = await client.query<{ name: string; table: string; target: string }>(`
    select k.conname::text as name, c.relname::text as table, t.relname::text as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by 1`);
  const foreignKeys = rows
    .filter(({ table, target }) => distributed.includes(table) && distributed.includes(target))
    .filter(({ target }) => target !== 'organizations');
  const without = new Set<string>();
  for (let size = -1; size !== without.size; ) {
    size = without.size;
    for (const { table, target } of rows)
      if (!distributed.includes(table) && (distributed.includes(target) || without.has(target)))
        without.add(table);
  }
  return { foreignKeys: foreignKeys.map(({ name }) => name), withoutOrganization: [...without].sort() };
}
