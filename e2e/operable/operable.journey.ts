import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, onBothScreens, signIn, steadyWeather, test } from '../journey.ts';
import { expectLargeTargets, expectVisibleFocus } from './operable-checks.ts';

const pages = new URL('../../web/src/pages/', import.meta.url);
/** The paths of every page, as the manifests of the subjects name them. */
const manifestPaths = readdirSync(pages, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(`${name}/`, pages)).map((file) => `${name}/${file}`))
  .filter((file) => file.endsWith('/manifest.ts'))
  .flatMap((file) => [
    ...readFileSync(new URL(file, pages), 'utf8').matchAll(/path: (?:'([^']+)'|wallPath)/g),
  ])
  .map(([, path]) => path ?? '/wall');

const dialogs: readonly { path: string; open: (page: Page) => Promise<void>; name: string }[] = [
  { path: '/', name: 'Add Location', open: (page) => button(page, 'Add location').click() },
  { path: '/Policies', name: 'Add Policy', open: (page) => button(page, 'Add Policy').first().click() },
  { path: '/ProactiveForecasts', name: 'New Forecast', open: (page) => button(page, 'New Forecast').click() },
  { path: '/Users', name: 'Add New User', open: (page) => button(page, 'Add User').click() },
  { path: '/Users', name: 'Manage User Groups', open: (page) => button(page, 'Manage Groups').click() },
  { path: '/Profile', name: 'Change Password', open: (page) => button(page, 'Change Password').click() },
  { path: '/wall', name: 'Display links', open: (page) => button(page, 'Display links').press('Enter') },
  { path: '/', name: 'Help', open: pressHelpKey },
  {
    path: '/',
    name: 'Practice times',
    open: (page) => button(page, 'Edit practice times').first().click(),
  },
  {
    path: '/Reports',
    name: 'Export Historical Report',
    open: (page) => button(page, 'Export Historical Report').click(),
  },
  { path: '/heat-profiles', name: 'Add Profile', open: (page) => button(page, /^Copy/).first().click() },
];

/** The key does nothing before the page listens, nor while the help is open. */
function pressHelpKey(page: Page): Promise<void> {
  return expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** On a phone the same controls take the focus as on a wide screen; their sizes differ. */
async function expectOperable(page: Page, state: string, part?: string): Promise<void> {
  await expectLargeTargets(page, state, part);
  if (page.viewportSize()!.width > 400) await expectVisibleFocus(page, state, part);
}

// A station that does not exist.
test.use({ weather: steadyWeather, expectedMessages: /status of 404/ });

onBothScreens(() => {
  test('on every page targets are large enough and the focus is seen', async ({ page, server }) => {
    test.setTimeout(300_000);
    await signIn(page, server, server.account('Super Admin'));
    await server.api('POST', 'Settings/Notifications/Test');
    const [station] = await server.api<{ id: string }[]>('GET', 'WeatherStation');
    expect(manifestPaths.length).toBeGreaterThan(10);
    for (const path of [...manifestPaths, '/Unauthorized', '/no-such-page']) {
      await page.goto(server.url + path.replace(':stationId/:imageUrl?', station?.id ?? 'none'));
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectOperable(page, path);
    }
  });

  test('in dialogs with forms targets are large enough and the focus is seen', async ({ page, server }) => {
    test.setTimeout(300_000);
    await signIn(page, server, server.account('Super Admin'));
    for (const { path, open, name } of dialogs) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await open(page);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectOperable(page, name, '[role="dialog"]');
    }
  });
});
