import type { Page } from '@playwright/test';
import { expect, onPhone, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();

test.describe('with two editors', () => {
  test.use({ expectedMessages: /status of 409 .*\/api\/Settings\/Organization/ });

  test('an Admin changes the organization; a second one is refused, sees what changed, and saves again', async ({
    page,
    browser,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'));
    await page.getByRole('link', { name: 'Organization', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/Organization`);
    const banner = page.getByLabel('Banner');
    await expect(banner).toBeVisible();
    await expectAccessible(page, 'organization');
    const context = await browser.newContext();
    const second = await context.newPage();
    await signIn(second, server, server.account('Super Admin'), '/Organization');
    await second.getByLabel('Support phone').fill('813 555 0199');

    await page.getByLabel('Support email').fill('nobody');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByLabel('Support email')).toHaveAccessibleDescription(/must be an address/);
    await page.getByLabel('Support email').fill('help@lakeside.example');
    await banner.fill('Storm season: check your phone.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Organization saved');
    await expect(page.getByRole('note', { name: /^Note of / })).toHaveText('Storm season: check your phone.');

    await second.getByRole('button', { name: 'Save Changes' }).click();
    const changed = second.getByRole('alert').filter({ hasText: 'was changed meanwhile' });
    await expect(changed).toContainText('Banner: none → Storm season: check your phone.');
    await second.getByRole('button', { name: 'Save Changes' }).click();
    await said(second, 'Organization saved');
    expect(await server.api('GET', 'Settings/Organization')).toMatchObject({
      banner: 'Storm season: check your phone.',
      supportEmail: 'help@lakeside.example',
      supportPhone: '813 555 0199',
    });
    await context.close();
  });
});

test('a second step is required of a role, and no more', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'), '/Organization');
  const step = page.getByRole('region', { name: 'Second step at sign-in' });
  await step.getByRole('checkbox', { name: 'Assistant Admin' }).check();
  await step.getByRole('button', { name: 'Save Second Step' }).click();
  await said(page, 'Second step saved');
  expect(await server.api('GET', 'Settings/SecondFactor')).toMatchObject({ roles: [3] });
  await page.reload();
  await step.getByRole('checkbox', { name: 'Assistant Admin' }).uncheck();
  await step.getByRole('button', { name: 'Save Second Step' }).click();
  await said(page, 'Second step saved');
  expect(await server.api('GET', 'Settings/SecondFactor')).toMatchObject({ roles: [] });
});

test('a location of the organization is added, edited, seen on the map and deleted after a question that counts', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  await page.getByRole('link', { name: 'Organization Locations' }).click();
  await expect(page.getByRole('table', { name: 'Organization Locations' })).toBeVisible();
  await expectAccessible(page, 'organization locations');

  await page.getByRole('button', { name: 'Add Location' }).click();
  const add = dialog(page, 'Add Location');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
  await add.getByLabel('Name').fill('West field');
  await add.getByLabel('Address', { exact: true }).fill('West Road 1');
  await add.getByLabel('Latitude').fill('27.95');
  await add.getByLabel('Longitude').fill('-82.46');
  await expectAccessible(page, 'organization location form');
  await add.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Location added');

  await page.getByRole('searchbox').fill('west');
  await page.getByRole('button', { name: 'Edit West field' }).click();
  const edit = dialog(page, 'Edit Location');
  await edit.getByLabel('Name').fill('West gate');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Location saved');
  await expect(row(page, 'West gate')).toContainText('West Road 1');

  await page.getByRole('button', { name: 'Practice times of West gate' }).click();
  const times = dialog(page, 'Practice times: West gate');
  await expect(times.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await times.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Map').click();
  await expect(
    page.getByRole('region', { name: 'Map of the organization’s locations' }).locator('canvas'),
  ).toBeVisible();
  await expectAccessible(page, 'map of organization locations');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();

  await page.getByRole('button', { name: 'Delete West gate' }).click();
  const question = dialog(page, 'Delete West gate?');
  await expect(question).toContainText('0 locations of people stay');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Location deleted');
  await expect(row(page, 'West gate')).toHaveCount(0);
});

test('the second factor of somebody who lost the device is reset after a question', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Super Admin'), '/Users?users.q=assistant');
  await page.getByRole('button', { name: /^Reset second factor of / }).click();
  const question = page.getByRole('dialog', { name: /^Reset the second factor of / });
  await expect(question).toContainText('Make sure that it is');
  await expectAccessible(page, 'question before a reset');
  await question.getByRole('button', { name: 'Reset' }).click();
  await said(page, 'Second factors reset');
});

test('others see neither page', async ({ page, server }) => {
  await signIn(page, server, server.account('Assistant Admin'));
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Organization/ })).toHaveCount(0);
  for (const path of ['/Organization', '/OrganizationLocations']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/Unauthorized/);
  }
});

onPhone(() => {
  test('both pages fit a phone', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/Organization');
    await expect(page.getByLabel('Banner')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(page.getByRole('button', { name: 'Save Changes' }));
    await expectAccessible(page, 'organization on a phone');
    await page.goto(`${server.url}/OrganizationLocations`);
    await expect(page.getByRole('table', { name: 'Organization Locations' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'organization locations on a phone');
  });
});
