import type { Page } from '@playwright/test';
import {
  card,
  enterAccount,
  expect,
  onBothScreens,
  signIn,
  steadyWeather,
  test,
  tokenOf,
} from './journey.ts';
import { expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

test.use({ weather: steadyWeather });

/** Everything that a script, or another person at the screen, could read. */
async function readable(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
}

test.describe('a wrong password', () => {
  // It is answered with 401.
  test.use({ expectedMessages: /status of 401 .*\/identity\/sign-in\// });

  onBothScreens(() => {
    test('any path leads to sign-in, a wrong password says so, the right one leads back', async ({
      page,
      server,
    }) => {
      const account = server.account('Customer');
      await page.goto(`${server.url}/?location=somewhere`);
      await expect(page).toHaveURL(/\/identity\//);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByText('Powered by Allclear')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectEasyToTouch(
        page.getByLabel('Email'),
        page.getByLabel('Password'),
        page.getByRole('button', { name: 'Sign in' }),
      );

      await enterAccount(page, { ...account, password: 'not-the-password' });
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(account.email);
      await enterAccount(page, account);
      await expect(page).toHaveURL(`${server.url}/?location=somewhere`);
      await expect(card(page, 'Lightning Status')).toBeVisible();
      await expect(page.getByRole('note', { name: 'Weather source' })).toContainText(
        'not for safety decisions',
      );
    });
  });
});

onBothScreens(() => {
  test('the token is in memory only, a reload signs in again, signing out ends the session', async ({
    page,
    server,
  }) => {
    const arrived = page.waitForURL((url) => url.pathname === '/');
    await signIn(page, server, server.account('Customer'));
    await arrived;
    expect(page.url()).toBe(`${server.url}/`);
    const token = await tokenOf(page);
    const seen = await readable(page);
    expect(token.length).toBeGreaterThan(20);
    expect(seen).not.toContain(token);
    expect(seen).not.toMatch(/access_token|refresh_token|id_token|[?&]code=/);
    expect(seen).not.toContain(token.slice(-24));

    const described: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/openid-configuration')) described.push(request.url());
    });
    await page.reload();
    await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    // The page that the sign-in returns to need not ask again what the identity provider is like.
    expect(described).toHaveLength(1);

    const bearer = await tokenOf(page);
    const current = () =>
      page.request.get(`${server.url}/api/user/current`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await current()).status()).toBe(200);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    // The menu scrolls on a low screen, where it is longer than the screen.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 420 });
    await page.getByRole('button', { name: /User menu of/ }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    await expectEasyToTouch(signOut);
    await signOut.scrollIntoViewIfNeeded();
    await expect(signOut).toBeInViewport({ ratio: 1 });
    await signOut.click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(addresses.some((address) => address.includes('/identity/session/end'))).toBe(true);
    for (const address of addresses) expect(address).not.toMatch(/id_token|access_token|eyJ/);
    await expect.poll(async () => (await current()).status(), { timeout: 2_000 }).toBe(401);
    await page.goBack();
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByRole('button', { name: /User menu of/ })).toHaveCount(0);
    // The session at the provider is over too: opening the app asks for the password.
    await page.goto(server.url);
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('a page that does not exist says so and leads back', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'), '/no/such/page');
  await expect(page).toHaveURL(`${server.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'To the dashboard', exact: true }).click();
  await expect(card(page, 'Lightning Status')).toBeVisible();
});

test('/Unauthorized and the callback paths are known in any letter case', async ({ page, server }) => {
  for (const path of ['/Unauthorized', '/UNAUTHORIZED', '/CallBack', '/callback/']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { name: 'You do not have access' }), path).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/identity\//);
});

test('a sign-in whose callback comes back in another letter case is completed', async ({ page, server }) => {
  await page.route(/\/callback\?/, async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname !== '/callback') return route.fallback();
    await route.fulfill({ status: 302, headers: { location: `/CallBack${url.search}` } });
  });
  await signIn(page, server, server.account('Customer'), '/?location=remembered');
  await expect(page).toHaveURL(`${server.url}/?location=remembered`);
});
