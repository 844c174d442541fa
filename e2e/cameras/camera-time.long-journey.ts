import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

test.use({ weather: slowWeather });

/** Opens the camera for an account, in a browser of its own. */
async function watch(page: Page, server: ServerUnderTest, role: 'Admin' | 'Super Admin', name: string) {
  await signIn(page, server, server.account(role), '/LiveCamera');
  await page.getByRole('combobox', { name: /Select Camera/ }).fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
  await expect(page.getByText('Connecting to camera...')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByAltText(`${name}, live`)).toBeVisible();
}

// In real time, so a command of its own: the server keeps the same times, and would not believe a hurried browser.
test('after 3 minutes Continue goes on, and without an answer the viewer is disconnected; both are logged', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(400_000);
  const { name } = await server.api<{ name: string }>('POST', 'LiveStream/Camera', {
    ...{ name: 'Press box', kind: 'simulated' },
  });
  const context = await browser.newContext();
  const absent = await context.newPage();
  await watch(page, server, 'Admin', name);
  await watch(absent, server, 'Super Admin', name);
  const question = (one: Page) => one.getByRole('dialog', { name: 'Still watching?' });
  await page.waitForTimeout(150_000);
  await expect(question(page)).toHaveCount(0);
  await expect(question(page)).toBeVisible({ timeout: 60_000 });
  await expect(question(page)).toContainText(
    'You have been viewing this camera for 3 minutes. Would you like to continue?',
  );
  await expect(question(page).getByRole('timer')).toContainText(/Disconnecting in [12]\d seconds/);
  await expectAccessible(page, 'the question whether to continue');
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await expect(absent.getByText('You have been disconnected due to inactivity.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(absent.getByRole('combobox', { name: /Select Camera/ })).toHaveValue('');
  await expectAccessible(absent, 'disconnected due to inactivity');
  // Past the time at which it would have ended.
  await page.waitForTimeout(10_000);
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByAltText(`${name}, live`)).toBeVisible();
  await expect(page.getByText('The picture has stopped')).toHaveCount(0);
  await absent.getByRole('link', { name: 'Camera Logs' }).click();
  const rows = absent.getByRole('table', { name: 'Camera logs' }).getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'still watching' })).toHaveCount(1);
  await expect(rows.filter({ hasText: /3 min (29|3\d) s$/ })).toHaveCount(1);
  await context.close();
});
