import type pg from 'pg';
import type { Row } from './column-values.ts';
import type { TableShape } from './table-shapes.ts';

/** The rows of each table, and the columns by which one is found again: all of them without a primary key. */
export type Contents = Readonly<
  Record<string, { readonly key: readonly string[]; readonly rows: readonly Row[] }>
>;

export async function readContents(client: pg.ClientBase, tables: readonly TableShape[]): Promise<Contents> {
  const { rows } = await client.query<{ name: string; rows: Row[] }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.${name} t) as rows`,
      )
      .join(' union all '),
  );
  const found = new Map(rows.map((table) => [table.name, table.rows]));
  return Object.fromEntries(
    tables.map(({ name, primaryKey, columns }) => [
      name,
      {
        key: primaryKey.length > 0 ? primaryKey : columns.map((column) => column.name),
        rows: found.get(name) ?? [],
      },
    ]),
  );
}
