import { notifyingBrowserLaunch } from '@allclear/server/test/browser-launch.ts';
import { expect, signIn, steadyWeather, test } from '../journey.ts';
import { openPushes } from './open-pushes.ts';

test.use({ serviceWorkers: 'allow', weather: steadyWeather, launchOptions: notifyingBrowserLaunch });

test('a push shows a notification that says what happened, and no answer of the server is kept for offline', async ({
  page,
  context,
  server,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'pushes are handed in through the browser’s own tools');
  await context.grantPermissions(['notifications'], { origin: server.url });
  await signIn(page, server, server.account('Admin'));
  const deliver = await openPushes(page, server.url);
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, tag, requireInteraction, data }) => ({
          title,
          body,
          tag,
          requireInteraction,
          url: data.url as string,
        }),
      ),
    );
  /**
   * What is shown after a push. The same push only replaces its notification, so it is sent again until it
   * has arrived.
   */
  const after = async (data: string) => {
    await deliver(data);
    return shown();
  };
  const lightning = JSON.stringify({
    title: 'Lightning',
    body: '4.2 mi away',
    tag: 'story',
    kind: 'warning',
    url: '/Notifications',
  });
  await expect
    .poll(() => after(lightning))
    .toEqual([
      {
        title: 'Lightning',
        body: '4.2 mi away',
        tag: 'story',
        requireInteraction: true,
        url: '/Notifications',
      },
    ]);
  const allClear = JSON.stringify({
    title: 'All clear',
    body: '30 quiet minutes',
    tag: 'story',
    kind: 'all-clear',
    url: '/Notifications',
  });
  await expect.poll(async () => (await after(allClear)).map(({ title }) => title)).toEqual(['All clear']);
  await expect
    .poll(async () => (await after('not JSON')).map(({ title }) => title).sort())
    .toEqual(['All clear', 'Allclear']);
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => /^\/(api|identity)\//.test(path))).toEqual([]);
});
