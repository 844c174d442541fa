import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabasePlace } from './command-config.ts';
import { BadConfig } from './config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';

/** Runs a command to its end: what is thrown becomes lines for the operator and the exit code 1. */
export async function runCommand(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const lines = error instanceof BadConfig ? error.problems : [`${failure}: ${(error as Error).message}`];
    for (const line of lines) console.error(line);
    process.exitCode = 1;
  }
}

/** Uses the database of a data folder, also while a server runs on it. Throws where there is none. */
export async function withDatabase<Result>(
  { data, databaseUrl }: DatabasePlace,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return work(databaseUrl);
  if (!existsSync(path.join(data, 'pg')))
    throw new Error(`the data folder ${data} has no database. Name it with --data.`);
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
