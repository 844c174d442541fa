/**
 * `npm run trace`: prints how a warning, notice, delivery, lightning batch or command of a device came about and what
 * became of it. Also while the server runs; changes nothing.
 */
import { readTraceConfig } from './command-config.ts';
import { commandInput } from './config.ts';
import { storyOf } from './monitoring/index.ts';
import { openStore } from './platform/database/database.ts';
import { runCommand, withDatabase } from './run-command.ts';

await runCommand('The trace cannot be read', async () => {
  const config = readTraceConfig(commandInput());
  const story = await withDatabase(config, async (url) => {
    const store = openStore(url, { onError: () => {}, connections: 2 });
    try {
      return await storyOf(store.db, config.id);
    } finally {
      await store.close();
    }
  });
  if (story === null) throw new Error(`nothing that is stored has the id ${config.id}.`);
  for (const line of story) console.log(line);
});
