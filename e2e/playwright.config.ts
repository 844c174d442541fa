import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './journey.ts';

// Chromium refuses to run as root inside its sandbox.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Journeys of a person through the real web app on the real server; `npm test` runs them, and `npx playwright test -c e2e/playwright.config.ts`. */
export default defineConfig<object, JourneyOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  // Each worker runs a server with a PostgreSQL and a browser: more than two are in each other's way.
  workers: 2,
  // A machine that stalls for a moment must not turn CI red; a journey that needed its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.ALLCLEAR_BROWSER || '/usr/bin/chromium',
      args: [
        ...asRoot,
        // MapLibre needs WebGL; machines that test have no graphics card.
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // What is named for a phone is tried on one only; what bears its tag, on both.
    { name: 'desktop', grepInvert: /on a phone/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 } },
  ],
});
