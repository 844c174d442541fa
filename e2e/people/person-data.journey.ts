import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { enterAccount, expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';

test.use({ weather: slowWeather });

/** A ZIP begins so. */
async function expectArchive(download: Download): Promise<void> {
  expect(download.suggestedFilename()).toBe('allclear-personal-data.zip');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.toString('latin1')).toContain('json/account.json');
}

test('an Admin exports and erases a person', async ({ page, server }) => {
  await server.api('POST', 'user', {
    ...{
      firstName: 'Quincy',
      lastName: 'Quarry',
      email: 'quincy@demo.example',
      timeZone: 'Eastern',
      roleId: 4,
    },
    siteId: (await server.api<{ id: string }[]>('GET', 'site'))[0]?.id,
  });
  await signIn(page, server, server.account('Admin'), '/Users');
  await page.getByRole('button', { name: 'Edit Quincy Quarry' }).click();
  const form = page.getByRole('dialog', { name: 'Editing Quincy Quarry' });
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Export data' }).click();
  await expectArchive(await download);
  await form.getByRole('button', { name: 'Erase…' }).click();
  const question = page.getByRole('dialog', { name: 'Erase Quincy Quarry' });
  const erase = question.getByRole('button', { name: 'Erase', exact: true });
  await expect(erase).toBeDisabled();
  await expectFine(page, 'the question before an erasure');
  await question.getByLabel('Type Quincy Quarry to confirm').fill('Quincy Quarry');
  await erase.click();
  await expect(page.getByText('User erased').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Quincy' })).toHaveCount(0);
});

test('a person changes the profile, exports the own data and gets a new address', async ({
  page,
  browser,
  server,
}) => {
  const account = server.account('Customer');
  await signIn(page, server, account, '/Profile');
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  await expectFine(page, 'My Profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expectArchive(await download);

  await page.getByRole('button', { name: 'Edit profile' }).click();
  const form = page.getByRole('dialog', { name: 'Edit profile' });
  await form.getByLabel('Phone Number').fill('(813) 555-0123');
  await expectFine(page, 'the form of the profile');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();
  await expect(page.getByText('+18135550123')).toBeVisible();

  await page.getByRole('button', { name: 'Change email' }).click();
  const address = page.getByRole('dialog', { name: 'Change email' });
  await address.getByLabel('New email').fill('renamed@demo.example');
  await address.getByLabel('Current password').fill(account.password);
  await address.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText(/Until then nothing changes/)).toBeVisible();
  const linkOf = async () => {
    const mails = await server.api<{ address: string; text: string }[]>('GET', 'Mailbox');
    const mail = mails.find((one) => one.address === 'renamed@demo.example');
    return /\/ConfirmAddress#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(linkOf, { timeout: 20_000 }).not.toBe('');
  await page.goto(server.url + (await linkOf()));
  await expect(page.getByRole('button', { name: 'Confirm this address' })).toBeVisible();
  await expectFine(page, 'the page that confirms an address');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  expect(page.url()).not.toContain('#');

  const other = await browser.newPage();
  await other.goto(server.url);
  await enterAccount(other, { email: 'renamed@demo.example', password: account.password });
  await expect(other.getByRole('button', { name: /User menu of/ })).toBeVisible();
  await other.close();
});
