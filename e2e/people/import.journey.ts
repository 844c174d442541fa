import type { Locator, Page } from '@playwright/test';
import { expect, onPhone, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

const openImport = async (page: Page, title = 'Import Locations') => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return page.getByRole('dialog', { name: title });
};
const fileOf = (lines: readonly string[]) => ({
  name: 'places.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});
const choose = async (page: Page, form: Locator, lines: readonly string[]) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByLabel('CSV file').click(),
  ]);
  await chooser.setFiles(fileOf(lines));
};
const names = async (server: { api<T>(method: 'GET', path: string): Promise<T> }) =>
  (await server.api<{ name: string }[]>('GET', 'organizationLocation')).map(({ name }) => name);

test.describe('with a file that cannot be read, and a place that changes meanwhile', () => {
  test.use({ expectedMessages: /status of (400|409) .*\/api\/organizationLocation\/Import/ });

  test('a file with errors is shown first; its wrong rows come back, and the right ones are stored by Import', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'), '/OrganizationLocations');
    const form = await openImport(page);
    await expectAccessible(page, 'import');
    await choose(page, form, ['Latitude;Longitude', '28;-82']);
    await expect(form).toContainText('The file has no column “Name”.');

    await choose(page, form, ['Name;Latitude;Longitude;Address', 'Import north;28,1;-82,1;', '=1+1;95;-82;']);
    await expect(form).toContainText('1 to add, 0 to change, 0 without a change, 1 wrong.');
    await expect(form.getByRole('table', { name: 'Rows of the file' })).toContainText(
      'Latitude must be between -90 and 90',
    );
    await expectAccessible(page, 'preview of an import');
    expect(await names(server)).not.toContain('Import north');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Download wrong rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('wrong rows.csv');

    // Somebody else takes the name before the import.
    const place = { name: 'Import north', latitude: 1, longitude: 1 };
    const { id } = await server.api<{ id: string }>('POST', 'organizationLocation/Add', place);
    await form.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(form.getByRole('alert')).toContainText('Something changed since the preview in row 2.');
    await server.api('DELETE', `organizationLocation/${id}`);

    await choose(page, form, ['Name,Latitude,Longitude', 'Import north,28.1,-82.1']);
    await form.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 added, 0 changed' }).first()).toBeVisible();
    await page.getByRole('searchbox').fill('import north');
    await expect(page.getByRole('row').filter({ hasText: 'Import north' })).toContainText(
      '28.1000, -82.1000',
    );
  });
});

test('people are imported: accounts, and somebody who is only notified', async ({ page, server }) => {
  const [group] = await server.api<{ name: string }[]>('GET', 'site');
  await signIn(page, server, server.account('Admin'), '/Users');
  const form = await openImport(page, 'Import Users');
  await choose(page, form, [
    'First Name;Last Name;Email;Phone Number;Permission Level;User Group',
    `Imke;Import;imke@demo.example;;Assistant Admin;${group!.name}`,
    'Nils;Notified;;813 555 0123;Notification Only;',
    'Adam;Admin;admin@demo.example;;Customer;',
    `Sara;Super;sara@demo.example;;Super Admin;${group!.name}`,
  ]);
  await expect(form).toContainText('2 to add, 0 to change, 1 without a change, 1 wrong.');
  await expect(form.getByRole('table', { name: 'Rows of the file' })).toContainText(
    'You can only give permission levels below your own',
  );
  await expectAccessible(page, 'preview of an import of people');
  await form.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 added, 0 changed' }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('imke');
  const row = page.getByRole('row').filter({ hasText: 'Imke Import' });
  await expect(row).toContainText('Assistant Admin');
  await expect(row).toContainText('Not signed in yet');
  await page.getByRole('searchbox').fill('nils');
  await expect(page.getByRole('row').filter({ hasText: 'Nils Notified' })).toContainText('Notification Only');
});

onPhone(() => {
  test('the import fits a phone', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/OrganizationLocations');
    const form = await openImport(page);
    await expect(form.getByText('Choose a file')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'import on a phone');
    const wrong = Array.from({ length: 12 }, (_, i) => `Wrong ${i};95;-82`);
    await choose(page, form, ['Name;Latitude;Longitude', ...wrong, 'Right;28;-82']);
    await expect(form.getByRole('table', { name: 'Rows of the file' })).toBeVisible();
    // However many rows there are, the buttons are in view.
    await expect(form.getByRole('button', { name: 'Import 1 row' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'preview of an import on a phone');
  });
});
