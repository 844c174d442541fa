// Types, lint, architecture, retired words and unit tests, side by side: the quick check while working. `npm run check`.
import { fileURLToPath } from 'node:url';
import { run, tool } from './run.mjs';

const script = (name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));

/** The checks without a test runner. Each prints nothing when it passes. */
export const staticChecks = [
  // Several checkers would each check what the others need too: twice the work, on two cores no sooner.
  { name: 'types', run: () => run(tool('tsc'), ['--noEmit', '--checkers', '1']) },
  { name: 'lint', run: () => run(tool('biome'), ['check', '--colors=off', '--diagnostic-level=warn']) },
  { name: 'architecture', run: () => run('node', [script('architecture')]) },
  { name: 'retired words', run: () => run('node', [script('retired-words')]) },
  { name: 'limits', run: () => run('node', [script('limits')]) },
];

/**
 * Runs the checks in parallel, prints a line for each and the output of a failing one; returns the names of
 * those that failed.
 */
export async function runChecks(checks) {
  const failed = [];
  await Promise.all(
    checks.map(async ({ name, run: start }) => {
      const { code, output, seconds } = await start();
      if (code !== 0) {
        failed.push(name);
        console.log(output.trimEnd());
      }
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
    }),
  );
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  const unit = {
    name: 'unit tests',
    run: () => run(tool('vitest'), ['run', '--project', 'unit', '--project', 'web', '--passWithNoTests']),
  };
  const failed = await runChecks([...staticChecks, unit]);
  console.log(
    `${failed.length === 0 ? 'All good' : `Failed: ${failed.join(', ')}`} after ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
