// Fills a database of every migration and brings it forward: `npm run prove-upgrades`. `npm test` does so for those
// alone that are followed by a change of data, and for a few others. PROPERTY_SEED=N fills the databases of another run
// again; other arguments go to Vitest.
import { run, tool, toolEnvironment } from './run.mjs';

const args = ['run', '--project', 'database', 'server/test/upgrades', ...process.argv.slice(2)];
const { code } = await run(tool('vitest'), args, {
  env: { ...toolEnvironment, UPGRADES: 'every' },
  show: true,
});
process.exitCode = code;
