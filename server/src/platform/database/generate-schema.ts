// Generates schema.ts: migrates an empty temporary database and describes it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from './database.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';
import { migrate } from './migrate.ts';
import { schemaText } from './schema-text.store.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'allclear-schema-'));
try {
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  await migrate(store.pool);
  await writeFile(new URL('./schema.ts', import.meta.url), await schemaText(store.pool));
  await store.close();
  await postgres.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
