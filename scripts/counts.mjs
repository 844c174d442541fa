// How many tests passed, failed and were skipped, from the reports of the test runners.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * From the JSON report of Vitest. A file that could not be loaded counts as one failure; so does a run that
 * failed with no failing test (an unhandled error), and a run that left no report.
 * @param {any} report undefined when there is none
 * @param {number} code the exit code of the runner
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * From the JSON report of Playwright; a test that passed only when tried again counts as passed.
 * @param {any} report undefined when there is none
 * @param {number} code the exit code of the runner
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected === 0 && code !== 0 ? 1 : unexpected, skipped };
}

/** The last line of the whole run. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {Counts[]} all */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}
