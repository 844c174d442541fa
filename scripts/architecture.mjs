// The rules that keep the rooms apart, checked on the text of the sources. `node scripts/architecture.mjs`
// prints file:line of every breach.
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';
import { filesBelow, isSource, isTest, rooms, textOf } from './source-files.mjs';
import { linesOf, tokensOfFile } from './source-text.mjs';
import {
  circleBreaches,
  entryBreaches,
  readOrders,
  subjectBreach,
  subjectOf,
  treeBreaches,
} from './subject-rules.mjs';

/** Which room may import which. */
const mayImport = {
  domain: [],
  contract: [],
  client: ['contract'],
  adapters: ['domain'],
  server: ['domain', 'contract', 'adapters'],
  web: ['domain', 'contract'],
  widget: ['domain', 'contract'],
  e2e: ['client', 'adapters', 'server'],
  attacks: ['domain', 'contract', 'adapters', 'server'],
  bench: ['domain', 'contract', 'client', 'adapters', 'server', 'web', 'widget'],
};
/** What the tests of a room may import besides. */
const testsMayImport = { client: ['server'], server: ['client'] };
/** Rooms that take no package but these. */
const packagesOf = { domain: [], contract: ['zod'] };

/**
 * The breaches of one file.
 * @param {string} path from the root, with forward slashes
 * @param {string} text
 * @param {{ orders?: Record<string, string[]>, arrows?: object[] }} [room] the order of subjects; `arrows` takes
 * the imports between folders of rooms that have no order
 * @returns {{ path: string, line: number, rule: string }[]}
 */
export function breachesIn(path, text, { orders = {}, arrows = [] } = {}) {
  const room = path.split('/')[0];
  const isForTests = isTest(path);
  const isSettings = /(^|\/)(vite|vitest|playwright)\.config\.ts$/.test(path);
  const isStore = /(^|[/.])store\.ts$/.test(path) || path.startsWith('server/src/platform/database/');
  const code = withoutComments(path, text);
  const breaches = [];
  const lineOf = linesOf(code);
  const report = (at, rule) => breaches.push({ path, line: lineOf(at), rule });
  for (const { at, rule } of entryBreaches(path, code)) report(at, rule);
  const forbid = (pattern, rule) => {
    for (const match of code.matchAll(pattern)) report(match.index, rule);
  };

  for (const { specifier, at, isType } of importsIn(code)) {
    const target = specifier.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(path), specifier))
      : undefined;
    const other = target ? target.split('/')[0] : /^@allclear\/([^/]+)/.exec(specifier)?.[1];
    if (
      other &&
      other !== room &&
      room in mayImport &&
      !mayImport[room].includes(other) &&
      !(isForTests && testsMayImport[room]?.includes(other)) &&
      (other in mayImport || target?.startsWith('..'))
    ) {
      report(at, `${room}/ may not import ${other}/`);
    }
    if (room === 'widget' && other === 'contract' && !isType && !isForTests)
      report(at, 'widget/ takes types alone from contract/, whose schemas would weigh more than the page');
    if (target && other !== room && other in mayImport)
      report(at, `another room is imported by its name, @allclear/${other}, not by a path`);
    if (
      !target &&
      !other &&
      packagesOf[room] &&
      !isForTests &&
      !isSettings &&
      !packagesOf[room].includes(specifier.split('/')[0])
    ) {
      report(at, `${room}/ takes no package but ${packagesOf[room].join(', ') || 'none'} (${specifier})`);
    }
    if (target && !isForTests) {
      const breach = subjectBreach(path, target, orders);
      if (breach) report(at, breach);
      const [from, to] = [subjectOf(path), subjectOf(target)];
      if (room === 'contract' && from && to) arrows.push({ from, to, path, line: lineOf(at) });
    }
    if (room === 'web' && !isForTests) webBreaches(path, target, specifier, at, report);
    if (['server', 'bench'].includes(room) === false && /^(kysely|pg|pg-copy-streams)$/.test(specifier))
      report(at, 'SQL lives in store.ts or *.store.ts of a subject');
    if (room === 'server' && !isForTests && !isStore && /^(kysely|pg|pg-copy-streams)$/.test(specifier)) {
      report(at, 'SQL lives in store.ts or *.store.ts of a subject');
    }
    const isHttpClient = path.startsWith('adapters/src/http-client/');
    // The one place that makes a server to listen with.
    const isHttpServer = path === 'server/src/platform/http/create-http-server.ts';
    const isSimulator = /^adapters\/src\/(hardware|cameras)\/simulators\//.test(path);
    if (
      room === 'adapters' &&
      !isForTests &&
      !isHttpClient &&
      !isSimulator &&
      !path.startsWith('adapters/src/device-socket/') &&
      !isType &&
      /^(node:)?(net|dgram|tls)$/.test(specifier)
    )
      report(at, 'devices are reached through adapters/src/device-socket/ only');
    if (
      ['domain', 'contract', 'adapters', 'server'].includes(room) &&
      !isForTests &&
      !isHttpClient &&
      !isHttpServer &&
      !isSimulator &&
      !isType &&
      /^(undici|(node:)?https?2?)$/.test(specifier)
    ) {
      report(at, 'the network is reached through adapters/src/http-client/ only');
    }
    if (
      room in mayImport &&
      !isForTests &&
      specifier === 'mqtt' &&
      path !== 'adapters/src/mqtt/mqtt-client.ts'
    )
      report(at, 'brokers are reached through adapters/src/mqtt/mqtt-client.ts only');
  }

  const isServerSide =
    ['domain', 'contract', 'adapters', 'server'].includes(room) && !isForTests && !isSettings;
  if (isServerSide && !path.startsWith('adapters/src/http-client/')) {
    forbid(
      /(?<![.\w])(globalThis\.)?fetch\s*\(/g,
      'the network is reached through adapters/src/http-client/ only',
    );
  }
  if (
    !isForTests &&
    !isSettings &&
    room in mayImport &&
    path !== 'server/src/config.ts' &&
    !['e2e', 'bench'].includes(room)
  ) {
    forbid(
      /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\.(?!(DEV|PROD|MODE|BASE_URL)\b)/g,
      'settings are read in server/src/config.ts only',
    );
  }
  if (isServerSide && path !== 'server/src/platform/clock/clock.ts') {
    forbid(
      /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()/g,
      'the time is read in server/src/platform/clock/clock.ts only',
    );
  }
  return breaches;
}

function webBreaches(path, target, specifier, at, report) {
  const feature = /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const other = target && /^web\/src\/features\/([^/]+)/.exec(target)?.[1];
  if (feature && other && other !== feature)
    report(at, `feature ${feature} may not import feature ${other}; a page composes them`);
  if (feature && target?.startsWith('web/src/pages/')) report(at, 'a feature may not import a page');
  if (path.startsWith('web/src/ui/')) {
    if (
      /^(react-router|react-router-dom|@tanstack\/(?!react-table$)|react-oidc-context|oidc-client-ts)/.test(
        specifier,
      )
    )
      report(at, `ui/ knows no router, query or sign-in (${specifier})`);
    if (target && /^web\/src\/(features|pages)\//.test(target))
      report(at, 'ui/ knows no feature and no page');
  }
}

function importsIn(code) {
  const found = [];
  for (const match of code.matchAll(
    /\b(?:import|export)\b(\s+type\b)?[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g,
  )) {
    found.push({ specifier: match[2] ?? match[3], at: match.index, isType: match[1] !== undefined });
  }
  return found;
}

/** Blanks comments out, keeping every line where it is. */
function withoutComments(path, text) {
  let code = '';
  for (const { at, text: comment } of tokensOfFile(path, text).filter(({ kind }) => kind === 'comment'))
    code += text.slice(code.length, at) + comment.replace(/[^\n]/g, ' ');
  return code + text.slice(code.length);
}

/** @returns every breach in the checkout, and how many files were read */
export function checkArchitecture() {
  const orders = readOrders(root);
  const paths = filesBelow([...rooms, 'scripts']);
  const files = paths.filter((path) => isSource(path) && !path.startsWith('scripts/'));
  const arrows = [];
  const breaches = files.flatMap((path) => breachesIn(path, textOf(path), { orders, arrows }));
  return {
    breaches: [...breaches, ...treeBreaches(paths, orders), ...circleBreaches(arrows)],
    files: files.length,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { breaches, files } = checkArchitecture();
  for (const { path, line, rule } of breaches) console.log(`${path}:${line} ${rule}`);
  console.log(breaches.length === 0 ? `${files} files keep the rules` : `${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 && files > 0 ? 0 : 1;
}
