// Everything: types, lint, architecture, unit and database tests, browser journeys. `npm test`. Reports go to
// reports/. Every test that docs/spec-coverage.md cites must have run and passed. The last line is
// `N passed, N failed` (and `, N skipped` when there are any), counted from the reports.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { browserEnvironment } from './browser.mjs';
import { runChecks, staticChecks } from './check.mjs';
import { playwrightCounts, sum, summary, vitestCounts } from './counts.mjs';
import { root, run, tool, toolEnvironment } from './run.mjs';
import { playwrightResults, unshownClaims, vitestResults } from './spec-coverage.mjs';

const reports = join(root, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const failedChecks = await runChecks(staticChecks);
const browsers = await browserEnvironment().catch((error) => void console.error(error.message));
const environment = { ...toolEnvironment, ...browsers };
const all = [{ passed: 0, failed: failedChecks.length, skipped: 0 }, await tests(), await journeys()];
const results = [...vitestResults(read(vitestReport)), ...playwrightResults(read(playwrightReport))];
const unshown = unshownClaims(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'), results);
for (const claim of unshown) console.log(`docs/spec-coverage.md, ${claim}`);
all.push({ passed: 0, failed: unshown.length, skipped: 0 });
const total = sum(all);
// Once more at the end, as what the runners print of them is far above.
for (const { file, name, message } of results.filter(({ status }) => status === 'failed'))
  console.log(`Failed: ${relative(root, file)}, ${name}\n  ${firstLines(message)}`);
if (failedChecks.length > 0) console.log(`Failed: ${failedChecks.join(', ')}`);
if (total.passed === 0) console.log('Nothing ran.');
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
console.log(summary(total));

async function tests() {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    '--reporter=junit',
    `--outputFile.junit=${join(reports, 'vitest.xml')}`,
  ];
  const { code } = await run(tool('vitest'), ['run', ...reporters], { env: environment, show: true });
  return vitestCounts(read(vitestReport), code);
}

async function journeys() {
  if (!browsers) return { passed: 0, failed: 1, skipped: 0 };
  const env = {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(reports, 'playwright.xml'),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(reports, 'playwright.xml'),
  };
  const { code } = await run(
    tool('playwright'),
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json,junit'],
    { env, show: true },
  );
  return playwrightCounts(read(playwrightReport), code);
}

function firstLines(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, 4).join('\n  ').slice(0, 600);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
