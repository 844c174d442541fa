// The source files of the rooms, for the checks that read them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './run.mjs';

export const rooms = [
  'domain',
  'contract',
  'adapters',
  'server',
  'web',
  'widget',
  'client',
  'e2e',
  'attacks',
  'bench',
];
const skipped = ['node_modules', 'dist', 'fixtures'];

/**
 * All files below the folders, without dependencies, build output and fixtures.
 * @param {string[]} folders from the root
 * @returns {string[]} paths from the root, with forward slashes
 */
export function filesBelow(folders, base = root) {
  const found = [];
  const visit = (folder) => {
    for (const entry of entriesOf(folder)) {
      if (skipped.includes(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else found.push(relative(base, path).split(sep).join('/'));
    }
  };
  for (const folder of folders) visit(join(base, folder));
  return found.sort();
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** True of TypeScript and JavaScript sources. */
export function isSource(path) {
  return /\.(ts|tsx|mts|mjs)$/.test(path) && !path.endsWith('.d.ts');
}

/** True of tests, of files that only tests use, and of servers that replace outside services in tests, and of suites. */
export function isTest(path) {
  return (
    /(\.(test|journey)|\/(stand-in|driver-suite)[^/]*)\.(ts|tsx|mjs)$/.test(path) ||
    /^[a-z]+\/test[/-]|^(e2e|attacks)\//.test(path)
  );
}

/** @returns {string} */
export function textOf(path, base = root) {
  return readFileSync(join(base, path), 'utf8');
}
