import { describe, expect, it } from 'vitest';
import { playwrightCounts, sum, summary, vitestCounts } from './counts.mjs';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };

describe('the counts of a test run', () => {
  it('are those of the reports', () => {
    expect(vitestCounts({ ...vitest, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
    expect(playwrightCounts({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }, 1)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 0,
    });
    expect(
      summary(
        sum([
          vitestCounts(vitest, 0),
          playwrightCounts({ stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 } }, 0),
        ]),
      ),
    ).toBe('8 passed, 0 failed, 1 skipped');
    expect(summary({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
  });

  it('never hide a failure', () => {
    expect(vitestCounts(undefined, 0).failed).toBe(1);
    expect(vitestCounts(vitest, 1).failed).toBe(1);
    expect(
      vitestCounts({ ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }, 1).failed,
    ).toBe(1);
    expect(playwrightCounts(undefined, 1).failed).toBe(1);
    expect(playwrightCounts({ stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0 } }, 1).failed).toBe(
      1,
    );
  });
});
