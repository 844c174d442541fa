import { defineConfig } from 'vitest/config';
import { acceptStrykerTestNames } from '../vitest.config.ts';

// The tests that `npm run mutation` runs against the mutants of the safety core (stryker.safety.config.json):
// tables of cases and boundaries. The random histories take too long to repeat for each mutant.
export default defineConfig({
  plugins: [acceptStrykerTestNames],
  test: {
    include: ['domain/src/{hardware,lightning,notifications,warnings}/**/*.test.ts'],
    exclude: [
      'domain/src/lightning/{blinded-batches,lightning-feeds,lightning-history,lightning-status}.test.ts',
      'domain/src/warnings/warning-{histories,replay}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
