import { randomOf } from '@allclear/domain/test/random.ts';
import pg from 'pg';
import { columnValues, filledAfter, instantFrom, type Row, type ValueContext } from './column-values.ts';
import type { ColumnShape, ForeignKey, TableShape } from './table-shapes.ts';

const organizationTables = ['organizations', 'customers'];
const organizationColumns = ['organization_id', 'customer_id'];
const organizations = 2;
const rowsEach = 3;
const triesForOneRow = 60;

interface StoredRow {
  /** The index of the organization that it was made for. */
  readonly of: number;
  readonly row: Row;
}

/**
 * Fills every table with rows of two organizations, made from the catalog: random values of the types, rows that foreign
 * keys find, and another try where a constraint refuses them. Throws for a table that it cannot fill.
 */
export async function fillTables(
  client: pg.ClientBase,
  tables: readonly TableShape[],
  seed: number,
): Promise<void> {
  const filler = new Filler(client, randomOf(seed));
  for (const table of inOrder(tables)) await filler.fill(table);
}

class Filler {
  private readonly stored = new Map<string, StoredRow[]>();
  private number = 0;

  private readonly client: pg.ClientBase;
  private readonly random: () => number;

  constructor(client: pg.ClientBase, random: () => number) {
    this.client = client;
    this.random = random;
  }

  async fill(table: TableShape): Promise<void> {
    const rows: StoredRow[] = [];
    this.stored.set(table.name, rows);
    const isOrganization = organizationTables.includes(table.name);
    const refusals = new Set<string>();
    for (let of = 0; of < organizations; of += 1) {
      for (let count = 0; count < (isOrganization ? 1 : rowsEach); count += 1) {
        const row = await this.addRow(table, of, refusals);
        if (row === undefined) break;
        rows.push({ of, row });
      }
    }
    const needed = table.columns.some(({ name }) => organizationColumns.includes(name)) ? organizations : 1;
    if (new Set(rows.map(({ of }) => of)).size < needed && !(await this.hasRows(table)))
      throw new Error(`No rows for ${table.name}: ${[...refusals].join(' | ')}`);
  }

  /** Written by a migration, or by triggers of other tables. */
  private async hasRows({ name }: TableShape): Promise<boolean> {
    const { rowCount } = await this.client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    return rowCount === 1;
  }

  private async addRow(table: TableShape, of: number, refusals: Set<string>): Promise<Row | undefined> {
    let duplicates = 0;
    for (let tries = 0; tries < triesForOneRow && duplicates < 5; tries += 1) {
      const row = this.makeRow(table, of);
      const columns = Object.keys(row).map(pg.escapeIdentifier).join(', ');
      const name = pg.escapeIdentifier(table.name);
      try {
        const { rows } = await this.client.query<{ row: Row }>(
          `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1)
           returning to_jsonb(${name}) as row`,
          [JSON.stringify(row)],
        );
        return rows[0]?.row;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        // 23505: unique; other tries may be unique as well, up to a table that has one row for each organization.
        if (error.code === '23505') duplicates += 1;
        // 23502 and 23514: NOT NULL and CHECK.
        else if (error.code !== '23514' && error.code !== '23502') throw error;
        refusals.add(error.message);
      }
    }
    return undefined;
  }

  private makeRow(table: TableShape, of: number): Row {
    this.number += 1;
    const row: Record<string, unknown> = {};
    for (const key of table.foreignKeys) Object.assign(row, this.reference(table, key, of, row));
    for (const column of table.columns) {
      if (column.isGenerated || column.name in row || declaredValue(table.name, column.name)) continue;
      if (column.hasDefault && this.random() < 0.3) continue;
      row[column.name] = this.valueFor(table, column);
    }
    const context: ValueContext = {
      row,
      number: this.number,
      oneOf: (values) => this.oneOf(values),
      rowOf: (name, where) => this.pick(name, of, where)?.row,
    };
    const names = new Set(table.columns.map(({ name }) => name));
    for (const [key, valueFrom] of Object.entries(columnValues)) {
      const column = key.replace(`${table.name}.`, '');
      if (names.has(column)) row[column] = valueFrom(context);
    }
    return row;
  }

  /** The columns of a foreign key: of a row of the same organization, or null. */
  private reference(table: TableShape, key: ForeignKey, of: number, row: Row): Row {
    const required = key.columns.some(
      (name) => table.columns.find((column) => column.name === name)?.isRequired,
    );
    // A row that refers to its own table may be the first.
    const target = !required && this.random() < 0.25 ? undefined : this.pick(key.table, of);
    const values: Record<string, unknown> = {};
    for (const [index, column] of key.columns.entries()) {
      if (column in row || declaredValue(table.name, column)) continue;
      values[column] = target?.row[key.targets[index] ?? ''] ?? null;
    }
    return values;
  }

  private pick(table: string, of: number, where: (row: Row) => boolean = () => true): StoredRow | undefined {
    const own = (this.stored.get(table) ?? []).filter((stored) => stored.of === of && where(stored.row));
    return own.length === 0 ? undefined : this.oneOf(own);
  }

  private valueFor(table: TableShape, column: ColumnShape): unknown {
    if (!column.isRequired && this.random() < 0.3) return null;
    const allowed = table.allowed[column.name];
    if (allowed) return this.oneOf(allowed);
    if (column.type.startsWith('_'))
      return Array.from({ length: Math.floor(this.random() * 3) }, () =>
        this.valueOfType(column.type.slice(1), column.name),
      );
    return this.valueOfType(column.type, column.name);
  }

  private valueOfType(type: string, name: string): unknown {
    switch (type) {
      case 'bool':
        return this.random() < 0.5;
      case 'int2':
      case 'int4':
      case 'int8':
        return this.oneOf([0, 1, 2, 3, 5, 20]);
      case 'float4':
      case 'float8':
      case 'numeric':
        return this.oneOf([0, 0.5, 1, 7.25, 0.1 + this.random() / 3]);
      case 'timestamptz':
        return instantFrom(this.random());
      case 'uuid':
        return this.uuid();
      case 'bytea':
        return `\\x${this.uuid().replaceAll('-', '')}`;
      case 'jsonb':
        return this.oneOf([{ name, number: this.number }, [{ of: name }, null, 1.5, 'ü']]);
      case 'text':
        return `${name} ${this.number} "Süd" 'x' \\ 晴`;
      default:
        throw new Error(`No values for the type ${type} of the column ${name}.`);
    }
  }

  private uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.random() * 16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
  }

  private oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)] as T;
  }
}

const declaredValue = (table: string, column: string) =>
  columnValues[`${table}.${column}`] ?? columnValues[column];

/** Tables after those that they refer to; where they refer to each other, that comes first whose reference may be null. */
function inOrder(tables: readonly TableShape[]): TableShape[] {
  const names = new Set(tables.map(({ name }) => name));
  const isRequired = (table: TableShape, key: ForeignKey) =>
    table.columns.some((column) => column.isRequired && key.columns.includes(column.name));
  const needs = (table: TableShape, onlyRequired: boolean) =>
    [
      ...table.foreignKeys.filter((key) => !onlyRequired || isRequired(table, key)).map((key) => key.table),
      ...(filledAfter[table.name] ?? []),
    ].filter((name) => name !== table.name && names.has(name));
  const ordered: TableShape[] = [];
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const ready = (onlyRequired: boolean) =>
      tables.filter(
        (table) => !done.has(table.name) && needs(table, onlyRequired).every((name) => done.has(name)),
      );
    const whole = ready(false);
    const next = whole.length > 0 ? whole : ready(true).slice(0, 1);
    if (next.length === 0) throw new Error('Foreign keys go around in a circle.');
    for (const table of next) {
      ordered.push(table);
      done.add(table.name);
    }
  }
  return ordered;
}
