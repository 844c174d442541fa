// The security checks against the real server: `npm run attacks`. `--long` adds what takes minutes; other
// arguments go to Vitest (`-t tenancy`). ATTACKS_SEED=N draws the random parts of another run again.
import { browserEnvironment } from './browser.mjs';
import { run, tool, toolEnvironment } from './run.mjs';

const given = process.argv.slice(2);
const isLong = given.includes('--long');
const env = {
  ...toolEnvironment,
  ...(await browserEnvironment()),
  ATTACKS: isLong ? 'long' : 'strict',
};
const args = ['run', '--project', 'attacks', ...given.filter((arg) => arg !== '--long')];
const { code } = await run(tool('vitest'), args, { env, show: true });
process.exitCode = code;
