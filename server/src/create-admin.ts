/**
 * Creates the first account of an installation: `npm run create-admin`. Works while a server runs on the same
 * data folder.
 */

import { BadConfig, readAdminConfig } from './config.ts';
import { randomPassword } from './demonstration/index.ts';
import { hashPassword, insertOperator, insertSuperAdmin } from './identity/index.ts';
import { systemActor } from './platform/actor.ts';
import { wallNow } from './platform/clock/clock.ts';
import { bringForward } from './platform/database/backup/bring-forward.ts';
import { openStore } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { removeSetupCode } from './setup/index.ts';

const actor = systemActor('create-admin');

try {
  const { data, databaseUrl, organization, email } = readAdminConfig();
  const postgres =
    databaseUrl === null
      ? await startEmbeddedPostgres({ folder: data, log: () => {} })
      : { url: databaseUrl, stop: async () => {} };
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    if (databaseUrl === null) await bringForward({ pool: store.pool, databaseUrl: postgres.url, data });
    else await migrate(store.pool);
    const password = randomPassword();
    const account = { email, passwordHash: await hashPassword(password), now: wallNow() };
    const taken = new Error(`Somebody signs in with ${email} already.`);
    if (organization === null) {
      if (!(await insertOperator(store.db, actor, account))) throw taken;
      console.log(`Operator ${email}, password ${password}. The first sign-in adds a second factor.`);
    } else {
      const made = await insertSuperAdmin(store.db, actor, { organization, ...account });
      if (made === null) throw taken;
      console.log(
        `${made.madeOrganization ? `Made the organization ${organization}. ` : ''}Super Admin ${email}, password ${password}`,
      );
    }
    console.log('The password is shown this once.');
    // There is an account now, so nobody sets the installation up any more.
    await removeSetupCode(data);
  } finally {
    await store.close();
    await postgres.stop();
  }
} catch (error) {
  for (const line of error instanceof BadConfig
    ? error.problems
    : [`The account cannot be made: ${(error as Error).message}`])
    console.error(line);
  process.exitCode = 1;
}
