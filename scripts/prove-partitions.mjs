// Whether each statement touches the rows of one organization alone, as a store that is distributed by organization
// needs it: `npm run prove-partitions`. Runs the database tests, records what the product sends, and plans each
// statement with its values on tables that are partitioned by organization. `--recorded FOLDER` takes what another run
// recorded, `--list` writes the list of what has to be changed anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run, tool, toolEnvironment } from './run.mjs';

const { values } = parseArgs({ options: { recorded: { type: 'string' }, list: { type: 'boolean' } } });
const folder = values.recorded ?? mkdtempSync(join(tmpdir(), 'allclear-statements-'));
const env = { ...toolEnvironment, RECORD_STATEMENTS: folder };
const tests = values.recorded
  ? { code: 0 }
  : await run(tool('vitest'), ['run', '--project', 'database'], { env, show: true });
const options = values.list ? ['--list'] : [];
const proof = await run(tool('node'), ['server/test/partitions/prove-partitions.ts', folder, ...options], {
  show: true,
});
if (!values.recorded) rmSync(folder, { recursive: true, force: true });
process.exitCode = tests.code || proof.code;
