/**
 * Counts an email domain as proven for the organization of an account: `npm run prove-domain`. For domains whose DNS
 * this installation cannot read. Works while a server runs on the same data folder.
 */

import { randomBytes } from 'node:crypto';
import { BadConfig, readProveDomainConfig } from './config.ts';
import { accountByEmail, addDomain, proveDomain } from './identity/index.ts';
import { systemActor } from './platform/actor.ts';
import { wallNow } from './platform/clock/clock.ts';
import { bringForward } from './platform/database/backup/bring-forward.ts';
import { openStore } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';
import { migrate } from './platform/database/migrate.ts';

const actor = systemActor('prove-domain');

try {
  const { data, databaseUrl, email, domain } = readProveDomainConfig();
  const postgres =
    databaseUrl === null
      ? await startEmbeddedPostgres({ folder: data, log: () => {} })
      : { url: databaseUrl, stop: async () => {} };
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    if (databaseUrl === null) await bringForward({ pool: store.pool, databaseUrl: postgres.url, data });
    else await migrate(store.pool);
    const account = await accountByEmail(store.db, email);
    const organizationId = account?.organizationId ?? null;
    if (organizationId === null) throw new Error(`Nobody of an organization signs in with ${email}.`);
    const now = wallNow();
    const token = randomBytes(24).toString('base64url');
    await addDomain(store.db, actor, { organizationId, domain, token }, now);
    await proveDomain(store.db, actor, { organizationId, domain }, now);
    console.log(`${domain} is proven for the organization of ${email}.`);
  } finally {
    await store.close();
    await postgres.stop();
  }
} catch (error) {
  for (const line of error instanceof BadConfig
    ? error.problems
    : [`The domain cannot be proven: ${(error as Error).message}`])
    console.error(line);
  process.exitCode = 1;
}
