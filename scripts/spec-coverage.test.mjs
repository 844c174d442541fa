// The table of the specification names files and tests that are there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

const table = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8');
const find = (path) => [path, `web/src/${path}`].map((one) => join(root, one)).find(existsSync);

test('every file that the table names is there', () => {
  const named = [...table.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.tsx?)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !find(path))).toEqual([]);
});

test('every test that it names has those words', () => {
  const named = [...table.matchAll(/`([^`]+)` \*([^*]+)\*/g)];
  expect(named.length).toBeGreaterThan(70);
  const gone = named.filter(
    ([, path, words]) => !find(path) || !readFileSync(find(path), 'utf8').includes(words),
  );
  expect(gone.map(([, path, words]) => `${path}: ${words}`)).toEqual([]);
});
