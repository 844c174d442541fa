import { createStandInBrowser } from '@allclear/adapters/delivery/stand-in-browser.ts';
import { openStandIn, readBody } from '@allclear/adapters/stand-in-server.ts';
import { notifyingBrowserLaunch } from '@allclear/server/test/browser-launch.ts';
import type { Page } from '@playwright/test';
import { expect, onPhone, signIn, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { openPushes } from './open-pushes.ts';

test.use({
  serviceWorkers: 'allow',
  launchOptions: notifyingBrowserLaunch,
  // The push service of the journey is a server on this machine.
  weather: { speed: 1, story: null, env: { ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' } },
});

onPhone(() => {
  test('first steps: notifications are allowed, and a test counts only when it has really arrived', async ({
    page,
    context,
    server,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'pushes are handed in through the browser’s own tools');
    const browser = createStandInBrowser();
    const received: string[] = [];
    const service = await openStandIn(async (request, response) => {
      received.push(browser.read(await readBody(request)));
      response.writeHead(201).end();
    });
    await context.grantPermissions(['notifications'], { origin: server.url });
    await subscribeTo(page, { endpoint: `${service.url}/phone`, keys: browser.keys });
    await signIn(page, server, server.account('Admin'), '/first-steps');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'first steps, nothing done');
    const deliver = await openPushes(page, server.url);

    const step = page.getByRole('listitem').filter({ hasText: 'Allow notifications' });
    await step.getByRole('button', { name: 'Allow notifications' }).click();
    await step.getByRole('button', { name: 'Send a test' }).click();
    await expect(step).toContainText('Waiting for it to arrive');
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1);
    await expect(step.getByText('(done)')).toHaveCount(0);
    // A warning that arrives meanwhile is not the test.
    await deliver(JSON.stringify({ title: 'Lightning', body: '4.2 mi away', tag: 'other', kind: 'warning' }));
    await expect(step).toContainText('Waiting for it to arrive');
    await deliver(received[0]!);
    await expect(step).toContainText('The test has arrived on this device.');
    await expect(step.getByText('(done)')).toHaveCount(1);
    expect(JSON.parse(received[0]!)).toMatchObject({ kind: 'test' });

    await page.getByRole('link', { name: 'Choose places' }).click();
    await expect(page).toHaveURL(`${server.url}/places`);
    await page.goto(server.url);
    await expect(page.getByRole('region', { name: /^What to do at/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set up this phone' })).toHaveCount(0);
    await service.close();
  });
});

/** A browser without a network cannot subscribe with its vendor's push service: it gets this subscription. */
async function subscribeTo(
  page: Page,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    let current: unknown = null;
    const subscribed = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        current = subscribed;
        return subscribed;
      },
      getSubscription: async () => current,
    });
  }, subscription);
}
