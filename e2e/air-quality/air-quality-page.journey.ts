import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectFine, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

test('the sensors of the organization with their index; on a phone the link is in the drawer', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Assistant Admin'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Air Quality Index' })
    .click();
  await expect(page).toHaveURL(`${server.url}/AirQuality`);
  const table = page.getByRole('table', { name: 'Air quality sensors' });
  await expect(table.getByRole('row').nth(1)).toContainText('Enabled');
  await expect(table.getByRole('row').nth(1)).toContainText(/\d+ · \w+|No recent data/);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `air quality, ${width} px`);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('link', { name: 'Air Quality Index' })).toBeVisible();
});

test('each role that may read the list has it, and others are told in words', async ({ browser, server }) => {
  for (const role of ['Super Admin', 'Admin', 'Assistant Admin'] as const) {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, server.account(role), '/AirQuality');
    await expect(page.getByRole('table', { name: 'Air quality sensors' })).toBeVisible();
    await page.context().close();
  }
  const page = await (await browser.newContext()).newPage();
  await signIn(page, server, server.account('Customer'), '/AirQuality');
  await expect(page.getByText('The list of sensors is for admins of your organization.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectFine(page, 'air quality for a role without the list');
  await page.getByRole('main').getByRole('link', { name: 'dashboard' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.context().close();
});
