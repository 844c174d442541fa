import type { Locator, Page } from '@playwright/test';
import { card, expect, type OwnLocation, onBothScreens, signIn, test } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';
import type { ServerUnderTest } from './server-under-test.ts';

// The browser reports that it blocks all scripts in a mail, including the test’s.
test.use({ expectedMessages: /Blocked script execution in 'about:srcdoc'/ });

const setting = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
/** The input of a switch is hidden under its track: the journey presses the track. */
const toggle = async (page: Page, name: string) => setting(page, name).press('Space');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Notification settings saved' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('settings and an overnight schedule are saved and kept; unsaved changes are not lost unasked', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Customer'), '/NotificationSettings');
  await expect(page.getByRole('heading', { level: 1, name: 'My Notification Settings' })).toBeVisible();
  await toggle(page, 'Precipitation');
  if (!(await setting(page, 'Only during these hours').isChecked()))
    await toggle(page, 'Only during these hours');
  await page.getByLabel('Sunday, from').selectOption('6:00 PM');
  await page.getByLabel('Sunday, to').selectOption('2:15 AM');
  await expect(page.getByText('until 2:15 AM Monday')).toBeVisible();
  await page.getByLabel('Monday, from').selectOption('9:00 AM');
  await page.getByLabel('Monday, to').selectOption('9:00 AM');
  await expect(page.getByText('Start and end cannot be equal')).toBeVisible();
  await page.getByLabel('Monday, from').selectOption('ALL DAY');
  await toggle(page, 'Saturday');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('auckl');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();

  // Leaving the page asks first, and staying keeps the changes.
  await page.getByRole('link', { name: 'Allclear, to the dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page.getByLabel('Sunday, from')).toHaveValue('18:00:00');

  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(page.getByText('until 2:15 AM Monday')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Monday, from')).toHaveValue('all-day');
  await expect(setting(page, 'Saturday')).not.toBeChecked();
  await expect(setting(page, 'Precipitation')).not.toBeChecked();
  await expect(zone).toHaveValue('Pacific/Auckland');

  await toggle(page, 'Precipitation');
  await page.getByRole('link', { name: 'Allclear, to the dashboard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(card(page, 'Lightning Status')).toBeVisible();
});

test('a test notification reaches the bell, the list and the mailbox', async ({ page, server }) => {
  await signIn(page, server, server.account('Assistant Admin'), '/NotificationSettings');
  await page.getByRole('button', { name: 'Send test notification' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Test notification sent' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName(/new ones/);
  await bell(page).click();
  await expect(page.getByRole('menuitem', { name: /This is a test/ }).first()).toBeVisible();
  await page.getByRole('menuitem', { name: 'View All' }).click();
  await expect(bell(page)).not.toHaveAccessibleName(/new ones/);

  await expect(page.getByRole('heading', { level: 1, name: 'My Notifications' })).toBeVisible();
  await expect(page.getByText('All notifications sent to your account in the past 7 days')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  const notice = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: /^SIMULATED: This is a test/ }) });
  await expect(notice).toContainText('Test');
  await expect(notice).toContainText('Email accepted by mailbox');
  await notice.getByRole('button', { name: /^Details/ }).click();
  await expect(notice).toContainText('attempt 1');
  await expectAccessible(page, 'notifications');

  await page.getByRole('button', { name: /User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Mailbox' }).click();
  await page
    .getByRole('list', { name: 'Mails' })
    .getByRole('button', { name: /^SIMULATED: This is a test/ })
    .first()
    .click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Nothing has happened').first()).toBeVisible();
  // No script runs in the frame, including axe: the page is checked with the plain text.
  await page.getByText('Plain text').click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAccessible(page, 'mailbox');
});

onBothScreens(() => {
  test('who declines notifications sees it on every page', async ({ page, server }) => {
    await signIn(page, server, server.account('Customer'), '/NotificationSettings');
    if (await setting(page, 'Receive notifications').isChecked()) {
      await toggle(page, 'Receive notifications');
      await save(page).click();
    }
    const link = page.getByRole('link', { name: 'Notifications Disabled' });
    await expect(link).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName(/disabled/);
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      bell(page),
      save(page),
      page.getByRole('button', { name: 'Send test notification' }),
    );
    await expectAccessible(page, 'settings');
    await toggle(page, 'Receive notifications');
    await save(page).click();
    await expect(link).toHaveCount(0);
  });
});

test('an admin sees what the organization was told', async ({ page, server }) => {
  await server.api('POST', 'Settings/Notifications/Test');
  await signIn(page, server, server.account('Super Admin'), '/Notifications');
  await page.getByRole('tab', { name: 'Sent by the organization' }).click();
  // A storm sends many notices: the expected one must not move to the next page meanwhile.
  await page.getByLabel('Rows on a page').selectOption('100');
  const table = page.getByRole('table', { name: 'Sent notices' });
  const sent = table.getByRole('row').filter({ hasText: 'This is a test' }).first();
  await expect(sent).toContainText('1 person');
  await sent.getByRole('button', { name: /^Show recipients/ }).click();
  await expect(table).toContainText('Demonstration Super Admin');
  await expect(table).toContainText('accepted by mailbox');
  await expectAccessible(page, 'sent');
});
/**
 * Waits for a place in a policy warning. A policy that the next reading exceeds guarantees one, even without
 * a storm.
 */
async function warnedPlace(server: ServerUnderTest): Promise<{ policyId: string; placeId: string }> {
  const form = {
    policyTypeShortName: 'WIND',
    threshold: 1,
    allClearMinutes: 30,
    allGroups: true,
    notificationActions: [{ allClear: false }],
  };
  const { id: policyId } = await server.api<{ id: string }>('POST', 'policy', form);
  let placeId: string | undefined;
  await expect(async () => {
    const threats = await server.api<{ locationId: string; warnings: unknown[] }[]>(
      'GET',
      'observations/Violations',
    );
    placeId = threats.find(({ warnings }) => warnings.length > 0)?.locationId;
    expect(placeId, 'a place in a policy warning').toBeDefined();
  }).toPass({ timeout: 120_000 });
  return { policyId, placeId: placeId! };
}

onBothScreens(() => {
  test('a policy warning stands in the panel, in the header and on the badges', async ({ page, server }) => {
    test.setTimeout(240_000);
    const { policyId, placeId: id } = await warnedPlace(server);
    const label = (await server.api<OwnLocation[]>('GET', 'location')).find(
      (location) => location.id === id,
    )!.label;
    await signIn(page, server, server.account('Super Admin'), `/?location=${id}`);
    const panel: Locator = page.getByRole('region', { name: new RegExp(`^Active Warnings for ${label}`) });
    // A line each, with who was notified, until one is opened.
    const line = panel.getByRole('button', { name: /notified$/ }).first();
    await expect(line).toContainText(/Since \d+:\d\d [AP]M.* · (nobody|1 person|\d+ people) notified/);
    await expect(panel.getByRole('heading', { name: /Policy Warning$/ })).toHaveCount(0);
    await line.click();
    await expect(panel.getByRole('heading', { name: /Policy Warning$/ })).toBeVisible();
    await expect(panel).toContainText(/Warning started: \d+\/\d\d\/\d\d \d\d:\d\d [AP]M/);
    await expect(panel).toContainText(/Last Notified: /);
    await expect(panel).toContainText(/All Clear Minutes: \d+/);
    await expect(page.getByText(/^You have \d+ locations? in a policy warning/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await panel.getByRole('button', { name: /^Active Warnings for/ }).click();
    await expect(panel.getByRole('heading', { name: /Policy Warning$/ })).toBeHidden();
    await expectAccessible(page, 'warnings folded');
    await panel.getByRole('button', { name: /^Active Warnings for/ }).click();
    await expectAccessible(page, 'warnings open');
    // Lightning is first.
    const [warnings, lightning] = [
      (await panel.boundingBox())!,
      (await card(page, 'Lightning Status').boundingBox())!,
    ];
    expect(warnings.y).toBeGreaterThan(lightning.y);
    await server.api('DELETE', `policy/${policyId}`);
  });
});
