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
  // One more than a small machine has cores, as many journeys wait for weather: on two cores the same journeys took 360 s
  // by three workers and 446 s by two.
  workers: 3,
  // A short stall of the machine must not fail CI; a journey that needed its second attempt is reported as
  // flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // It keeps the app for the next visit, and here each journey is a first one, at a second and a half of processor
    // time. Journeys without a network and with pushes allow it.
    serviceWorkers: 'block',
    // Traces of all journeys would cost a third of their time. Only the second attempt is traced; manually:
    // `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch,
  },
});
