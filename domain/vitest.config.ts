import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs against each mutant: the tests of the science. Those of the lightning rules have their own, longer, searches.
export default defineConfig({
  test: {
    include: ['domain/src/**/*.test.ts'],
    exclude: ['domain/src/{coverage,lightning-*,location-*,roles,zone*,feed-*}.test.ts'],
    testTimeout: 30_000,
  },
});
