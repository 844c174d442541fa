/**
 * `npm run doctor`: says in words what is wrong with an installation, with the flags and the environment that its server
 * has. Changes nothing; also while the server runs. Ends with 1 when something is wrong.
 */
import { BadConfig, readConfig } from './config.ts';
import { badSettings, examine, type Finding, installationOf, linesOf } from './monitoring/index.ts';
import { wallNow } from './platform/clock/clock.ts';
import { subjects } from './subjects.ts';

async function findings(): Promise<readonly Finding[]> {
  try {
    const config = readConfig(subjects);
    if (config === null) return [];
    return await examine(installationOf(config.base, config.subjects), { wallNow });
  } catch (error) {
    if (error instanceof BadConfig) return badSettings(error.problems);
    throw error;
  }
}

const found = await findings();
for (const line of linesOf(found)) console.log(line);
process.exitCode = found.some(({ kind }) => kind === 'wrong') ? 1 : 0;
