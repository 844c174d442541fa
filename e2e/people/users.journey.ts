import type { Locator, Page } from '@playwright/test';
import { expect, onPhone, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
/** Waits until an opened form has moved the focus to its first field: what is typed before goes elsewhere. */
const settled = (form: Locator) => expect(form.getByLabel('First Name')).toBeFocused();
const save = (form: Locator) => form.getByRole('button', { name: 'Save Changes' }).click();

test.describe('with an address that is taken', () => {
  test.use({ expectedMessages: /status of 409 .*\/api\/user/ });

  test('a user is added, edited, demoted, promoted and deleted', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/Users`);
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expectAccessible(page, 'users');

    await page.getByRole('button', { name: 'Add User' }).click();
    const add = dialog(page, 'Add New User');
    await add.getByRole('button', { name: 'Add User' }).click();
    await expect(add.getByLabel('First Name')).toHaveAccessibleDescription(/First name is required/);
    await expectAccessible(page, 'user form');
    await add.getByLabel('First Name').fill('Robin');
    await add.getByLabel('Last Name').fill('Referee');
    await add.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example');
    await add.getByLabel('User Group').selectOption({ index: 1 });
    await expect(
      add.getByLabel('Permission Level').getByRole('option', { name: 'Admin', exact: true }),
    ).toBeDisabled();
    await add.getByRole('button', { name: 'Add User' }).click();
    await expect(add.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      /has this email address already/,
    );
    await add.getByRole('textbox', { name: 'Email' }).fill('robin@demo.example');
    await add.getByRole('button', { name: 'Add User' }).click();
    await said(page, 'User added');

    await page.getByRole('searchbox').fill('ROBIN@demo');
    await expect(page).toHaveURL(/users\.q=ROBIN/);
    await expect(row(page, 'Robin Referee')).toContainText('Customer');
    await expect(row(page, 'Robin Referee')).toContainText('Not signed in yet');

    await page.getByRole('button', { name: 'Edit Robin Referee' }).click();
    let form = dialog(page, 'Editing Robin Referee');
    await settled(form);
    await form.getByLabel('Last Name').fill('Umpire');
    await form.getByLabel('Permission Level').selectOption('Notification Only');
    await save(form);
    const question = dialog(page, 'Change Robin Referee to Notification Only?');
    await expect(question).toContainText('custom saved locations');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(row(page, 'Robin Umpire')).toContainText('Notification Only');

    await page.getByRole('button', { name: 'Edit Robin Umpire' }).click();
    form = dialog(page, 'Editing Robin Umpire');
    await settled(form);
    await form.getByLabel('Permission Level').selectOption('Assistant Admin');
    await save(form);
    await said(page, 'Successfully promoted to full user');
    await expect(row(page, 'Robin Umpire')).toContainText('Assistant Admin');

    await page.getByRole('button', { name: 'Delete Robin Umpire' }).click();
    await dialog(page, 'Remove Robin Umpire').getByRole('button', { name: 'Remove' }).click();
    await said(page, 'User deleted');
    await expect(row(page, 'Robin Umpire')).toHaveCount(0);
  });
});

test('two admins at once: the second one sees what the first one changed', async ({
  page,
  browser,
  server,
}) => {
  const { id } = await server.api<{ id: string }>('POST', 'user', {
    ...{
      firstName: 'Terry',
      lastName: 'Trainer',
      email: 'terry@demo.example',
      timeZone: 'Eastern',
      roleId: 4,
    },
    siteId: (await server.api<{ id: string }[]>('GET', 'site'))[0]!.id,
  });
  await signIn(page, server, server.account('Admin'), '/Users?users.q=terry');
  const context = await browser.newContext();
  const second = await context.newPage();
  await signIn(second, server, server.account('Super Admin'), '/Users?users.q=terry');
  await page.getByRole('button', { name: 'Edit Terry Trainer' }).click();
  await second.getByRole('button', { name: 'Edit Terry Trainer' }).click();
  const late = dialog(second, 'Editing Terry Trainer');
  await late.getByLabel('Last Name').fill('Coach');

  const early = dialog(page, 'Editing Terry Trainer');
  await early.getByLabel('Permission Level').selectOption('Assistant Admin');
  await save(early);
  await said(page, 'User updated');
  await expect(late.getByRole('alert')).toContainText('Permission Level: Customer → Assistant Admin');
  await save(late);
  await said(second, 'User updated');
  const users = await server.api<{ id: string; lastName: string; roleId: number }[]>('GET', 'user/customer');
  expect(users.find((user) => user.id === id)).toMatchObject({ lastName: 'Coach', roleId: 3 });
  await context.close();
});

test('a group has hours over midnight, and is deleted once nobody belongs to it', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'), '/Users');
  await page.getByRole('button', { name: 'Manage Groups' }).click();
  const modal = dialog(page, 'Manage User Groups');
  await modal.getByRole('button', { name: 'New Group' }).click();
  const added = modal.getByRole('region', { name: 'New user group' });
  await added.getByLabel('Name').fill('Night shift');
  await added.getByLabel('Friday, from').selectOption('10:00 PM');
  await added.getByLabel('Friday, to').selectOption('6:00 AM');
  await expect(added).toContainText('Overnight: Friday 10:00 PM to Saturday 6:00 AM');
  await added.getByLabel('Sunday, from').selectOption('ALL DAY');
  await expect(added.getByLabel('Sunday, to')).toHaveCount(0);
  await expectAccessible(page, 'groups');
  await added.getByRole('button', { name: 'Add Group' }).click();
  await said(page, 'Created user group');

  await modal.getByRole('button', { name: /^Night shift/ }).click();
  const night = modal.getByRole('region', { name: 'Night shift' });
  await night.getByLabel('Name').fill('Night watch');
  await save(night);
  await said(page, 'Upated user group');
  const watch = modal.getByRole('region', { name: 'Night watch' });
  await expect(watch.getByLabel('Friday, to')).toHaveValue('06:00:00');
  await watch.getByRole('button', { name: 'Delete Group' }).click();
  await dialog(page, 'Remove Night watch').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Deleted user group');
  await expect(watch).toHaveCount(0);
  // The demonstration's own groups have users.
  await modal.getByRole('button', { name: /^Athletics/ }).click();
  await expect(modal.getByRole('button', { name: 'Delete Group' })).toHaveAccessibleDescription(
    /this group has \d+ users? and \d+ locations?/,
  );
});

test('a Customer has no link to the page, and is sent away from it', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await page.goto(`${server.url}/Users`);
  await expect(page).toHaveURL(/\/Unauthorized/);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
});

test('an Assistant Admin sees the own group alone', async ({ page, server }) => {
  await signIn(page, server, server.account('Assistant Admin'), '/Users');
  await expect(row(page, 'Demonstration Assistant Admin')).toContainText('Athletics');
  await expect(page.getByRole('cell', { name: 'Facilities' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Manage Groups' }).click();
  const modal = dialog(page, 'Manage User Groups');
  await expect(modal.getByRole('region')).toHaveCount(1);
  await expect(modal.getByRole('button', { name: 'New Group' })).toHaveCount(0);
});

onPhone(() => {
  test('the list, a form and the groups fit a phone', async ({ page, server }) => {
    await signIn(page, server, server.account('Super Admin'), '/Users');
    const edit = page.getByRole('button', { name: 'Edit Demonstration Customer' });
    await expect(edit).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      edit,
      page.getByRole('button', { name: 'Filter' }),
      page.getByRole('button', { name: 'Add User' }),
    );
    // The filter is beside the search.
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
    const filterTop = await top(page.getByRole('button', { name: 'Filter' }));
    expect(Math.abs(filterTop - (await top(page.getByRole('searchbox'))))).toBeLessThan(8);
    await expectAccessible(page, 'users on a phone');
    await edit.click();
    await expect(dialog(page, 'Editing Demonstration Customer')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'user form on a phone');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Manage Groups' }).click();
    const modal = dialog(page, 'Manage User Groups');
    await modal.getByRole('button', { name: /^Athletics/ }).click();
    await expect(modal.getByLabel('Sunday, from')).toBeVisible();
    // A field that is wider than the dialog would be cut: the page itself does not scroll.
    await expect(modal.getByLabel('Name', { exact: false }).first()).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'groups on a phone');
  });
});
