import { defineConfig, type Plugin } from 'vitest/config';

/**
 * Stryker 9 picks the tests for a mutant by their names joined with spaces; Vitest 5 joins them with ' > ',
 * so that none would run and every mutant survive. This lets the one find the other.
 */
const namesAsStrykerJoinsThem: Plugin = {
  name: 'names-as-stryker-joins-them',
  configureVitest({ project }) {
    let pattern: RegExp | undefined;
    Object.defineProperty(project.config, 'testNamePattern', {
      enumerable: true,
      get: () => pattern,
      set(value: RegExp | undefined) {
        pattern = value && new RegExp(value.source.replaceAll(' ', ' (?:> )?'));
      },
    });
  },
};

// What `npm run mutation` runs against each mutant: the tests of the science. Those of lightning, policies
// and warnings have their own, longer, searches.
export default defineConfig({
  plugins: [namesAsStrykerJoinsThem],
  test: {
    include: ['domain/src/**/*.test.ts'],
    exclude: [
      'domain/src/{alert-*,cap-*,coverage,feed-*,lightning-*,location-*,notice-*,people-*,policy-*,roles,time-*,warning*,who-*,zone*}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
