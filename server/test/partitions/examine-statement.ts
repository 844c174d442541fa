import pg from 'pg';
import { copySchema, partitions } from './partitioned-copy.ts';

/**
 * How many partitions a statement touches: `none` of an organization's tables; `one`; `several`; or it needs a key that
 * does not have the organization (`key`). A statement that cannot be planned is an `error`.
 */
export interface Examination {
  readonly outcome: 'none' | 'one' | 'several' | 'key' | 'error';
  readonly why: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

/** The tables that a plan reads or writes, by what leads to their partition. */
interface Touched {
  /** Partitions that the values of the statement lead to, by number. */
  readonly numbers: Set<number>;
  /** Tables of which the organization comes from another row. */
  readonly followed: Set<string>;
  /** Tables of which all partitions are read. */
  readonly whole: Set<string>;
}

/** One organization of each partition: a list of organizations in a statement is tried with all of them. */
export type Organizations = readonly string[];

export async function organizationsOfAll(client: pg.ClientBase): Promise<Organizations> {
  const { rows } = await client.query<{ id: string }>(`
    with ids as (select md5(n::text)::uuid as id from generate_series(1, 1000) n)
    select distinct on (number) id from generate_series(0, ${partitions - 1}) number join ids
      on satisfies_hash_partition('${copySchema}.organizations'::regclass, ${partitions}, number, id)
    order by number, id`);
  return rows.map(({ id }) => id);
}

/** ON CONFLICT and GROUP BY by a key that is not unique by itself in a partitioned table. */
const needsKey = new Set<string | undefined>(['42P10', '42803']);

/** Plans a statement with its values on the partitioned copy. Nothing is run. */
export async function examineStatement(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  organizations: Organizations,
): Promise<Examination> {
  const seen: Touched = { numbers: new Set(), followed: new Set(), whole: new Set() };
  try {
    for (const given of [values, withAll(values, organizations)]) await addTouched(client, text, given, seen);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { outcome: needsKey.has(error.code) ? 'key' : 'error', why: error.message };
  }
  const { numbers, followed, whole } = seen;
  if (whole.size > 0) return { outcome: 'several', why: `all of ${[...whole].sort().join(', ')}` };
  if (numbers.size > 1) return { outcome: 'several', why: `${numbers.size} partitions by its values` };
  if (followed.size > 0 && numbers.size === 0)
    return { outcome: 'several', why: `those of the rows that lead to ${[...followed].sort().join(', ')}` };
  return { outcome: numbers.size === 0 ? 'none' : 'one', why: '' };
}

/** Every list of ids with an organization of each partition besides. */
function withAll(values: readonly unknown[], organizations: Organizations): unknown[] {
  return values.map((value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(item))
      ? [...value, ...organizations]
      : value,
  );
}

async function addTouched(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  seen: Touched,
): Promise<void> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (verbose, costs off, format json) ${text}`,
    values: [...values],
  });
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan) await addNode(client, plan, seen, { text, values });
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function addNode(
  client: pg.ClientBase,
  node: PlanNode,
  seen: Touched,
  statement: Statement,
): Promise<void> {
  const relation = node.Schema === copySchema ? node['Relation Name'] : undefined;
  const [, table, number] = /^(.+)_p(\d+)$/.exec(relation ?? '') ?? [];
  if (node['Node Type'] === 'ModifyTable') {
    if (node.Operation === 'Insert' && relation !== undefined)
      await addInsert(client, node, relation, seen, statement);
  } else if (table !== undefined) {
    if (isFollowed(node, table)) seen.followed.add(table);
    else seen.numbers.add(Number(number));
  }
  if (node['Node Type'] === 'Append' || node['Node Type'] === 'Merge Append') addWhole(node, seen);
  for (const child of node.Plans ?? []) await addNode(client, child, seen, statement);
}

/** All partitions of a table below one node: no condition names its organization. */
function addWhole(node: PlanNode, seen: Touched): void {
  const tables = new Map<string, Set<string>>();
  for (const child of node.Plans ?? []) {
    const [, table, number] = /^(.+)_p(\d+)$/.exec(child['Relation Name'] ?? '') ?? [];
    if (
      child.Schema !== copySchema ||
      table === undefined ||
      number === undefined ||
      isFollowed(child, table)
    )
      continue;
    tables.set(table, (tables.get(table) ?? new Set()).add(number));
  }
  for (const [table, numbers] of tables) if (numbers.size === partitions) seen.whole.add(table);
}

/** Whether each row that is looked for has its organization from another row: `u.organization_id = l.organization_id`. */
function isFollowed(node: PlanNode, table: string): boolean {
  const key = table === 'organizations' ? 'id' : 'organization_id';
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter']
    .map((name) => String(node[name] ?? ''))
    .join(' ');
  return (
    new RegExp(`\\b${key} = (?!'|ANY)`).test(conditions) ||
    new RegExp(`[^'] = \\w+\\.${key}\\b`).test(conditions)
  );
}

async function addInsert(
  client: pg.ClientBase,
  node: PlanNode,
  table: string,
  seen: Touched,
  { text, values }: Statement,
): Promise<void> {
  const key = table === 'organizations' ? 'id' : 'organization_id';
  const { rows } = await client.query<{ place: number }>(
    `select count(*)::int - 1 as place from pg_attribute
     where attrelid = $1::regclass and not attisdropped and attnum > 0
       and attnum <= (select attnum from pg_attribute where attrelid = $1::regclass and attname = $2)`,
    [`${copySchema}.${pg.escapeIdentifier(table)}`, key],
  );
  const expression = node.Plans?.[0]?.Output?.[rows[0]?.place ?? -1] ?? '';
  const [, constant] = /^'([\da-f-]{36})'::uuid$/.exec(expression) ?? [];
  if (constant !== undefined) return addOrganizations(client, [constant], seen);
  const given = /^\(?"?\*VALUES\*"?\.column/.test(expression) ? listed(text, values, key) : [];
  if (given.length > 0) return addOrganizations(client, given, seen);
  // A new organization is in a partition by itself.
  if (expression === 'gen_random_uuid()') return void seen.numbers.add(-1);
  // Of no organization: rows of the installation.
  if (expression === 'NULL::uuid') return addOrganizations(client, [null], seen);
  seen.followed.add(table);
}

/** The organizations of `insert into t (a, organization_id) values ($1, $2), ($3, $4)`. */
function listed(text: string, values: readonly unknown[], key: string): unknown[] {
  const [, columns = '', tuples = ''] = /insert into \S+ \(([^)]*)\)\s*values\s*(.*)$/is.exec(text) ?? [];
  const place = columns.split(',').findIndex((name) => name.trim().replaceAll('"', '') === key);
  return tuplesIn(tuples).flatMap((items) => {
    const item = items[place]?.trim();
    return item?.startsWith('$') ? [values[Number(item.slice(1)) - 1]] : [];
  });
}

/** The items of `(a, f(b, c)), (d, e) …`, up to what follows the last. */
function tuplesIn(text: string): string[][] {
  const tuples: string[][] = [];
  let depth = 0;
  for (const character of text) {
    const tuple = tuples.at(-1);
    if (character === '(' && depth === 0) tuples.push(['']);
    else if (character === ',' && depth === 1) tuple?.push('');
    else if (depth > 0 && !(character === ')' && depth === 1)) tuple?.push(`${tuple.pop()}${character}`);
    else if (depth === 0 && !/[\s,]/.test(character)) break;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return tuples;
}

async function addOrganizations(
  client: pg.ClientBase,
  ids: readonly unknown[],
  seen: Touched,
): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `select distinct number from generate_series(0, ${partitions - 1}) number, unnest($1::uuid[]) id
     where satisfies_hash_partition('${copySchema}.organizations'::regclass, ${partitions}, number, id)`,
    [ids],
  );
  for (const { number } of rows) seen.numbers.add(number);
}
