/** `npm run settings`: writes the tables of settings in docs/operations.md from their definitions. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { baseSettings } from './platform/settings/base-settings.ts';
import { settingsTable, withSettingsTables } from './platform/settings/settings-table.ts';
import { subjects } from './subjects.ts';

export const operationsGuide = fileURLToPath(new URL('../../docs/operations.md', import.meta.url));

/** The guide with its tables as the definitions have them. */
export function withCurrentSettings(guide: string): string {
  const sends = subjects.filter(({ name }) => name === 'notifications');
  const others = subjects.filter((subject) => !sends.includes(subject));
  return withSettingsTables(guide, {
    installation: settingsTable([{ settings: baseSettings((folder) => folder) }, ...others], {
      flags: true,
    }),
    notifications: settingsTable(sends, { flags: false }),
  });
}

if (import.meta.main) {
  await writeFile(operationsGuide, withCurrentSettings(await readFile(operationsGuide, 'utf8')));
}
