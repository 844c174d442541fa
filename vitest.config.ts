import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const resolve = {
  alias: [
    {
      find: /^fast-check$/,
      replacement: fileURLToPath(new URL('./scripts/property-seed.mjs', import.meta.url)),
    },
  ],
};

/** Thousands of made histories and nights, whole PDFs: a second or more each, so not part of the quick check. */
const slow = [
  'domain/src/core/location-grid.test.ts',
  'domain/src/lightning/blinded-batches.test.ts',
  'domain/src/lightning/lightning-history.test.ts',
  'domain/src/reports/snapshot-schedule.test.ts',
  'domain/src/warnings/place-answer.test.ts',
  'domain/src/warnings/policy-delays.test.ts',
  'domain/src/warnings/warning-histories.test.ts',
  'domain/src/warnings/warning-replay.test.ts',
  'server/src/lightning/lightning-watch.test.ts',
  'server/src/lightning/sun-nights.test.ts',
  'server/src/map/clusters/strike-clusters.test.ts',
  'server/src/reports/generated/pdf/draw-pdf.test.ts',
  'server/src/warnings/backtest/backtest.test.ts',
  'server/src/warnings/cap/cap-histories.test.ts',
  'web/src/api/public-siren.test.ts',
  'web/src/pages/dashboard/place-surfaces.test.ts',
  'web/src/pages/manifests.test.ts',
  'web/src/pages/places/place-view.test.ts',
];

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for sockets and timers. On two cores the same tests took 105 s by
    // three workers and 155 s by two.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: [
            '{domain,contract,server}/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'scripts/*.test.mjs',
          ],
          exclude: ['**/*.db.test.ts', ...slow],
          testTimeout: 120_000,
          // Nothing in them outlives its file, and a worker for each file takes longer than what it tests.
          isolate: false,
        },
      },
      // Feeds and devices over real sockets, and the simulated world: too slow for the quick check, part of
      // `npm test`.
      { resolve, test: { name: 'adapters', include: ['adapters/src/**/*.test.ts'], testTimeout: 120_000 } },
      {
        resolve,
        test: { name: 'long', include: ['domain/test/**/*.long.test.ts', ...slow], testTimeout: 300_000 },
      },
      {
        resolve,
        test: {
          name: 'database',
          include: ['{server/{src,test},client/src}/**/*.db.test.ts'],
          globalSetup: ['server/test/postgres.ts'],
          // `npm run prove-partitions` records what they send.
          setupFiles: process.env.RECORD_STATEMENTS ? ['server/test/partitions/record-statements.ts'] : [],
          // Each file has a database of its own, and reading the whole server costs more than many a test.
          isolate: false,
          // Tests wait for named events; how long that takes depends on what else the machine does.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // On the real server, after all the others: it measures how fast that one answers.
      {
        resolve,
        test: {
          name: 'attacks',
          include: ['attacks/*.test.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Most need no page; those that do say so at their top.
      {
        resolve,
        test: {
          name: 'web',
          include: ['{web,widget}/src/**/*.test.ts'],
          exclude: slow,
          testTimeout: 120_000,
          isolate: false,
        },
      },
      // Whole cards, forms and pages: too slow for the quick check, part of `npm test`.
      {
        resolve,
        test: {
          name: 'components',
          include: ['{web,widget}/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/test-timeout.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
