import type { Page } from '@playwright/test';
import { expect, steadyWeather, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { operatorEmail, signInNewOperator } from './operator-account.ts';

async function expectFine(page: Page, state: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${width} px`);
  }
}

test.use({ weather: steadyWeather, expectedMessages: /status of (400|401|403|409) / });

test('an operator signs in with a second step, adds an organization, acts as a person and ends it', async ({
  page,
  server,
}) => {
  // Each of its ten states is looked at on two screens and in both themes.
  test.slow();
  await signInNewOperator(page, server);
  await expectFine(page, 'organizations');
  await page.getByRole('button', { name: 'Add Organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Hill Schools');
  await expectFine(page, 'a new organization');
  await dialog.getByLabel('Support email').fill('help@hill.example');
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@hill.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const list = page.getByRole('list', { name: 'Organizations' });
  await expect(list.getByText('Hill Schools')).toBeVisible();

  await page.getByRole('link', { name: 'My Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit name' }).click();
  await dialog.getByLabel('First Name').fill('Sam');
  await dialog.getByLabel('Last Name').fill('Rivera');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('region', { name: 'About you' })).toContainText('Sam Rivera');
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('This browser');
  await expectFine(page, 'the profile of an operator');
  await page.getByRole('link', { name: 'Allclear, to the organizations' }).click();

  const demonstration = list.getByRole('listitem').filter({ hasNotText: 'Hill Schools' });
  await demonstration.getByRole('link').click();
  const people = page.getByRole('list', { name: 'People' });
  await expect(people.getByRole('button', { name: /, Admin$/ })).toBeVisible();
  await expectFine(page, 'an organization');
  await people.getByRole('button', { name: /, Admin$/ }).click();
  await dialog.getByRole('button', { name: 'Act as this person' }).click();
  await expect(dialog.getByText('Reason is required').first()).toBeVisible();
  await dialog
    .getByLabel('Reason')
    .fill(`Cannot save a policy ${'since the radius changed '.repeat(15)}`.trim());
  await expectFine(page, 'the reason');
  await dialog.getByRole('button', { name: 'Act as this person' }).click();

  const banner = page.getByRole('note', { name: 'Impersonation' });
  await expect(banner).toContainText('Reason: Cannot save a policy');
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFine(page, 'the dashboard of a person');
  // A long reason leaves a phone's screen to what to do.
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await banner.boundingBox())?.height).toBeLessThan(120);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Users', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expect(banner).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Organization', exact: true })
    .click();
  const acted = page.getByRole('list', { name: 'Impersonations' }).getByRole('listitem');
  await expect(acted.first()).toContainText(`Sam Rivera (${operatorEmail}) as `);
  await expect(acted.first()).toContainText('going on');
  await expectFine(page, 'the impersonations of an organization');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('eyJ');

  await banner.getByRole('button', { name: 'End impersonation' }).click();
  await expect(page.getByRole('list', { name: 'Impersonations' })).toContainText('Cannot save a policy');
  await expect(page.getByRole('list', { name: 'Impersonations' })).toContainText('ended');
  expect(new URL(page.url()).pathname).toBe('/operator');
  await page.goto(`${server.url}/impersonation?code=used`);
  await expect(page.getByText('Token exchange failed')).toBeVisible();
});
