import type { BrowserContext, Page } from '@playwright/test';
import { enterAccount, expect, onPhone, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// A device that another one took over from is refused with 409.
test.use({ weather: slowWeather, expectedMessages: /status of 409 .*\/api\/Settings\/Position/ });

const tampa = { latitude: 27.98, longitude: -82.45, accuracy: 40 };
const position = (page: Page) => page.getByRole('region', { name: 'Your position' });
const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const share = (page: Page) => position(page).getByRole('button', { name: 'Share position of this device' });

async function choose(page: Page, name: string): Promise<void> {
  await mode(page, name).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Notification settings saved' })).toBeVisible();
}

async function open(page: Page, server: ServerUnderTest, role: 'Admin' | 'Assistant Admin' | 'Super Admin') {
  await signIn(page, server, server.account(role), '/NotificationSettings');
  await expect(page.getByRole('radiogroup', { name: 'Alert Mode' })).toBeVisible();
}

async function expectFine(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, state);
}

/** Puts the device on the earth, where the person allows it. */
const isAt = (context: BrowserContext, place: typeof tampa) => context.setGeolocation(place);

test('an admin chooses the geofence, shares the position of the device, goes on after a reload and stops', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['geolocation'], { origin: server.url });
  await isAt(context, tampa);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/Settings/Position'))
      posts.push(request.postData() ?? '');
  });
  await open(page, server, 'Admin');
  await expect(position(page)).toHaveCount(0);
  await choose(page, 'Geofence');
  await expect(position(page)).toContainText(
    'No device shares your position: you are notified of all your locations.',
  );
  expect(posts).toEqual([]);
  await share(page).click();
  await expect(position(page)).toContainText(/Sharing your position, last sent \d+:\d\d\s[AP]M\./);
  expect(posts.map((body) => JSON.parse(body))).toMatchObject([{ latitude: 27.98, accuracyMeters: 40 }]);
  await expectFine(page, 'sharing');

  // Opened again it goes on unasked, also on another page.
  const again = page.waitForRequest(
    (one) => one.method() === 'POST' && /Settings\/Position$/.test(one.url()),
  );
  await page.goto(`${server.url}/Notifications`);
  await again;
  await page.goto(`${server.url}/NotificationSettings`);
  await expect(mode(page, 'Geofence')).toBeChecked();
  await expect(position(page)).toContainText('Sharing your position, last sent');

  await position(page).getByRole('button', { name: 'Stop sharing' }).click();
  await expect(position(page)).toContainText('No device shares your position');
  await share(page).click();
  await expect(position(page)).toContainText('Sharing your position, last sent');
  await choose(page, 'Alert times');
  await expect(position(page)).toHaveCount(0);
});

test('a second device shares only when it is told to, and the first one then stops', async ({
  page,
  context,
  server,
  browser,
}) => {
  await context.grantPermissions(['geolocation'], { origin: server.url });
  await isAt(context, tampa);
  await open(page, server, 'Super Admin');
  await choose(page, 'Alert times and geofence');
  await share(page).click();
  await expect(position(page)).toContainText('Sharing your position, last sent');

  const second = await browser.newContext({ geolocation: tampa, permissions: ['geolocation'] });
  const other = await second.newPage();
  // A session of its own: the sign-out below must not be that of the first device.
  await other.goto(`${server.url}/NotificationSettings`);
  await enterAccount(other, server.account('Super Admin'));
  await expect(position(other)).toContainText(/Another device shares your position, last sent/);
  await position(other).getByRole('button', { name: 'Share from this device instead' }).click();
  await expect(position(other)).toContainText('Sharing your position, last sent');

  await page.reload();
  await expect(position(page)).toContainText('This device no longer shares its position.');
  await expect(position(page)).toContainText('Another device shares your position');

  // A sign-out deletes what the device shares.
  await other.getByRole('button', { name: /User menu of/ }).click();
  await other.getByRole('menuitem', { name: /Sign out/i }).click();
  await expect(other.getByLabel('Password')).toBeVisible();
  await second.close();
  await page.reload();
  await expect(position(page)).toContainText('No device shares your position');
  await choose(page, 'Always');
});

test('who may not have it has no Alert Mode', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'), '/NotificationSettings');
  await expect(page.getByRole('switch', { name: 'Only during these hours' })).toBeAttached();
  await expect(page.getByRole('radiogroup', { name: 'Alert Mode' })).toHaveCount(0);
});

onPhone(() => {
  test('a refused position leaves the person notified of everything, and says so', async ({
    page,
    context,
    server,
  }) => {
    await context.clearPermissions();
    await open(page, server, 'Assistant Admin');
    await choose(page, 'Geofence');
    await expectEasyToTouch(share(page));
    await share(page).click();
    await expect(position(page)).toContainText('Position refused by the browser.');
    await expect(position(page)).toContainText('you are notified of all your locations');
    await expectFine(page, 'refused, on a phone');
    await context.grantPermissions(['geolocation'], { origin: server.url });
    await isAt(context, tampa);
    await position(page).getByRole('button', { name: 'Try again' }).click();
    await expect(position(page)).toContainText('Sharing your position, last sent');
    await expectFine(page, 'sharing, on a phone');
  });
});
