import type pg from 'pg';

export interface ColumnShape {
  readonly name: string;
  /** As in pg_type: `int4`, and `_int4` for an array. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** PostgreSQL gives the value itself. */
  readonly isGenerated: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The values that a CHECK allows, by column. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  readonly primaryKey: readonly string[];
}

/** The tables of the product, as the catalog has them; a partition is part of its table. */
export async function tableShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { checks: string[] }>(`
    select c.relname::text as name,
      (
        select json_agg(json_build_object('name', a.attname, 'type', t.typname, 'isRequired', a.attnotnull,
          'hasDefault', a.atthasdef, 'isGenerated', a.attidentity = 'a' or a.attgenerated <> '') order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      coalesce((
        select json_agg(json_build_object('columns', ${columnNames('k.conrelid', 'k.conkey')},
          'table', k.confrelid::regclass::text, 'targets', ${columnNames('k.confrelid', 'k.confkey')}) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
      ), '[]') as "foreignKeys",
      array(select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype = 'c' order by conname)
        as checks,
      coalesce((select ${columnNames('k.conrelid', 'k.conkey')} from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'p'), '[]') as "primaryKey"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    order by c.relname collate "C"`);
  return rows.map(({ checks, ...table }) => ({
    ...table,
    allowed: Object.fromEntries(checks.flatMap(allowedIn)),
  }));
}

function columnNames(table: string, numbers: string): string {
  return `(select json_agg(a.attname order by n.place) from unnest(${numbers}) with ordinality n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`;
}

/** Of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`, which is how PostgreSQL keeps `kind in ('a', 'b')`. */
function allowedIn(check: string): [string, string[]][] {
  const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check) ?? [];
  if (column === undefined || list === undefined) return [];
  return [[column, list.split(', ').map((item) => item.replace(/::\w+$/, '').replace(/^'|'$/g, ''))]];
}

/**
 * Everything of the schema but its rows: what two databases with the same migrations must have alike. Partitions are
 * left out: which there are depends on the rows.
 */
export async function schemaLines(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with ours as (
      select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and not c.relispartition
    )
    select format('%s %s: %s %s %s', relkind, relname, coalesce(reloptions::text, ''), coalesce(relacl::text, ''),
      case when relkind = 'v' then pg_get_viewdef(oid) else pg_get_partkeydef(oid) end) as line from ours
    union all
    select format('column %s.%s: %s %s default %s %s%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' else 'null' end, pg_get_expr(d.adbin, d.adrelid), a.attidentity,
      a.attgenerated, a.attstorage)
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    union all
    select format('constraint %s of %s: %s', k.conname, c.relname, pg_get_constraintdef(k.oid))
    from ours c join pg_constraint k on k.conrelid = c.oid
    union all
    select format('index %s', pg_get_indexdef(i.indexrelid)) from ours c join pg_index i on i.indrelid = c.oid
    union all
    select format('trigger %s', pg_get_triggerdef(t.oid)) from ours c join pg_trigger t on t.tgrelid = c.oid
    where not t.tgisinternal
    union all
    select format('function %s', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
}
