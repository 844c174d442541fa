import type { Page } from '@playwright/test';

/**
 * The first forecast and air quality of a new place take some seconds, and replayed weather has none. These
 * answers are no failures: the cards show what is missing.
 */
const notThereYet = /status of (404|503) .*\/api\/(forecast|AirQuality|Threats)\//;

/**
 * Adds to `failure` what must not happen on any page: an error in the console or in a script, a violation of
 * the content security policy (which Chromium reports as a console error), a request to another origin.
 */
export function watchPage(page: Page, origin: string, expected: RegExp | null, failure: string[]): void {
  const isExpected = (text: string) => notThereYet.test(text) || expected?.test(text) === true;
  page.on('console', (message) => {
    if (message.type() !== 'error' && !/content.security.policy/i.test(message.text())) return;
    const text = `${message.text()} (${message.location().url})`;
    if (!isExpected(text)) failure.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => {
    if (!isExpected(error.message)) failure.push(`script: ${error.stack ?? error.message}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(data|blob|about):$/.test(url.protocol)) return;
    if (url.origin !== origin)
      failure.push(`request elsewhere: ${request.method()} ${url.origin}${url.pathname}`);
  });
}
