import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './journey.ts';

/**
 * Journeys of a user through the real web app on the real server; `npm test` runs them, and `npx playwright
 * test -c e2e/playwright.config.ts`.
 */
export default defineConfig<object, JourneyOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Each worker runs a server, its PostgreSQL and a browser: more than two slow each other down.
  workers: 2,
  // A machine that stalls for a moment must not fail CI; a journey that needed its second try is reported as
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
    // A trace of every journey would cost a third of their time. The second try of a failed one is traced; by
    // hand: `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch,
  },
});
