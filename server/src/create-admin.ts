/**
 * Makes the first account of an installation: `npm run create-admin`. Works beside a running server, on the
 * same data folder.
 */
import { wallNow } from './clock.ts';
import { BadConfig, readAdminConfig } from './config.ts';
import { randomPassword } from './demonstration.ts';
import { hashPassword } from './identity/passwords.ts';
import { openStore } from './store/database.ts';
import { startEmbeddedPostgres } from './store/embedded-postgres.ts';
import { insertSuperAdmin } from './store/first-admin.ts';
import { migrate } from './store/migrate.ts';

try {
  const { data, databaseUrl, organization, email } = readAdminConfig();
  const postgres = databaseUrl === null ? await startEmbeddedPostgres({ folder: data, log: () => {} }) : null;
  const store = openStore(databaseUrl ?? postgres!.url, { onError: () => {} });
  try {
    await migrate(store.pool);
    const password = randomPassword();
    const made = await insertSuperAdmin(store.db, {
      organization,
      email,
      passwordHash: await hashPassword(password),
      now: wallNow(),
    });
    if (made === null) throw new Error(`Somebody signs in with ${email} already.`);
    console.log(
      `${made.madeOrganization ? `Made the organisation ${organization}. ` : ''}Super Admin ${email}, password ${password}`,
    );
    console.log('The password is shown this once.');
  } finally {
    await store.close();
    await postgres?.stop();
  }
} catch (error) {
  for (const line of error instanceof BadConfig
    ? error.problems
    : [`The account cannot be made: ${(error as Error).message}`])
    console.error(line);
  process.exitCode = 1;
}
