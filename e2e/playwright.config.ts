import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './journey.ts';

/**
 * Journeys of a person through the real web app on the real server; `npm test` runs them, and `npx playwright
 * test -c e2e/playwright.config.ts`.
 */
export default defineConfig<object, JourneyOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Each worker runs a server with a PostgreSQL and a browser: more than two are in each other's way.
  workers: 2,
  // A machine that stalls for a moment must not turn CI red; a journey that needed its second try is reported
  // as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every journey costs a third of their time: the second try of one that failed is recorded; by
    // hand, `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch,
  },
  projects: [
    // What is named for a phone is tried on one only; what bears its tag, on both.
    { name: 'desktop', grepInvert: /on a phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
