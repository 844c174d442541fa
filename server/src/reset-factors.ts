/**
 * Removes the second factors of an account: `npm run reset-factors`. For the last Super Admin, whom nobody else can
 * help. Works while a server runs on the same data folder.
 */

import { BadConfig, readResetConfig } from './config.ts';
import { accountByEmail, resetFactors } from './identity/index.ts';
import { systemActor } from './platform/actor.ts';
import { wallNow } from './platform/clock/clock.ts';
import { bringForward } from './platform/database/backup/bring-forward.ts';
import { openStore } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';
import { migrate } from './platform/database/migrate.ts';

const actor = systemActor('reset-factors');

try {
  const { data, databaseUrl, email } = readResetConfig();
  const postgres =
    databaseUrl === null
      ? await startEmbeddedPostgres({ folder: data, log: () => {} })
      : { url: databaseUrl, stop: async () => {} };
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    if (databaseUrl === null) await bringForward({ pool: store.pool, databaseUrl: postgres.url, data });
    else await migrate(store.pool);
    const account = await accountByEmail(store.db, email);
    if (!account) throw new Error(`Nobody signs in with ${email}.`);
    await resetFactors(store.db, actor, { account, now: wallNow() });
    console.log(`The second factors of ${email} are removed. The person is notified by mail.`);
  } finally {
    await store.close();
    await postgres.stop();
  }
} catch (error) {
  for (const line of error instanceof BadConfig
    ? error.problems
    : [`The second factors cannot be reset: ${(error as Error).message}`])
    console.error(line);
  process.exitCode = 1;
}
