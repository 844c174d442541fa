import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeTopics } from '@allclear/contract/change-topics';
import { expect, it } from 'vitest';
import { queryKinds } from './index.ts';

const root = join(import.meta.dirname, '../..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('api/query-keys/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

it('names each kind of query once', () => {
  const names = queryKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it.each(queryKinds.map((kind) => [kind.name, kind.renewal] as const))(
  '%s is announced by topics of the event stream, or is quiet',
  (_, renewal) => {
    if (!('quiet' in renewal)) {
      expect(renewal.announcedBy.length).toBeGreaterThan(0);
      expect(changeTopics).toEqual(expect.arrayContaining([...renewal.announcedBy]));
    }
  },
);

it('each quiet kind has a comment that says why', () => {
  const silent = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    // A kind with the comment above it.
    .flatMap(
      (text) =>
        text.match(/^ {2}(?:\/\*\*.*\n(?: {3}.*\n)*)?(?: {2})?\w+: queryKind\((?:.*\n? {4})*?.*\),$/gm) ?? [],
    )
    .filter((kind) => kind.includes('quiet: true') && !kind.includes('/**'));
  expect(silent).toEqual([]);
});

it.each(changeTopics.filter((topic) => topic !== 'hello'))('the topic %s renews something', (topic) => {
  const renewed = queryKinds.filter(
    ({ renewal }) => 'announcedBy' in renewal && renewal.announcedBy.includes(topic),
  );
  expect(renewed).not.toEqual([]);
});

it('no query has a key that is written out on the spot', () => {
  const written = /queryKey:\s*\[|(?:get|set|remove|ensure|fetch)Quer(?:y|ies)(?:Data)?(?:<[^()]*>)?\(\s*\[/;
  expect(sources.filter(({ text }) => written.test(text)).map(({ path }) => path)).toEqual([]);
});

it('every declared kind is used', () => {
  const declarations = readdirSync(import.meta.dirname)
    .filter((file) => !['index.ts', 'query-kind.ts', 'query-keys.test.ts'].includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const group = /export const (\w+) =/.exec(text)?.[1];
      return [...text.matchAll(/^ {2}(\w+): queryKind\(/gm)].map(([, kind]) => `${group}.${kind}`);
    });
  expect(declarations.length).toBe(queryKinds.length);
  const used = (name: string) =>
    sources.some(({ text }) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(text));
  expect(declarations.filter((name) => !used(name))).toEqual([]);
});
