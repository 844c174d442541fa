import type { Locator, Page } from '@playwright/test';
import { card, expect, type OwnLocation, onPhone, signIn, test, tokenOf } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const miles = (form: Locator, zone: number) =>
  form.getByRole('textbox', { name: `Zone ${zone} radius in miles` });

/** A place that is deleted while its lightning is being requested. */
const goneMeanwhile =
  /status of 404 .*\/api\/(location\/(Delay|LightningTape)|observations|Advisory|Today|ProactiveForecast\/Location)\//;

test.use({ expectedMessages: goneMeanwhile });

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add location' }).click();
  const form = dialog(page, 'Add Location');
  await expect(form.getByLabel('Name')).toBeVisible();
  return form;
}

async function clickMap(page: Page, form: Locator): Promise<void> {
  const map = form.getByRole('region', { name: 'Map of the location and its radius zones' });
  await expect(map.locator('canvas')).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  const latitude = form.getByLabel('Latitude');
  const before = await latitude.inputValue();
  // Left of the middle; the map may still be starting, so the click is repeated until it has moved the place.
  await expect(async () => {
    await page.mouse.click(box.x + box.width * 0.45, box.y + box.height * 0.55);
    await expect(latitude).not.toHaveValue(before, { timeout: 1_000 });
  }).toPass();
}

test('a location is added by keyboard and map, edited, and deleted', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'));
  const form = await openAdd(page);
  await form
    .getByRole('combobox', { name: 'Address search' })
    .or(form.getByLabel('Address search'))
    .first()
    .fill('Galveston');
  // The first search of a server reads the list of cities, which a busy machine takes long for.
  await expect(page.getByRole('option', { name: /^Galveston/ }).first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Latitude')).toHaveValue(/^29\.\d+/);
  await expect(form.getByLabel('Address', { exact: true })).toHaveValue(/^Galveston/);
  // The map shows the place from near by, until its zones change.
  const scale = form.locator('.maplibregl-ctrl-scale');
  await expect(scale).toHaveText('500 ft');
  await clickMap(page, form);

  // Saving without a name is refused above the form: by keyboard alone from the error to its field.
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  const summary = form.getByRole('group', { name: 'Please check the form' });
  await expect(summary).toBeFocused();
  await expect(summary).toHaveAccessibleDescription('Name is required');
  await expectAccessible(page, 'refused form');
  await page.keyboard.press('Tab');
  await expect(summary.getByRole('link', { name: 'Name is required' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await page.keyboard.type('Beach <patrol>');
  await expect(summary).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/cannot contain < or >/);
  await form.getByLabel('Name').fill('Beach patrol');

  await form.getByRole('checkbox', { name: 'Zone 2' }).check();
  await expect(miles(form, 2)).toHaveValue('20 mi');
  await expect(scale).toHaveText(/\smi$/);
  await form.getByRole('checkbox', { name: 'Zone 3' }).check();
  await expect(miles(form, 3)).toHaveValue('30 mi');
  await miles(form, 1).fill('25');
  await miles(form, 1).blur();
  await expect(miles(form, 2)).toHaveValue('26 mi');
  await expect(miles(form, 3)).toHaveValue('30 mi');
  await form.getByRole('slider', { name: 'Zone 3 radius' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(miles(form, 3)).toHaveValue('31 mi');
  await form.getByText('10', { exact: true }).click();
  await expect(form).toContainText('Shorter than the 30 minutes that NFHS, NCAA and NWS advise');
  await form.getByText('20', { exact: true }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Location added' })).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Beach patrol' })).toBeVisible();
  await expect(card(page, 'Lightning Status')).toContainText('0-25 mi');
  await expect(card(page, 'Lightning Status')).toContainText('26-31 mi');

  await page.getByRole('button', { name: 'Edit Beach patrol' }).click();
  const edit = dialog(page, 'Edit Location');
  await expect(edit.getByLabel('Address', { exact: true })).not.toBeEditable();
  await expect(edit.getByLabel('Latitude')).not.toBeEditable();
  await miles(edit, 1).fill('5');
  await miles(edit, 1).blur();
  await edit.getByRole('checkbox', { name: 'Zone 3' }).uncheck();
  await expect(miles(edit, 3)).toBeDisabled();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Location updated' })).toBeVisible();
  await expect(card(page, 'Lightning Status')).toContainText('0-5 mi');
  await expect(card(page, 'Lightning Status')).not.toContainText('26-31 mi');

  await page.getByRole('button', { name: 'Edit Beach patrol' }).click();
  await edit.getByRole('button', { name: 'Delete Location' }).click();
  const question = dialog(page, 'Remove Beach patrol');
  await expect(question).toContainText(
    'Are you sure you want to remove Beach patrol? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeVisible();
  await edit.getByRole('button', { name: 'Delete Location' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Location deleted' })).toBeVisible();
  await expect(page.getByText('Beach patrol')).toHaveCount(0);
});

onPhone(() => {
  test('a location is added without scrolling sideways', async ({ page, server }) => {
    await signIn(page, server, server.account('Assistant Admin'));
    const add = page.getByRole('button', { name: 'Add location' });
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      add,
      page.getByRole('button', { name: /^Edit (?!practice)/ }),
      page.getByRole('button', { name: /User menu/ }),
    );
    const form = await openAdd(page);
    await expectNoSidewaysScroll(page);
    const [save, cancel, close] = ['Save', 'Cancel', 'Close'].map((name) =>
      form.getByRole('button', { name, exact: true }),
    );
    await expectEasyToTouch(save!, cancel!, close!);
    await form.getByLabel('Name').fill('Pier');
    await clickMap(page, form);
    await save!.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pier' })).toBeVisible();
    await expect(card(page, 'Lightning Status')).toContainText('0-10 mi');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit Pier' }).click();
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Pier', { exact: true })).toHaveCount(0);
  });
});

test.describe('places of the organization', () => {
  // The server's refusal is a 409.
  test.use({ expectedMessages: new RegExp(`${goneMeanwhile.source}|status of 409 .*/api/location/Add`) });

  test('a used one cannot be chosen, and what the server refuses stands under its field', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Customer'));
    const token = await tokenOf(page);
    const [mine] = await server.api<
      (OwnLocation & { organizationLocationId: string; latitude: number; longitude: number })[]
    >('GET', 'location', undefined, token);
    await server.api('DELETE', `location/${mine!.id}`, undefined, token);
    const form = await openAdd(page);
    const picker = form.getByRole('combobox', { name: 'Organization Location' });
    await picker.click();
    await expect(page.getByRole('option', { name: 'Golf course (already added)' })).toBeDisabled();
    await page.getByRole('option', { name: mine!.label, exact: true }).click();
    await expect(form.getByLabel('Name')).toHaveValue(mine!.label);
    // Meanwhile another client does the same.
    const { label, latitude, longitude, organizationLocationId } = mine!;
    await server.api('POST', 'location/Add', { label, latitude, longitude, organizationLocationId }, token);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('group', { name: 'Error adding location' })).toBeFocused();
    await expect(picker).toHaveAccessibleDescription(/Already in use/);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toHaveCount(0);
  });
});

test('what one tab changes, the other shows without a reload', async ({ page, context, server }) => {
  // A private place: at places of the organization the lightning policy locks the radius.
  const label = 'Boat house';
  const { id } = await server.api<OwnLocation>('POST', 'location/Add', {
    label,
    latitude: 32.8,
    longitude: -96.8,
  });
  await signIn(page, server, server.account('Super Admin'), `/?location=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  const location = new URL(page.url());
  const other = await context.newPage();
  await other.goto(location.href);
  await expect(card(other, 'Lightning Status')).toContainText('0-10 mi');

  await page.getByRole('button', { name: `Edit ${label}` }).click();
  const edit = dialog(page, 'Edit Location');
  await miles(edit, 1).fill('7');
  await miles(edit, 1).blur();
  await edit.getByLabel('Name').fill(`${label} south`);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card(other, 'Lightning Status')).toContainText('0-7 mi', { timeout: 5_000 });
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`${label} south`);
  await server.api('DELETE', `location/${id}`);
});
