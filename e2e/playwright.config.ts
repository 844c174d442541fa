import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './journey.ts';

/**
 * Journeys of a user through the real web app on the real server; `npm test` runs them, and `npx playwright
 * test -c e2e/playwright.config.ts`.
 */
export default defineConfig<object, JourneyOptions>({
  testDir: '.',
  globalSetup: './migrated-folder.ts',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Each worker runs a server, its PostgreSQL and a browser: more than two would slow each other down.
  workers: 2,
  // A short stall of the machine must not fail CI; a journey that needed its second attempt is reported as
  // flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // Traces of all journeys would cost a third of their time. Only the second attempt is traced; manually:
    // `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch,
  },
});
