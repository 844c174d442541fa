import { describe, expect, it } from 'vitest';
import { breachesIn } from './architecture.mjs';
import { circleBreaches, domainOrder, entryBreaches, serverOrder, treeBreaches } from './subject-rules.mjs';

const orders = {
  server: ['platform', 'identity', 'lightning', 'warnings'],
  domain: ['core', 'lightning', 'warnings'],
};

describe('the order of subjects', () => {
  it('of the server is that of its list, by the folders of what is imported', () => {
    const source = `
      import { lightning as strikes } from './lightning/index.ts';
      import { airQuality } from './air-quality/index.ts';
      import type { Subject } from './platform/subject.ts';
      /** Lowest first. */
      export const subjects: readonly AnySubject[] = [
        airQuality, // below
        strikes,
      ] as const;`;
    expect(serverOrder(source)).toEqual(['air-quality', 'lightning']);
  });

  it('of the domain is that of its exports', () => {
    const source =
      "// b\nexport * from './core/index.ts';\nexport { x, y } from './air-quality/index.ts';\nexport { z } from './z.ts';";
    expect(domainOrder(source)).toEqual(['core', 'air-quality']);
  });
});

describe('an import between subjects', () => {
  it.each([
    [
      'server/src/lightning/routes.ts',
      '../warnings/index.ts',
      'lightning may not import warnings, which lies above it',
    ],
    ['server/src/warnings/routes.ts', '../lightning/store.ts', 'lightning is imported through its index.ts'],
    [
      'server/src/warnings/evidence/read.ts',
      '../../lightning/ingest/index.ts',
      'lightning is imported through its index.ts',
    ],
    [
      'server/src/platform/http/app.ts',
      '../../identity/index.ts',
      'platform may not import identity, which lies above it',
    ],
    [
      'server/src/lightning/routes.ts',
      '../server.ts',
      'lightning may not import what puts the subjects together',
    ],
    ['server/src/server.ts', './warnings/watch-warnings.ts', 'warnings is imported through its index.ts'],
    [
      'domain/src/core/distance.ts',
      '../lightning/index.ts',
      'core may not import lightning, which lies above it',
    ],
    [
      'domain/src/warnings/warning.ts',
      '../lightning/zone-status.ts',
      'lightning is imported through its index.ts',
    ],
    [
      'contract/src/warnings/index.ts',
      '../lightning/delays.ts',
      'lightning is imported through its index.ts',
    ],
  ])('from %s to %s is a breach', (path, specifier, rule) => {
    for (const form of ['import { a } from', 'import type { A } from', 'export { a } from'])
      expect(breachesIn(path, `${form} '${specifier}';`, { orders })).toEqual([{ path, line: 1, rule }]);
  });

  it.each([
    ['server/src/warnings/routes.ts', '../lightning/index.ts'],
    ['server/src/warnings/routes.ts', './store.ts'],
    ['server/src/warnings/evidence/read.ts', '../store.ts'],
    ['server/src/lightning/routes.ts', '../platform/http/envelope.ts'],
    ['server/src/platform/http/app.ts', '../clock/clock.ts'],
    ['server/src/server.ts', './warnings/index.ts'],
    ['server/src/lightning/routes.db.test.ts', '../warnings/store.ts'],
    ['server/src/lightning/routes.db.test.ts', '../../test/test-server.ts'],
    ['domain/src/warnings/warning.ts', '../core/index.ts'],
    ['domain/src/index.ts', './warnings/index.ts'],
    ['contract/src/warnings/index.ts', '../core/index.ts'],
    ['contract/src/paths.ts', './warnings/paths.ts'],
  ])('from %s to %s is none', (path, specifier) => {
    expect(breachesIn(path, `import { a } from '${specifier}';`, { orders })).toEqual([]);
  });

  it('is a breach when it closes a circle', () => {
    const arrow = (from, to) => ({ from, to, path: `contract/src/${from}/a.ts`, line: 1 });
    const straight = [arrow('a', 'b'), arrow('b', 'c'), arrow('a', 'c')];
    expect(circleBreaches(straight)).toEqual([]);
    expect(circleBreaches([...straight, arrow('c', 'a'), arrow('d', 'a')]).map(({ path }) => path)).toEqual(
      ['a', 'b', 'a', 'c'].map((folder) => `contract/src/${folder}/a.ts`),
    );
    const arrows = [];
    breachesIn('contract/src/a/x.ts', "import { b } from '../b/index.ts';", { arrows });
    breachesIn('contract/src/b/x.ts', "import { a } from '../a/index.ts';", { arrows });
    expect(circleBreaches(arrows)).toHaveLength(2);
  });
});

describe('the entry of a subject', () => {
  it.each([
    ["export * from './store.ts';", 'a subject exports by name'],
    ["export type * from './store.ts';", 'a subject exports by name'],
    [
      "export type { StrikeRow } from '../platform/database/schema.ts';",
      'rows of SQL do not leave their store',
    ],
    ['export type Row = Selectable<Strikes>;', 'rows of SQL do not leave their store'],
  ])('may not hold %s', (source, rule) => {
    expect(entryBreaches('server/src/lightning/index.ts', source)).toEqual([
      { at: expect.any(Number), rule },
    ]);
  });

  it('names what it exports', () => {
    const source = "export { readStrikes } from './store.ts';";
    expect(entryBreaches('server/src/lightning/index.ts', source)).toEqual([]);
    expect(entryBreaches('domain/src/index.ts', "export * from './core/index.ts';")).toEqual([]);
  });
});

describe('the tree', () => {
  const files = (count) => Array.from({ length: count }, (_, index) => `web/src/ui/a${index}.ts`);

  it('has folders of at most 30 source files', () => {
    expect(treeBreaches([...files(30), 'web/src/ui/a.css', 'web/src/ui/inside/b.ts'], {})).toEqual([]);
    expect(treeBreaches(files(31), {})).toEqual([
      { path: 'web/src/ui', line: 0, rule: '31 source files in one folder, at most 30' },
    ]);
  });

  it('has no file whose name says nothing', () => {
    const vague = [
      'web/src/utils.ts',
      'server/src/a/types.ts',
      'server/src/a/helpers.test.ts',
      'e2e/manager.ts',
    ];
    expect(treeBreaches(vague, {}).map(({ path }) => path)).toEqual(vague);
    expect(treeBreaches(['web/src/type-scale.ts', 'server/src/a/alert-types.ts'], {})).toEqual([]);
  });

  it('has no subject that is not in the list of its room', () => {
    const paths = [
      'server/src/lightning/store.ts',
      'server/src/sirens/store.ts',
      'server/src/main.ts',
      'domain/src/core/a.ts',
    ];
    expect(treeBreaches(paths, orders)).toEqual([
      { path: 'server/src/sirens', line: 0, rule: 'the list of subjects of server/ does not name it' },
    ]);
  });
});
