import { defineConfig } from 'vitest/config';
import { acceptStrykerTestNames } from '../vitest.config.ts';

// The tests that `npm run mutation` runs against the mutants of the safety core (stryker.safety.config.json).
export default defineConfig({
  plugins: [acceptStrykerTestNames],
  test: {
    include: ['domain/src/{lightning,notifications,policies,warnings}/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
