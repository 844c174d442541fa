/** `npm run backup`: writes a backup of an installation, also while its server runs. */
import { readBackupConfig } from './command-config.ts';
import { commandInput } from './config.ts';
import { backUp } from './platform/database/backup/back-up.ts';
import { productVersion } from './platform/product-version.ts';
import { runCommand, withDatabase } from './run-command.ts';

await runCommand('The backup cannot be made', async () => {
  const config = readBackupConfig(commandInput());
  const version = await productVersion();
  const { tables, rows, bytes, sha256 } = await withDatabase(config, (databaseUrl) =>
    backUp({ ...config, databaseUrl, version }),
  );
  console.log(`Backed up ${rows} rows of ${tables} tables into ${config.to} (${bytes} bytes).`);
  console.log(`SHA-256 ${sha256}`);
  console.log(
    config.withKey
      ? 'The secret key is in the backup: whoever has the file can read every secret in it.'
      : 'The secret key is not in the backup: keep a copy of the file secret-key, or of ALLCLEAR_SECRET_KEY, elsewhere.',
  );
});
