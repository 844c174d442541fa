import type { Page } from '@playwright/test';

/**
 * Pushes by the browser's own tools, as its push service would bring them (Chromium only). Returns a function that
 * gives a payload to the service worker of the page.
 */
export async function openPushes(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const tools = await page.context().newCDPSession(page);
  // The browser's tools may also list workers of closed pages: a push is sent to each, and only this page's
  // worker shows it.
  const registrations = new Set<string>();
  tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { status, registrationId } of versions)
      if (status === 'activated') registrations.add(registrationId);
  });
  await tools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  return async (data) => {
    for (const registrationId of registrations) {
      await tools
        .send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
        .catch(() => undefined);
    }
  };
}
