import { card, expect, onPhone, signIn, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({
  serviceWorkers: 'allow',
  weather: { speed: 20, story: null },
  // The server is stopped on purpose.
  expectedMessages:
    /net::ERR_|status of 50[234]|Unable to preload|dynamically imported module|Failed to fetch/,
});

onPhone(() => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the bar leads to now, map, places and notifications, and lightning is on the first screen', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'));
    const bar = page.getByRole('navigation', { name: 'Quick' });
    await expect(bar.getByRole('link')).toHaveText(['Now', 'Map', 'Places', 'Notifications']);
    await expectEasyToTouch(...(await bar.getByRole('link').all()));
    // Once it is settled, what to do and for how long are within the first 300 px.
    const band = page.getByRole('region', { name: /^What to do at/ });
    await expect(band.getByText('earliest all clear')).toBeVisible({ timeout: 60_000 });
    const countdown = (await band.getByText(/^\d+:\d\d$/).boundingBox())!;
    expect(countdown.y + countdown.height).toBeLessThanOrEqual(300);
    const bottom = (await bar.boundingBox())!;
    expect(bottom.y + bottom.height).toBeCloseTo(640, 0);

    for (const [label, path, heading] of [
      ['Places', '/places', /places/i],
      ['Notifications', '/Notifications', 'My Notifications'],
      ['Map', '/live-radar', 'Live Radar'],
    ] as const) {
      await bar.getByRole('link', { name: label }).tap();
      await expect(page).toHaveURL(server.url + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(bar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
      await expectNoSidewaysScroll(page);
    }
    await bar.getByRole('link', { name: 'Now' }).tap();
    await expect(card(page, 'Lightning Status')).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'the dashboard at 320 px');
  });

  test('without a network the app opens and says what it knew last and that it knows nothing now; a sign-out removes it', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'));
    await expect(card(page, 'Lightning Status').getByText('observed through')).toBeVisible();
    const label = await page.getByRole('heading', { level: 1 }).innerText();
    const kept = () => page.evaluate(() => window.localStorage.getItem('allclear.last-answers'));
    await expect.poll(kept).toContain(label);
    await expect
      .poll(() => page.evaluate(async () => (await window.caches.match('/'))?.headers.get('content-type')))
      .toContain('text/html');
    const stored = await page.evaluate(async () =>
      (await (await window.caches.open('allclear-shell')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(stored.filter((path) => path.startsWith('/api/') || path.startsWith('/identity/'))).toEqual([]);

    await server.kill();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Allclear could not be reached' })).toBeVisible();
    const last = page.getByRole('region', { name: /We don’t know since \d+:\d\d [AP]M/ });
    await expect(last.getByRole('listitem').filter({ hasText: label }).first()).toContainText('was: ');
    await expect(last).toContainText('Treat every place as if lightning were near.');
    await expect(last).toContainText('not live weather');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'opened without a network');

    await server.startAgain();
    await expect(card(page, 'Lightning Status')).toBeVisible({ timeout: 60_000 });
    // The browser scrolls a page that was reloaded back to where it was, and a menu goes with its button.
    const signOut = page.getByRole('menuitem', { name: 'Sign Out' });
    await expect(async () => {
      if (!(await signOut.isVisible())) await page.getByRole('button', { name: /User menu of/ }).click();
      await signOut.click({ timeout: 10_000 });
    }).toPass();
    await expect(
      page
        .getByLabel('Password')
        .or(page.getByRole('button', { name: 'Sign in' }))
        .first(),
    ).toBeVisible();
    expect(await kept()).toBeNull();
  });
});
