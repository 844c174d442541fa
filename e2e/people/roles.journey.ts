import type { Page } from '@playwright/test';
import { enterAccount, expect, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

/** The main navigation: each page with the roles that have a link to it, in its order. */
const pages = [
  ['/', 'Dashboard', 'all'],
  ['/Hardware', 'On-Site Hardware', 'leaders'],
  // It says in words whom it is for, and its link needs sensors and a list that others may not read.
  ['/AirQuality', 'Air Quality Index', 'leaders'],
  ['/Historical', 'Weather Stations', 'all'],
  ['/places', 'Places', 'all'],
  ['/live-radar', 'Live Radar', 'all'],
  ['/Policies', 'Policies', 'leaders'],
  ['/heat-profiles', 'Heat Profiles', 'leaders'],
  ['/Reports', 'My Reports', 'leaders'],
  ['/ProactiveForecasts', 'Proactive Forecasts', 'admins'],
  ['/MassNotify', 'Notify Users', 'leaders'],
  ['/Consultation', 'Ask a Meteorologist', 'leaders'],
  ['/Users', 'Users', 'leaders'],
  ['/OrganizationLocations', 'Organization Locations', 'admins'],
  ['/Organization', 'Organization', 'admins'],
  ['/Widgets', 'Widgets', 'leaders'],
  ['/LiveCamera', 'Live Camera', 'leaders'],
  ['/Audit', 'Audit', 'admins'],
  ['/Integrations', 'Integrations', 'leaders'],
  ['/Integrations/Keys', 'API Keys', 'admins'],
  ['/Integrations/Webhooks', 'Webhooks', 'admins'],
  ['/Integrations/CAP', 'CAP Feed', 'admins'],
  ['/Broadcast', 'Broadcast', 'all'],
  ['/Shows', 'Shows', 'admins'],
] as const;

const holders = {
  all: ['Super Admin', 'Admin', 'Assistant Admin', 'Customer'],
  leaders: ['Super Admin', 'Admin', 'Assistant Admin'],
  admins: ['Super Admin', 'Admin'],
};

for (const role of ['Super Admin', 'Admin', 'Assistant Admin', 'Customer'] as const) {
  test(`the navigation of a ${role} has the pages of the role; the others say that there is no access`, async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account(role));
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const allowed = pages.filter(([, , who]) => holders[who].includes(role));
    for (const [, label] of allowed)
      await expect(navigation.getByRole('link', { name: label, exact: true })).toBeVisible();
    await expect(navigation.getByRole('link')).toHaveCount(allowed.length);
    for (const [path] of pages.filter(([, , who]) => !holders[who].includes(role))) {
      await page.goto(server.url + path);
      if (path === '/AirQuality') {
        await expect(page.getByText('The list of sensors is for admins')).toBeVisible();
        continue;
      }
      await expect(page).toHaveURL(`${server.url}/Unauthorized`);
      await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
    }
  });
}

/** The links that were mailed to an address. */
async function linksTo(server: { api<T>(method: string, route: string): Promise<T> }, address: string) {
  const mails = await server.api<{ address: string; text: string }[]>('GET', 'Mailbox');
  return mails
    .filter((mail) => mail.address === address)
    .flatMap(({ text }) => /\S+\/identity\/account-link#\S+/.exec(text)?.[0] ?? []);
}

async function expectFits(page: Page, state: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${width} px`);
  }
}

test('who is invited chooses a password by the link of the mail, once, and is in the app', async ({
  page,
  browser,
  server,
}) => {
  const email = 'morgan@demo.example';
  const password = 'a kite above the practice field';
  await signIn(page, server, server.account('Admin'), '/Users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('dialog', { name: 'Add New User' });
  await form.getByLabel('First Name').fill('Morgan');
  await form.getByLabel('Last Name').fill('Invited');
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByLabel('User Group').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Add User' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Morgan Invited' });
  await page.getByRole('searchbox').fill(email);
  await expect(row).toContainText('Not signed in yet');

  await expect.poll(async () => (await linksTo(server, email)).length).toBe(1);
  const [link = ''] = await linksTo(server, email);
  const context = await browser.newContext();
  const invited = await context.newPage();
  await invited.goto(link);
  await expectFits(invited, 'invitation');
  await invited.getByLabel('New password', { exact: true }).fill(password);
  await invited.getByLabel('New password again').fill(password);
  await invited.getByRole('button', { name: 'Save the password' }).click();
  await invited.getByRole('link', { name: 'Go to sign-in' }).click();
  await enterAccount(invited, { email, password });
  await expect(invited.getByRole('button', { name: 'User menu of Morgan Invited' })).toBeVisible();
  await invited.goto(link);
  await invited.getByLabel('New password', { exact: true }).fill(`${password} again`);
  await invited.getByLabel('New password again').fill(`${password} again`);
  await invited.getByRole('button', { name: 'Save the password' }).click();
  await expect(invited.getByText('It was used already, or its time is over.')).toBeVisible();
  await context.close();

  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Not signed in yet');
});
