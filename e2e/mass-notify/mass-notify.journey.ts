import type { Page } from '@playwright/test';
import { expect, onBothScreens, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

test.use({ weather: slowWeather });

interface Sent {
  id: string;
  headline: string;
  recipients: string[];
  isDrill: boolean;
}
const history = (server: ServerUnderTest) => server.api<Sent[]>('GET', 'Communication/Mass/History');
const sentAs = async (server: ServerUnderTest, headline: string) =>
  (await history(server)).filter((one) => one.headline === headline);

const tree = (page: Page) => page.getByRole('tree', { name: 'People by group' });
const item = (page: Page, name: 'Templates' | 'History', headline: string) =>
  page
    .getByRole('list', { name, exact: true })
    .locator('> li')
    .filter({ has: page.getByRole('heading', { name: headline, exact: true }) });
const show = (page: Page, name: 'Templates' | 'History') =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Send this message?' });

async function open(page: Page, server: ServerUnderTest): Promise<void> {
  await signIn(page, server, server.account('Admin'), '/MassNotify');
  await expect(page.getByRole('heading', { level: 1, name: 'Notify Users' })).toBeVisible();
  await expect(tree(page)).toBeVisible();
}

async function write(page: Page, headline: string, message: string): Promise<void> {
  await page.getByLabel('Headline').fill(headline);
  await page.locator('textarea').first().fill(message);
}

test('a message is written, sent once for a double press, and is followed in the history to each person', async ({
  page,
  server,
}) => {
  const headline = 'Practice moves indoors';
  await open(page, server);
  await expect(page.getByLabel('Sender')).toHaveValue(/ using Allclear$/);
  await write(page, headline, 'Go to the gym at four.');
  // By keyboard alone: the first group, opened, its first person, and the whole group.
  await tree(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 recipient chosen')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await page.getByRole('checkbox', { name: 'This is a drill' }).check();
  await page.getByRole('checkbox', { name: 'Override preferences' }).check();
  await expect(page.getByRole('checkbox', { name: 'Push/SMS' })).toBeDisabled();
  await expectAccessible(page, 'a message that is written');

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(question(page).getByRole('region', { name: 'Whom it reaches' })).toBeVisible();
  await expect(question(page)).toContainText('our locations stand');
  await expectAccessible(page, 'the question before sending', '[role="dialog"]');
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .dblclick();
  await expect(page.getByText('Message sent', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Headline')).toHaveValue('');

  const row = item(page, 'History', headline);
  await expect(row).toContainText('Drill');
  await expect(row.getByRole('list', { name: `Progress: ${headline}` })).not.toContainText('Queued', {
    timeout: 60_000,
  });
  const sent = await sentAs(server, headline);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.isDrill).toBe(true);
  await row.getByRole('button', { name: `Recipients: ${headline}` }).click();
  const dialog = page.getByRole('dialog', { name: `Recipients of ${headline}` });
  await expect(dialog.getByRole('row')).toHaveCount(sent[0]!.recipients.length + 1);
  await expectAccessible(page, 'the recipients of a message', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // A copy goes to those to whom it was delivered.
  await row.getByRole('button', { name: `Copy: ${headline}` }).click();
  await expect(page.getByLabel('Headline')).toHaveValue(headline);
  await expect(page.getByRole('checkbox', { name: 'This is a drill' })).toBeChecked();
});

test('a template is saved, loaded, updated, saved as another, and deleted while it is in the form', async ({
  page,
  server,
}) => {
  await open(page, server);
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await page.getByRole('menuitem', { name: 'Take shelter' }).click();
  const headline = await page.getByLabel('Headline').inputValue();
  await show(page, 'History');
  await page.getByRole('button', { name: 'Save as Template' }).click();
  await expect(page.getByText('Template saved', { exact: true })).toBeVisible();
  await expect(item(page, 'Templates', headline)).toContainText('In the form');

  await page.getByLabel('Headline').fill('Shelter now');
  await page.getByRole('button', { name: 'Update Template' }).click();
  await expect(page.getByText('Template updated', { exact: true })).toBeVisible();
  await expect(item(page, 'Templates', 'Shelter now')).toHaveCount(1);
  await expect(item(page, 'Templates', headline)).toHaveCount(0);

  await page.getByLabel('Headline').fill('Shelter soon');
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save As New Template' }).click();
  await expect(item(page, 'Templates', 'Shelter soon')).toContainText('In the form');
  await expect(item(page, 'Templates', 'Shelter now')).not.toContainText('In the form');

  await item(page, 'Templates', 'Shelter now').getByRole('button', { name: /^Copy/ }).click();
  await expect(page.getByLabel('Headline')).toHaveValue('Shelter now');
  // Somebody else changes it meanwhile.
  const [stored] = (
    await server.api<Record<string, unknown>[]>('GET', 'Communication/Mass/Templates')
  ).filter((one) => one.headline === 'Shelter now');
  await server.api('POST', 'Communication/Mass/Update/Template', { ...stored, message: 'By somebody else' });
  await expect(page.getByText('This template was changed meanwhile')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await expect(page.locator('textarea').first()).toHaveValue('By somebody else');

  for (const name of ['Shelter now', 'Shelter soon']) {
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name}` })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(item(page, 'Templates', name)).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Save as Template' })).toBeVisible();
  await expect(page.getByText("You haven't saved any templates. Try saving one!")).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await page
    .getByRole('dialog', { name: 'Discard Changes?' })
    .getByRole('button', { name: 'Keep Editing' })
    .click();
  await expect(page.getByLabel('Headline')).toHaveValue('Shelter now');
});

test('an Assistant Admin chooses among the people of the own group only', async ({ page, server }) => {
  await signIn(page, server, server.account('Assistant Admin'), '/MassNotify');
  await expect(tree(page)).toBeVisible();
  await expect(tree(page).getByRole('treeitem', { level: 1 })).toHaveCount(1);
});

test('a Customer is sent to the unauthorized page', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await page.goto(`${server.url}/MassNotify`);
  await expect(page).toHaveURL(`${server.url}/Unauthorized`);
});

onBothScreens(() => {
  test('the page fits, is accessible and says what is missing', async ({ page, server }) => {
    await open(page, server);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'an empty form');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Choose at least one recipient' })).toBeVisible();
    await expectAccessible(page, 'what is missing');
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Headline').fill('Heat');
    await page.locator('textarea').first().fill('y'.repeat(600));
    await expect(page.getByText('500 of 500')).toBeVisible();
    await page.getByText(/^Select everybody/).click();
    await expect(page.getByRole('list', { name: 'Chosen recipients' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(question(page).getByRole('button', { name: /^Send to/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'the question before sending', '[role="dialog"]');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expectEasyToTouch(page.getByRole('button', { name: 'Send', exact: true }));
    await expectEasyToTouch(page.getByRole('treeitem').first());
  });
});
