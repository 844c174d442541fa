import pg from 'pg';
import { required } from '../../required.ts';
import type { EmbeddedFolder } from './folder.ts';

/** The role that the product connects as: owner of its database, and nothing beyond. */
export const applicationRole = 'allclear_app';
/** The superuser of the cluster: it sets up and starts, and runs no statement of the product. */
export const superuser = 'allclear';
const database = 'allclear';

/** Any fixed number: processes that start at once prepare one after the other. */
const preparing = 7_263_006;

/**
 * Makes the database and the role of the product, and gives the role everything in the database: older
 * versions worked as the superuser and left it the owner. A database that is as it should be is not changed,
 * so that nothing waits for a lock while another process works in it. `keeper` is a connection of the
 * superuser.
 */
export async function prepareApplicationRole(
  keeper: pg.Client,
  at: EmbeddedFolder,
  port: number,
): Promise<void> {
  await keeper.query('select pg_advisory_lock($1)', [preparing]);
  try {
    await ensureRole(keeper, at);
    await ensureDatabase(keeper);
    const inside = new pg.Client(connectionOf(at, port, { user: superuser, database }));
    inside.on('error', () => {});
    await inside.connect();
    try {
      await handOver(inside);
    } finally {
      await inside.end();
    }
  } finally {
    await keeper.query('select pg_advisory_unlock($1)', [preparing]);
  }
}

/** How to connect as one of the two roles. */
export function connectionOf(
  at: EmbeddedFolder,
  port: number,
  { user, database }: { user: typeof superuser | typeof applicationRole; database: string },
) {
  return {
    host: '127.0.0.1',
    port,
    user,
    password: user === superuser ? at.password : at.applicationPassword,
    database,
    ssl: false,
    connectionTimeoutMillis: 5_000,
  };
}

async function ensureRole(keeper: pg.Client, at: EmbeddedFolder): Promise<void> {
  const { rows } = await keeper.query<{ isPlain: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreaterole or rolreplication or rolbypassrls) as "isPlain"
     from pg_roles where rolname = $1`,
    [applicationRole],
  );
  if (rows.length === 0) await keeper.query(`create role ${applicationRole} login`);
  else if (!required(rows[0], 'the role').isPlain)
    await keeper.query(
      `alter role ${applicationRole} login nosuperuser nocreaterole noreplication nobypassrls`,
    );
  if (await accepts(keeper, at)) return;
  const password = keeper.escapeLiteral(at.applicationPassword);
  await keeper.query(`alter role ${applicationRole} password ${password}`);
}

/** Whether the role has the password of the file already: after a restore of either it may not. */
async function accepts(keeper: pg.Client, at: EmbeddedFolder): Promise<boolean> {
  const client = new pg.Client(
    connectionOf(at, keeper.port, { user: applicationRole, database: 'postgres' }),
  );
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(keeper: pg.Client): Promise<void> {
  const { rows } = await keeper.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [database],
  );
  const [found] = rows;
  if (!found) await keeper.query(`create database ${database} owner ${applicationRole}`);
  else if (found.owner !== applicationRole)
    await keeper.query(`alter database ${database} owner to ${applicationRole}`);
}

/**
 * REASSIGN OWNED refuses what belongs to the first superuser of a cluster, so each object is handed over by
 * its own statement. Those that belong to another one (the sequence of a column, the row type of a table, the
 * index of a table) follow it; those of an extension stay.
 */
async function handOver(inside: pg.Client): Promise<void> {
  const { rows } = await inside.query<{ statement: string }>(
    `with ours as (
       select oid, nspname from pg_namespace
       where nspname !~ '^pg_' and nspname <> 'information_schema'
     ), strays as (
       select 1 as step, 'pg_namespace'::regclass as class, oid, nspowner as owner,
         format('schema %I', nspname) as object
       from pg_namespace where oid in (select oid from ours)
       union all
       select 2, 'pg_class'::regclass, c.oid, c.relowner, format('%s %I.%I', case c.relkind
         when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
         when 'f' then 'foreign table' else 'table' end, n.nspname, c.relname)
       from pg_class c join ours n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') or (c.relkind = 'S' and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
           and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
       union all
       select 3, 'pg_proc'::regclass, p.oid, p.proowner,
         format('routine %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
       from pg_proc p join ours n on n.oid = p.pronamespace
       union all
       select 4, 'pg_type'::regclass, t.oid, t.typowner,
         format('%s %I.%I', case t.typtype when 'd' then 'domain' else 'type' end, n.nspname, t.typname)
       from pg_type t join ours n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
       where t.typcategory <> 'A' and t.typtype in ('b', 'c', 'd', 'e', 'r')
         and (t.typrelid = 0 or c.relkind = 'c')
     )
     select format('alter %s owner to ${applicationRole}', object) as statement
     from strays
     where owner = (select oid from pg_roles where rolname = '${superuser}')
       and not exists (
         select from pg_depend d
         where d.classid = strays.class and d.objid = strays.oid and d.deptype = 'e')
     order by step, object`,
  );
  if (rows.length === 0) return;
  await inside.query('begin');
  try {
    for (const { statement } of rows) await inside.query(statement);
    await inside.query('commit');
  } catch (error) {
    await inside.query('rollback');
    throw new Error(`The database could not be given to its role: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
