import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import { openForeignPage } from '../widget-page/foreign-page.ts';

test.use({
  // A server of its own: the policies of the demonstration are still there.
  weather: { ...slowWeather },
  // A widget that is shown here may ask once more at the address that was replaced.
  expectedMessages: /status of 404 .*\/api\/public\/Widget\//,
});

const said = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();

test('a widget is built beside its preview, shared, changed, and deleted after a question', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  const [place] = await server.api<{ id: string; name: string }[]>('GET', 'organizationLocation');
  await signIn(page, server, server.account('Admin'), '/Widgets');
  await expect(
    page.getByRole('heading', { name: "Build your first widget – it's quick and simple!" }),
  ).toBeVisible();
  await expectFine(page, 'the list without widgets');

  await page.getByRole('link', { name: 'Add Widget' }).click();
  await expect(page).toHaveURL(/\/widgets\/[^/]+\/builder$/);
  const save = page.getByRole('button', { name: 'Save Widget' });
  await expect(save).toBeDisabled();
  await page.getByRole('combobox', { name: 'Organization location' }).click();
  await page.getByRole('option', { name: place!.name, exact: true }).click();
  await save.click();
  const summary = page.getByRole('group', { name: 'Please check the form' });
  await expect(summary).toContainText('Please enter a name for your widget.');
  await page.getByLabel('Widget name').fill('For parents');
  const lightning = page.getByRole('checkbox', { name: /^LR1/ }).first();
  const group = page.getByRole('combobox', { name: 'Policy group' });
  await expect(lightning.or(group).first()).toBeVisible();
  if (await group.isVisible()) {
    await group.click();
    await page.getByRole('listbox', { name: 'Policy group' }).getByRole('option').first().click();
  } else await lightning.check();
  await page.getByRole('radio', { name: 'Light', exact: true }).check();
  const preview = page.frameLocator('iframe[title="Preview of the widget"]');
  await expect(preview.getByText(place!.name).first()).toBeVisible();
  await expectFine(page, 'the builder of a new widget');
  await save.click();
  await said(page, 'Widget created.');
  await expect(page).toHaveURL(`${server.url}/widgets`);

  const card = page.getByRole('listitem').filter({ hasText: 'For parents' });
  await expect(
    page.frameLocator('iframe[title="Preview of For parents"]').getByText(place!.name).first(),
  ).toBeVisible();
  await expectFine(page, 'the list with a widget');
  await card.getByRole('button', { name: 'Get Embed Code of For parents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Widget' });
  await dialog.getByLabel('Width').selectOption('400 px');
  await expect(dialog.getByLabel('Embed code')).toHaveValue(/<iframe .*width="400"/);
  const before = await dialog.getByLabel('Shareable URL').inputValue();
  await expectFine(page, 'the dialog that shares');
  await dialog.getByRole('button', { name: 'Replace address' }).click();
  await page
    .getByRole('dialog', { name: 'Replace the address of For parents?' })
    .getByRole('button', { name: 'Replace address' })
    .click();
  await said(page, 'Address replaced');
  await expect(dialog.getByLabel('Shareable URL')).not.toHaveValue(before);
  await page.keyboard.press('Escape');

  await card.getByRole('link', { name: 'Edit Widget For parents' }).click();
  await page.getByLabel('Message', { exact: true }).fill('The gate is open until dusk.');
  await expect(preview.getByText('The gate is open until dusk.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Widgets' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep Editing' })
    .click();
  await save.click();
  await said(page, 'Widget updated successfully.');
  await expectFine(page, 'the builder of a saved widget');

  await page.getByRole('button', { name: 'Delete Widget' }).click();
  const question = page.getByRole('dialog', { name: 'Delete For parents?' });
  await expect(question).toContainText('Widget will be permanently deleted!');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Widget deleted.');
  await expect(page).toHaveURL(`${server.url}/widgets`);
});

test('the builder of another organization is no page of an Admin', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'));
  await page.goto(`${server.url}/widgets/00000000-0000-4000-8000-000000000000/builder`);
  await expect(page).toHaveURL(`${server.url}/Unauthorized`);
});

test('on the old policy model a group is chosen, and its widget is shown on another website', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  const policies = await server.api<LightningPolicy[]>('GET', 'policy');
  const lightning = policies.filter(({ policyTypeShortName }) => policyTypeShortName.startsWith('LR'));
  const [group] = await server.api<{ id: string; name: string }[]>('GET', 'site');
  if (!lightning[0] || !group) throw new Error('The demonstration has no lightning policy or no group.');
  // No lightning policy watches the places of other groups any more: they are on the old model.
  for (const { id } of lightning)
    await server.api('PATCH', 'policy', { id, allGroups: false, sites: [group.id] });
  try {
    const { locations } = await server.api<{ locations: { name: string; usesNewPolicy: boolean }[] }>(
      'GET',
      `Widget/Choices/${lightning[0].customerId}`,
    );
    const place = locations.find(({ usesNewPolicy }) => !usesNewPolicy);
    if (!place) throw new Error('Every place of the demonstration is in the group.');
    await signIn(page, server, server.account('Admin'), '/Widgets');
    await page.getByRole('link', { name: 'Add Widget' }).click();
    await page.getByLabel('Widget name').fill('For the old pier');
    await page.getByRole('combobox', { name: 'Organization location' }).click();
    await page.getByRole('option', { name: place.name, exact: true }).click();
    await page.getByRole('button', { name: 'Save Widget' }).click();
    await expect(page.getByRole('group', { name: 'Please check the form' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Policy group' }).click();
    await page.getByRole('option', { name: group.name, exact: true }).click();
    await expect(page.getByRole('checkbox', { name: /^LR1/ })).toBeVisible();
    await expectFine(page, 'the builder on the old policy model');
    await page.getByRole('button', { name: 'Save Widget' }).click();
    await said(page, 'Widget created.');

    const card = page.getByRole('listitem').filter({ hasText: 'For the old pier' });
    await card.getByRole('button', { name: 'Get Embed Code of For the old pier' }).click();
    const code = await page
      .getByRole('dialog', { name: 'Share Widget' })
      .getByLabel('Embed code')
      .inputValue();
    await showElsewhere(page, server.url, code, place.name);
  } finally {
    for (const { id, allGroups, sites } of lightning)
      await server.api('PATCH', 'policy', { id, allGroups, sites });
  }
});

interface LightningPolicy {
  readonly id: string;
  readonly customerId: string;
  readonly policyTypeShortName: string;
  readonly allGroups: boolean;
  readonly sites: string[];
}

/** Pastes the embed code into a page of another origin, which has a strict policy. */
async function showElsewhere(page: Page, serverUrl: string, code: string, placeName: string): Promise<void> {
  const site = await openForeignPage(serverUrl);
  const foreign = await page.context().browser()!.newPage();
  try {
    site.show(code);
    await foreign.goto(site.origin);
    const frame = foreign.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: placeName })).toBeVisible();
    await expect(frame.getByText('Simulated weather. Not for safety decisions.')).toBeVisible();
  } finally {
    await foreign.close();
    site.close();
  }
}

test.describe('who may open the pages of widgets', () => {
  for (const role of ['Super Admin', 'Admin', 'Assistant Admin'] as const)
    test(`the ${role} reads the list and a new builder`, async ({ page, server }) => {
      await signIn(page, server, server.account(role), '/Widgets');
      await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible();
      await page.getByRole('link', { name: 'Add Widget' }).first().click();
      await expect(page.getByLabel('Widget name')).toBeVisible();
    });

  test('a Customer is sent to the unauthorized page by each, and has no link to them', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Customer'));
    await expect(page.getByRole('link', { name: 'Widgets', exact: true })).toHaveCount(0);
    for (const path of ['/Widgets', '/widgets/00000000-0000-4000-8000-000000000000/builder']) {
      await page.goto(`${server.url}${path}`);
      await expect(page).toHaveURL(`${server.url}/Unauthorized`);
    }
  });
});
