import type { Locator, Page } from '@playwright/test';
import { expect, type OwnLocation, onPhone, signIn, test } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

interface OwnPolicy {
  readonly id: string;
  readonly displayName: string;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const policyCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const said = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();

async function chooseType(page: Page, form: Locator, name: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Policy Type' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

async function turnOn(form: Locator, name: string): Promise<void> {
  await form.getByRole('switch', { name, exact: true }).check();
}

// Its own server: policies lock radii and timers of all accounts.
test.use({ weather: { speed: 20, story: null } });

test.beforeEach(async ({ server }) => {
  for (const { id } of await server.api<OwnPolicy[]>('GET', 'policy'))
    await server.api('DELETE', `policy/${id}`);
});

test('a lightning policy is added, locks the location form, is changed after a warning, and is deleted', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  await page.getByRole('link', { name: 'Policies' }).click();
  await expect(page).toHaveURL(`${server.url}/Policies`);
  await expect(page.getByRole('heading', { name: "You don't have any policies added" })).toBeVisible();
  await expect(page.getByText('Add a policy to continue')).toBeVisible();
  await expectAccessible(page, 'no policies');

  await page.getByRole('button', { name: 'Add Policy' }).click();
  const add = dialog(page, 'Add Policy');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByRole('combobox', { name: 'Policy Type' })).toHaveAccessibleDescription(
    /Choose a policy type/,
  );
  await chooseType(page, add, 'Lightning Radius 1');
  await expect(add.getByLabel('All-Clear Minutes')).toHaveValue('10 min');
  await expect(add.getByText('Shorter than the 30 minutes that NFHS, NCAA and NWS advise')).toBeVisible();
  await add.getByRole('button', { name: 'Use 30 minutes' }).click();
  await expect(add.getByLabel('All-Clear Minutes')).toHaveValue('30 min');
  const threshold = add.getByLabel('Threshold');
  await threshold.fill('51');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByRole('group', { name: 'Please check the form' })).toBeFocused();
  await expect(threshold).toHaveAccessibleDescription(/at most 50 mi/);
  await threshold.fill('7.5');
  await threshold.blur();
  await expect(threshold).toHaveValue('8');
  await expect(add.getByRole('switch', { name: 'Show on Dashboard' })).toBeChecked();
  await expect(add.getByRole('switch', { name: 'Show on Dashboard' })).toBeDisabled();
  await expect(add.getByRole('switch', { name: 'Notify On All Clear' })).toBeDisabled();
  await turnOn(add, 'Notify Users');
  await add.getByLabel('Additional text for Notify Users').fill('Go inside now');
  await turnOn(add, 'Notify On All Clear');
  await turnOn(add, 'All groups');
  await expectAccessible(page, 'policy form');
  await add.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Saved');
  const lightning = policyCard(page, 'Lightning');
  await expect(lightning).toContainText('At or below');
  await expect(lightning).toContainText('8 mi');
  await expect(lightning).toContainText('After 30 min');
  await expect(lightning).toContainText('All groups');
  await expect(lightning).toContainText('Active');

  // Values set by the policy are locked in the form of a location.
  await page.getByRole('link', { name: 'Allclear, to the dashboard' }).click();
  await page.getByRole('button', { name: /^Edit (?!practice)/ }).click();
  const location = dialog(page, 'Edit Location');
  await expect(location.getByText("Some settings are locked by your organization's policies")).toBeVisible();
  await expect(
    location.getByText(/^Your settings have been overwritten by your organization's policy\. Please save/),
  ).toBeVisible();
  const zone1 = location.getByRole('textbox', { name: 'Zone 1 radius in miles' });
  await expect(zone1).toHaveValue('8 mi');
  await expect(zone1).not.toBeEditable();
  await expect(location.getByText("30 minutes set by your organization's policy")).toBeVisible();
  await expectAccessible(page, 'locked location');
  await location.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Location updated');
  await page.getByRole('button', { name: /^Edit (?!practice)/ }).click();
  await expect(location.getByText("Some settings are locked by your organization's policies")).toBeVisible();
  await expect(location.getByText(/overwritten/)).toHaveCount(0);
  await location.getByRole('button', { name: 'Cancel' }).click();

  // The address is matched without regard to case.
  await page.goto(`${server.url}/policies`);
  await page.getByRole('button', { name: 'Edit Lightning', exact: true }).click();
  const edit = dialog(page, 'Edit Policy');
  await expect(edit.getByLabel('Additional text for Notify Users')).toHaveValue('Go inside now');
  await edit.getByLabel('Threshold').fill('12');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const warning = dialog(page, 'Change the lightning radius?');
  await expect(warning).toContainText('from 8 to 12 mi');
  await expectAccessible(page, 'warning');
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit.getByLabel('Threshold')).toHaveValue('12');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await warning.getByRole('button', { name: 'Confirm' }).click();
  await said(page, 'Updated');
  await expect(lightning).toContainText('12 mi');

  await page.getByRole('button', { name: 'Edit Lightning', exact: true }).click();
  await edit.getByRole('button', { name: 'Delete Policy' }).click();
  const question = dialog(page, 'Remove Lightning');
  await expect(question).toContainText(
    'Are you sure you want to remove Lightning? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Deleted');
  await expect(page.getByRole('heading', { name: "You don't have any policies added" })).toBeVisible();
});

test('a place of the organization that is added takes what its policies set', async ({ page, server }) => {
  await server.api('POST', 'policy', {
    policyTypeShortName: 'LR1',
    threshold: 9,
    allClearMinutes: 45,
    allGroups: true,
  });
  const own = await server.api<(OwnLocation & { organizationLocationId: string })[]>('GET', 'location');
  await server.api('DELETE', `location/${own[0]!.id}`);
  await signIn(page, server, server.account('Super Admin'));
  await page.getByRole('button', { name: 'Add location' }).click();
  const form = dialog(page, 'Add Location');
  await expect(form.getByText(/locked by your organization's policies/)).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Organization Location' }).click();
  await page.getByRole('option', { name: own[0]!.label, exact: true }).click();
  await expect(form.getByText("Some settings are locked by your organization's policies")).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Zone 1 radius in miles' })).toHaveValue('9 mi');
  await expect(form.getByText("45 minutes set by your organization's policy")).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Location added');
  await expect(page.getByRole('heading', { level: 1, name: own[0]!.label })).toBeVisible();
});

test('what is not saved is asked about, and what somebody else deletes meanwhile says so', async ({
  page,
  server,
}) => {
  const { id } = await server.api<{ id: string }>('POST', 'policy', {
    policyTypeShortName: 'GUST',
    threshold: 35,
    allClearMinutes: 15,
    allGroups: true,
  });
  await signIn(page, server, server.account('Admin'), '/Policies');
  await page.getByRole('button', { name: 'Edit Wind Gust' }).click();
  const edit = dialog(page, 'Edit Policy');
  await edit.getByLabel('Threshold').fill('40');
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Close without saving?');
  await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(edit.getByLabel('Threshold')).toHaveValue('40');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(edit.getByLabel('Threshold')).toHaveValue('40');
  await server.api('PATCH', 'policy', { id, reAlertMinutes: 25 });
  await expect(edit.getByRole('alert')).toContainText('This policy was changed meanwhile');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Updated');
  await expect(policyCard(page, 'Wind Gust')).toContainText('40 mph');
  await expect(policyCard(page, 'Wind Gust')).toContainText('Every 25 min');

  await page.getByRole('button', { name: 'Edit Wind Gust' }).click();
  await server.api('DELETE', `policy/${id}`);
  await expect(edit.getByRole('alert')).toContainText('This policy was deleted meanwhile');
  await expect(edit.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toHaveCount(0);
});

onPhone(() => {
  test('policies', async ({ page, server }) => {
    await server.api('POST', 'policy', {
      policyTypeShortName: 'WBGT',
      name: 'Football practice',
      threshold: 87,
      allClearMinutes: 20,
    });
    await signIn(page, server, server.account('Admin'), '/Policies');
    await expect(policyCard(page, 'Football practice')).toContainText('Inactive');
    await expectNoSidewaysScroll(page);
    const edit = page.getByRole('button', { name: 'Edit Football practice' });
    await expectEasyToTouch(page.getByRole('button', { name: 'Add Policy' }), edit);
    await edit.click();
    const form = dialog(page, 'Edit Policy');
    await expect(form.getByLabel('Threshold')).toHaveValue('87');
    await expectNoSidewaysScroll(page);
    const buttons = ['Save Changes', 'Cancel', 'Close', 'Delete Policy', 'Try on the past'];
    await expectEasyToTouch(...buttons.map((name) => form.getByRole('button', { name, exact: true })));
    await form.getByRole('switch', { name: 'All groups' }).check();
    await form.getByText('24 hours').click();
    await form.getByRole('button', { name: 'Try on the past' }).click();
    await expect(form.getByText(/^Weather was observed for \d+% of the time$/).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'policy form on a phone');
  });
});

test('a customer has no policies page, and an assistant admin only looks', async ({
  browser,
  page,
  server,
}) => {
  await server.api('POST', 'policy', {
    policyTypeShortName: 'LR1',
    threshold: 8,
    allClearMinutes: 30,
    allGroups: true,
  });
  await signIn(page, server, server.account('Assistant Admin'), '/Policies');
  await expect(policyCard(page, 'Lightning')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Policy' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit Lightning' })).toHaveCount(0);

  const other = await browser.newContext();
  const customer = await other.newPage();
  await signIn(customer, server, server.account('Customer'));
  await expect(customer.getByRole('link', { name: 'Allclear, to the dashboard' })).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Policies' })).toHaveCount(0);
  await customer.goto(`${server.url}/Policies`);
  await expect(customer).toHaveURL(`${server.url}/Unauthorized`);
  await other.close();
});
