import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';

/** Runs `work` with a database of its own. */
export async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
