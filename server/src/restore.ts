/** `npm run restore`: makes a new data folder of a backup. */
import { readRestoreConfig } from './command-config.ts';
import { commandInput } from './config.ts';
import { restoreBackup } from './platform/database/backup/restore.store.ts';
import { runCommand } from './run-command.ts';

await runCommand('The backup cannot be restored', async () => {
  const config = readRestoreConfig(commandInput());
  const { madeAt, version, tables, rows, hasKey, withdrawn } = await restoreBackup(config);
  console.log(
    `Restored ${rows} rows of ${tables} tables into ${config.data}: the state of ${madeAt}, made by version ${version}. Each table was read again and is as in the backup.`,
  );
  if (withdrawn > 0)
    console.log(
      `${withdrawn} deliveries that waited when the backup was made are old by now and are not sent.`,
    );
  if (!hasKey)
    console.log(
      `The backup has no secret key: put the copy of it at ${config.data}/secret-key, or set ALLCLEAR_SECRET_KEY, before the first start.`,
    );
});
