/**
 * Rows and records. A row has the columns of its table: snake_case names, instants as `Date`. A record has
 * the same values in the form that the rest of the server uses: camelCase names, instants as epoch ms. Rows
 * stay in the store that reads them; records leave it.
 */

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

type RecordValue<Value> = Value extends Date ? number : Value;

/** The record of a row. Values of jsonb columns are left as they are. */
export type RecordOf<Row> = {
  readonly [Column in keyof Row & string as CamelCase<Column>]: RecordValue<Row[Column]>;
};

/** The columns of a record: the same values under the names of the table. */
export type ColumnsOf<Fields> = {
  [Field in keyof Fields & string as SnakeCase<Field>]: Fields[Field];
};

const fieldNames = new Map<string, string>();

function fieldName(column: string): string {
  let name = fieldNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    fieldNames.set(column, name);
  }
  return name;
}

/** The record of a row that was read. */
export function recordOf<Row extends object>(row: Row): RecordOf<Row> {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row))
    record[fieldName(column)] = value instanceof Date ? value.getTime() : value;
  return record as RecordOf<Row>;
}

/** The columns to write of some fields of a record; a field that is undefined is left out. */
export function columnsOf<Fields extends object>(fields: Fields): ColumnsOf<Fields> {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) columns[field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  return columns as ColumnsOf<Fields>;
}
