import { describe, expect, it } from 'vitest';
import { filesBelow, rooms, textOf } from './source-files.mjs';
import {
  claimsOf,
  isCited,
  playwrightResults,
  staleClaims,
  unshownClaims,
  vitestResults,
} from './spec-coverage.mjs';

const row = (tests) => `| Line | Where | Test |\n|---|---|---|\n| A claim | \`a.ts\` | ${tests} |\n`;

describe('docs/spec-coverage.md', () => {
  const table = textOf('docs/spec-coverage.md');

  it('cites tests and files that are there', () => {
    expect(claimsOf(table).length).toBeGreaterThan(130);
    expect(staleClaims(table, filesBelow([...rooms, 'scripts']), textOf)).toEqual([]);
  });
});

describe('a claim', () => {
  it('is a row with the files and tests that it names', () => {
    expect(
      claimsOf(row('`a.test.ts` *all > of it*; `b/c.journey.ts` *with a \\*star\\* and a \\| bar*')),
    ).toEqual([
      {
        line: 3,
        claim: 'A claim',
        files: ['a.ts', 'a.test.ts', 'b/c.journey.ts'],
        citations: [
          { line: 3, file: 'a.test.ts', name: 'all > of it' },
          { line: 3, file: 'b/c.journey.ts', name: 'with a *star* and a | bar' },
        ],
      },
    ]);
  });

  const passed = { file: '/checkout/server/src/a.test.ts', name: 'all > of it', status: 'passed' };
  const unshown = (tests, ...results) => unshownClaims(row(tests), results);

  it('is shown by a test that ran and passed', () => {
    expect(unshown('`src/a.test.ts` *all > of it*', passed)).toEqual([]);
  });

  it('is not shown by words, by part of a name, by another file, or by a test that failed or was skipped', () => {
    expect(unshown('see the code', passed)).toEqual(["line 3: 'A claim' cites no test"]);
    expect(unshown('`a.test.ts` *of it*', passed)).toEqual(["line 3: a.test.ts 'of it' did not run"]);
    expect(unshown('`b.test.ts` *all > of it*', passed)).toEqual([
      "line 3: b.test.ts 'all > of it' did not run",
    ]);
    const cited = '`a.test.ts` *all > of it*';
    expect(unshown(cited, { ...passed, status: 'failed' })).toEqual([
      "line 3: a.test.ts 'all > of it' failed",
    ]);
    expect(unshown(cited, { ...passed, status: 'skipped' })).toEqual([
      "line 3: a.test.ts 'all > of it' was skipped",
    ]);
    expect(unshown(cited)).toEqual(["line 3: a.test.ts 'all > of it' did not run"]);
  });

  it('of a table of cases needs all of them', () => {
    const cited = '`a.test.ts` *%s is refused*';
    const one = { ...passed, name: 'a (b) is refused' };
    expect(unshown(cited, one)).toEqual([]);
    expect(unshown(cited, one, { ...one, name: 'c is refused', status: 'failed' })).toHaveLength(1);
    expect(isCited('a is refused, later', '%s is refused')).toBe(false);
    expect(isCited('3 kills', '${kills} kills')).toBe(true);
    expect(isCited('anything', 'any.*')).toBe(false);
  });

  it('is stale when its file is gone or ambiguous, or no test has the title', () => {
    const read = () =>
      "describe('all', () => { it.each(rows)('of %s', f); it(`in ${n} days`, g); it(\"a'b\", h); });";
    const stale = (tests, paths = ['x/a.ts', 'x/a.test.ts']) => staleClaims(row(tests), paths, read);
    expect(
      stale(
        "`a.test.ts` *all > of it*; `a.test.ts` *all > of %s*; `a.test.ts` *in 3 days*; `a.test.ts` *a'b*",
      ),
    ).toEqual([]);
    expect(stale('`a.test.ts` *all > none*')).toEqual(["line 3: a.test.ts has no test 'all > none'"]);
    expect(stale('`c.test.ts` *all*')).toEqual(['line 3: c.test.ts is gone']);
    expect(stale('`a.test.ts` *all > of it*', ['x/a.ts', 'y/a.ts', 'x/a.test.ts'])).toEqual([
      'line 3: a.ts is in several folders',
    ]);
    expect(stale('words')).toEqual(["line 3: 'A claim' cites no test"]);
  });
});

describe('the results of a run', () => {
  it('are read from the report of Vitest', () => {
    const test = (title, status, failureMessages = []) => ({
      ...{ ancestorTitles: ['all'], title, status, failureMessages },
    });
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          assertionResults: [test('one', 'passed'), test('two', 'pending'), test('three', 'failed', ['Why'])],
        },
      ],
    };
    expect(vitestResults(report)).toEqual([
      { file: '/a.test.ts', name: 'all > one', status: 'passed', message: '' },
      { file: '/a.test.ts', name: 'all > two', status: 'skipped', message: '' },
      { file: '/a.test.ts', name: 'all > three', status: 'failed', message: 'Why' },
    ]);
    expect(vitestResults(undefined)).toEqual([]);
  });

  it('are read from the report of Playwright, over its projects', () => {
    const spec = (title, ...statuses) => ({
      title,
      file: 'a.journey.ts',
      tests: statuses.map((status) => ({ status })),
    });
    const suites = [
      {
        title: 'a.journey.ts',
        specs: [spec('one', 'expected', 'flaky'), spec('two', 'expected', 'unexpected')],
        suites: [{ title: 'inside', specs: [spec('three', 'skipped')] }],
      },
    ];
    expect(playwrightResults({ suites }).map(({ name, status }) => [name, status])).toEqual([
      ['one', 'passed'],
      ['two', 'failed'],
      ['inside > three', 'skipped'],
    ]);
    expect(playwrightResults(undefined)).toEqual([]);
  });
});
