// The rules that keep the rooms apart, checked on the text of the sources. `node scripts/architecture.mjs`
// prints file:line of every breach.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which room may import which. */
const mayImport = {
  domain: [],
  contract: [],
  adapters: ['domain'],
  server: ['domain', 'contract', 'adapters'],
  web: ['domain', 'contract'],
  widget: ['domain', 'contract'],
  e2e: ['adapters', 'server'],
  bench: ['domain', 'contract', 'adapters', 'server', 'web', 'widget'],
};
/** Rooms that take no package but these. */
const packagesOf = { domain: [], contract: ['zod'] };

/**
 * The breaches of one file.
 * @param {string} path from the root, with forward slashes
 * @param {string} text
 * @returns {{ path: string, line: number, rule: string }[]}
 */
export function breachesIn(path, text) {
  const room = path.split('/')[0];
  // A stand-in plays an outside service for tests, so it listens.
  const isTest = /(\.test|\/stand-in[^/]*)\.(ts|tsx|mjs)$/.test(path) || /^[a-z]+\/test\//.test(path);
  const isSettings = /(^|\/)(vite|vitest|playwright)\.config\.ts$/.test(path);
  const isStore = /(^|[/.])store\.ts$/.test(path) || path.startsWith('server/src/platform/database/');
  const code = withoutComments(text);
  const breaches = [];
  const report = (at, rule) => breaches.push({ path, line: code.slice(0, at).split('\n').length, rule });
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
      (other in mayImport || target?.startsWith('..'))
    ) {
      report(at, `${room}/ may not import ${other}/`);
    }
    if (target && other !== room && other in mayImport)
      report(at, `another room is imported by its name, @allclear/${other}, not by a path`);
    if (
      !target &&
      !other &&
      packagesOf[room] &&
      !isTest &&
      !isSettings &&
      !packagesOf[room].includes(specifier.split('/')[0])
    ) {
      report(at, `${room}/ takes no package but ${packagesOf[room].join(', ') || 'none'} (${specifier})`);
    }
    if (room === 'web' && !isTest) webBreaches(path, target, specifier, at, report);
    if (['server', 'bench'].includes(room) === false && /^(kysely|pg|pg-copy-streams)$/.test(specifier))
      report(at, 'SQL lives in store.ts or *.store.ts of a subject');
    if (room === 'server' && !isTest && !isStore && /^(kysely|pg|pg-copy-streams)$/.test(specifier)) {
      report(at, 'SQL lives in store.ts or *.store.ts of a subject');
    }
    const isHttpClient = path.startsWith('adapters/src/http-client/');
    if (
      ['domain', 'contract', 'adapters', 'server'].includes(room) &&
      !isTest &&
      !isHttpClient &&
      !isType &&
      /^(undici|(node:)?https?2?)$/.test(specifier)
    ) {
      report(at, 'the network is reached through adapters/src/http-client/ only');
    }
  }

  const isSource = ['domain', 'contract', 'adapters', 'server'].includes(room) && !isTest && !isSettings;
  if (isSource && !path.startsWith('adapters/src/http-client/')) {
    forbid(
      /(?<![.\w])(globalThis\.)?fetch\s*\(/g,
      'the network is reached through adapters/src/http-client/ only',
    );
  }
  if (
    !isTest &&
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
  if (isSource && path !== 'server/src/platform/clock/clock.ts') {
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
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
}

/** @returns every breach in the checkout, and how many files were read */
export function checkArchitecture(root) {
  const breaches = [];
  let files = 0;
  for (const room of Object.keys(mayImport)) {
    for (const file of sourcesIn(join(root, room))) {
      files += 1;
      breaches.push(...breachesIn(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')));
    }
  }
  return { breaches, files };
}

function sourcesIn(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    if (['node_modules', 'dist', 'fixtures'].includes(entry.name)) return [];
    if (entry.isDirectory()) return sourcesIn(join(folder, entry.name));
    return /\.(ts|tsx|mts|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts')
      ? [join(folder, entry.name)]
      : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { breaches, files } = checkArchitecture(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const { path, line, rule } of breaches) console.log(`${path}:${line} ${rule}`);
  console.log(breaches.length === 0 ? `${files} files keep the rules` : `${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 && files > 0 ? 0 : 1;
}
