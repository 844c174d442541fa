import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs against each mutant: the unit tests of this room, without the projects of the repository.
export default defineConfig({ test: { include: ['domain/src/**/*.test.ts'], testTimeout: 30_000 } });
