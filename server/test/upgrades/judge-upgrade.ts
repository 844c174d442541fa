import type { Row } from './column-values.ts';
import { type Change, changes, renamings } from './declared-changes.ts';
import type { Contents } from './table-contents.ts';

/**
 * What an upgrade did to data that no migration declares, in words; empty when all is as it was. `ran` are the
 * migrations that it ran.
 */
export function judgeUpgrade(before: Contents, after: Contents, ran: readonly string[]): string[] {
  const declared = changes.filter(({ migration }) => ran.includes(migration));
  const named = renamed(before, ran);
  return Object.entries(named).flatMap(([table, { key, rows }]) => {
    const now = after[table];
    if (now === undefined) return [`The table ${table} is gone.`];
    const own = declared.filter((change) => change.table === table);
    const found = new Map(now.rows.map((row) => [keyOf(row, key), row]));
    if (found.size !== now.rows.length)
      return [`Rows of ${table} cannot be told apart by ${key.join(', ')}.`];
    const faults = rows.flatMap((row) => {
      const name = keyOf(row, key);
      const kept = found.get(name);
      found.delete(name);
      if (kept && own.some((change) => 'isCopiedTo' in change && !change.isCopiedTo(row, after)))
        return [`${table} ${name} was to be copied and is not.`];
      return kept ? changesIn(table, row, kept, own, named) : lossOf(table, row, name, own, named, after);
    });
    return [...faults, ...[...found.keys()].map((name) => `${table} ${name} was added.`)];
  });
}

function lossOf(
  table: string,
  row: Row,
  name: string,
  own: readonly Change[],
  before: Contents,
  after: Contents,
): string[] {
  const removal = removalOf(row, own, before);
  if (removal === undefined) return [`${table} ${name} is lost.`];
  return removal.isFoundIn(row, after) ? [] : [`${table} ${name} was removed and is not found elsewhere.`];
}

function removalOf(row: Row, own: readonly Change[], before: Contents) {
  return own.filter((change) => 'removes' in change).find((change) => change.removes(row, before));
}

function changesIn(table: string, row: Row, kept: Row, own: readonly Change[], before: Contents): string[] {
  const faults: string[] = [];
  const removal = removalOf(row, own, before);
  if (removal) faults.push(`${table} was to lose a row that is still there: ${removal.reason}`);
  const becoming = new Map(own.flatMap((change) => ('becomes' in change ? [[change.column, change]] : [])));
  for (const column of new Set([...Object.keys(row), ...becoming.keys()])) {
    const isDropped = own.some((change) => 'dropped' in change && change.dropped === column);
    if (!(column in kept)) {
      if (!isDropped) faults.push(`The column ${table}.${column} is gone.`);
      continue;
    }
    const change = becoming.get(column)?.becomes(row, before);
    if (change === undefined && !(column in row)) continue;
    const expected = change === undefined ? row[column] : change;
    if (textOf(expected) !== textOf(kept[column]))
      faults.push(`${table}.${column} was to be ${textOf(expected)} and is ${textOf(kept[column])}.`);
  }
  return faults;
}

/** The contents by the names that they have after the migrations. */
function renamed(contents: Contents, ran: readonly string[]): Contents {
  let named = contents;
  for (const { tables, columns } of renamings.filter(({ migration }) => ran.includes(migration))) {
    named = Object.fromEntries(
      Object.entries(named).map(([table, { key, rows }]) => {
        const nameOf = (column: string) => columns.get(`${table}.${column}`) ?? columns.get(column) ?? column;
        const rowOf = (row: Row) =>
          Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value]));
        return [tables.get(table) ?? table, { key: key.map(nameOf), rows: rows.map(rowOf) }];
      }),
    );
  }
  return named;
}

const keyOf = (row: Row, key: readonly string[]) => key.map((column) => textOf(row[column])).join(', ');
const textOf = (value: unknown) => JSON.stringify(value ?? null);
