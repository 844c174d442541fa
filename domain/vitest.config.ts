import { defineConfig, type Plugin } from 'vitest/config';

/**
 * Stryker 9 selects the tests of a mutant by their names joined with spaces. Vitest 5 joins the names with
 * ' > ', so no test would run and every mutant would survive. This plugin accepts both separators.
 */
export const acceptStrykerTestNames: Plugin = {
  name: 'accept-stryker-test-names',
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

// The tests that `npm run mutation` runs against the mutants of the science (stryker.config.json). The safety
// core has its own configuration: test/safety.vitest.config.ts.
export default defineConfig({
  plugins: [acceptStrykerTestNames],
  test: {
    include: ['domain/src/**/*.test.ts'],
    exclude: [
      'domain/src/{alerts,lightning,locations,notifications,people,warnings}/**',
      'domain/src/policies/{lightning-policies,policy-*}.test.ts',
      'domain/src/core/{location-grid,time-zones}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
