// What docs/spec-coverage.md claims: each line of the specification names the files that do it and the tests that
// would fail without it. A test is cited as `file.test.ts` *full > name*, as Vitest and Playwright print it.
import { tokensOfFile } from './source-text.mjs';

/** @typedef {{ file: string, name: string, status: 'passed' | 'failed' | 'skipped', message: string }} Result */
/** @typedef {{ line: number, file: string, name: string }} Citation */

/**
 * The claims of the table: a row each, with the tests it cites and the files it names.
 * @param {string} table
 * @returns {{ line: number, claim: string, files: string[], citations: Citation[] }[]}
 */
export function claimsOf(table) {
  const claims = [];
  for (const [index, text] of table.split('\n').entries()) {
    const cells = text.split(/(?<!\\)\|/).slice(1, -1);
    if (cells.length < 2 || /^\s*(-+|Line)\s*$/.test(cells[0])) continue;
    const line = index + 1;
    const plain = (words) => words.replace(/\\(.)/g, '$1');
    const citations = [...cells.at(-1).matchAll(/`([\w./-]+)` \*((?:\\.|[^*\\])+)\*/g)].map(
      ([, file, name]) => ({
        line,
        file,
        name: plain(name),
      }),
    );
    const files = [
      ...cells
        .slice(1)
        .join('|')
        .matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g),
    ].map(([, file]) => file);
    claims.push({ line, claim: cells[0].trim(), files, citations });
  }
  return claims;
}

/** True when a path of the repository is the one that the table writes: whole, or from some folder on. */
export function isNamed(path, file) {
  return path === file || path.endsWith(`/${file}`);
}

/**
 * Whether a test of that name is the cited one. A citation may be the pattern of a table of cases (`%s is
 * refused`): then all its cases are meant.
 */
export function isCited(name, cited) {
  if (name === cited) return true;
  if (!placeholder.test(cited)) return false;
  const pattern = cited
    .split(placeholder)
    .map(RegExp.escape ?? escaped)
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(name);
}

const placeholder = /%[sdifjoO#]|\$\{?[\w.]+\}?/;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The results in the JSON report of Vitest.
 * @param {any} report
 * @returns {Result[]}
 */
export function vitestResults(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      file: file.replaceAll('\\', '/'),
      name: [...ancestorTitles, title].join(' > '),
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      message: failureMessages?.[0] ?? '',
    })),
  );
}

/**
 * The results in the JSON report of Playwright. A test of several projects has passed when none of them failed
 * and one ran.
 * @param {any} report
 * @returns {Result[]}
 */
export function playwrightResults(report) {
  const results = [];
  const visit = (suite, titles) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      const all = tests.map(({ status }) => status);
      const ran = all.some((status) => status === 'expected' || status === 'flaky');
      const status = all.includes('unexpected') ? 'failed' : ran ? 'passed' : 'skipped';
      const errors = tests.flatMap(({ results: tries }) => tries?.map(({ error }) => error?.message) ?? []);
      const message = errors.find(Boolean) ?? '';
      results.push({ file, name: [...titles, title].join(' > '), status, message });
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of report?.suites ?? []) visit(suite, []);
  return results;
}

/**
 * The claims that no passing test shows.
 * @param {string} table
 * @param {Result[]} results of the whole run
 * @returns {string[]} a sentence each
 */
export function unshownClaims(table, results) {
  return claimsOf(table).flatMap(({ line, claim, citations }) => {
    if (citations.length === 0) return [`line ${line}: '${claim}' cites no test`];
    return citations.flatMap(({ file, name }) => {
      const cited = results.filter(
        (one) => (isNamed(one.file, file) || isNamed(file, one.file)) && isCited(one.name, name),
      );
      const say = (what) => [`line ${line}: ${file} '${name}' ${what}`];
      if (cited.length === 0) return say('did not run');
      if (cited.some(({ status }) => status === 'failed')) return say('failed');
      return cited.some(({ status }) => status === 'passed') ? [] : say('was skipped');
    });
  });
}

/**
 * What can be seen without running anything: claims without a test, files that are gone or ambiguous, titles that
 * no test has.
 * @param {string} table
 * @param {string[]} paths all files of the repository
 * @param {(path: string) => string} read
 * @returns {string[]} a sentence each
 */
export function staleClaims(table, paths, read) {
  const titles = new Map();
  return claimsOf(table).flatMap(({ line, claim, files, citations }) => {
    const stale = [];
    if (citations.length === 0) stale.push(`line ${line}: '${claim}' cites no test`);
    for (const file of files) {
      const found = paths.filter((path) => isNamed(path, file)).length;
      if (found !== 1) stale.push(`line ${line}: ${file} is ${found === 0 ? 'gone' : 'in several folders'}`);
    }
    for (const { file, name } of citations) {
      const path = paths.find((one) => isNamed(one, file));
      if (!path) continue;
      if (!titles.has(path)) titles.set(path, textsIn(path, read(path)));
      const unknown = name
        .split(' > ')
        .filter((part) => !titles.get(path).some((text) => isOneOf(part, text)));
      if (unknown.length > 0) stale.push(`line ${line}: ${file} has no test '${name}'`);
    }
    return stale;
  });
}

/** A part of a name may be a case of a table, or the table's pattern itself. */
const isOneOf = (part, text) => part === text || isCited(part, text);

/** The values of the strings in a source; those of templates with `${…}` for each expression. */
function textsIn(path, source) {
  const texts = [];
  let template = '';
  for (const { kind, text } of tokensOfFile(path, source)) {
    const plain = () => text.slice(1).replace(/\\(.)/g, '$1');
    if (kind === 'string') texts.push(plain().slice(0, -1));
    if (kind !== 'template') continue;
    template = text.startsWith('`') ? '' : template;
    if (text.endsWith('${')) template += `${plain().slice(0, -2)}\${x}`;
    else texts.push(template + plain().slice(0, -1));
  }
  return texts;
}
