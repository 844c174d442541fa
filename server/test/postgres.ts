import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type TemplateState, templateState } from './databases/used-databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's maintenance database; `freshStore` makes its databases there. */
    postgresUrl: string;
    /** Name of the migrated database that is cloned for every test file. */
    postgresTemplate: string;
    /** The same as `postgresUrl` with the rights of a superuser; null where the tests have none. */
    postgresSuperuserUrl: string | null;
    /** What the template is; null without a superuser. */
    postgresTemplateState: TemplateState | null;
  }
}

/**
 * One PostgreSQL for all test files: that of DATABASE_URL, or an embedded one in a folder that is removed
 * afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(tmpdir(), 'allclear-test-'));
  const embedded = folder ? await startEmbeddedPostgres({ folder, log: () => {} }) : undefined;
  const url = given ?? embedded!.url;
  const superuser = folder ? new URL(url) : null;
  if (folder && superuser) {
    superuser.username = 'allclear';
    superuser.password = (await readFile(join(folder, 'pg-password'), 'utf8')).trim();
    await run(
      superuser.href,
      // The server is needed only during the tests, so it need not survive a power cut.
      'alter system set fsync = off',
      'select pg_reload_conf()',
      // The tests work as the product does, without the rights of a superuser, on databases of their own.
      'alter role allclear_app createdb',
    );
  }
  const template = `allclear_template_${process.pid}`;
  await run(url, `create database ${template}`);
  const pool = new pg.Pool({ connectionString: databaseUrl(url, template), max: 1 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  let state: TemplateState | null = null;
  if (superuser) {
    const client = new pg.Client(databaseUrl(superuser.href, template));
    await client.connect();
    state = await templateState(client).finally(() => client.end());
  }
  project.provide('postgresTemplateState', state);
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  project.provide('postgresSuperuserUrl', superuser?.href ?? null);
  return async () => {
    if (given) await run(url, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
