import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { enterAccount, expect, onBothScreens, signIn, steadyWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import { tokenOfNewOperator } from '../people/operator-account.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

const name = 'Stadium weather station';
const noAccess = 'You do not have access to view this page.';
const day = 24 * 3_600_000;

// A server that has just started needs a few seconds for the first forecast of a place. A page that may not be opened
// is not found.
test.use({
  weather: steadyWeather,
  expectedMessages: /status of (503 .*\/api\/forecast\/|404 .*WeatherStation)/,
});

/** `npm run create-admin` beside the server; gives the password that it shows. */
async function addAccount({ data }: ServerUnderTest, args: readonly string[]): Promise<string> {
  const command = fileURLToPath(new URL('../../server/src/create-admin.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--data', data, ...args]);
  return /password (\S+?)\.?\s/.exec(stdout)?.[1] ?? '';
}

async function stationOf(server: ServerUnderTest): Promise<{ id: string; shared: boolean }> {
  const stations = await server.api<{ id: string; name: string; shared: boolean }[]>('GET', 'WeatherStation');
  return stations.find((one) => one.name === name)!;
}

async function openStranger(browser: Browser, server: ServerUnderTest): Promise<Page> {
  const email = 'mia@lake.example';
  const password = await addAccount(server, ['--organization', 'Lake Schools', '--email', email]);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, server, { role: 'Super Admin', email, password });
  return page;
}

/** Puts the demonstration's organization on trial, as an operator does. */
async function putOnTrial(browser: Browser, server: ServerUnderTest): Promise<void> {
  const token = await tokenOfNewOperator(browser, server, 'operator@trial.example');
  const { id } = await server.api<{ id: string }>('GET', 'Customer');
  await server.api('PATCH', 'operator/Organizations', { id, status: 'TRIAL' }, token);
}

onBothScreens(() => {
  test('the owner reads a station: now, its image, its history and a range of own days', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'), '/Historical');
    await expect(page.getByRole('heading', { level: 1, name: 'Weather Stations' })).toBeVisible();
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await expectFine(page, 'the list of stations');
    await link.click();

    await expect(page.getByText(/^Last updated (just now|.* ago)$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Current Conditions' })).toContainText('°F');
    const image = page.getByRole('img', { name: new RegExp(`^What the camera of ${name} saw `) });
    await expect(image).toBeVisible();
    const history = page.getByRole('region', { name: 'Historical Data' });
    await expect(history.getByRole('region', { name: 'Temperature' })).toBeVisible();
    await expect(history.getByText(/^Times in /)).toBeVisible();
    await expectFine(page, 'the page of a station');

    // With the keyboard: the ranges are one group of choices.
    await history.getByRole('radio', { name: '7 Days' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(history.getByText(/last 30 days/).first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    const start = history.getByLabel('Start date');
    const end = history.getByLabel('End date');
    await expect(page).toHaveURL(/range=custom/);
    const last = Date.parse(await end.inputValue());
    expect(last - Date.parse(await start.inputValue())).toBe(6 * day);
    const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    await start.fill(dateOf(last - 90 * day));
    await expect(history.getByRole('alert')).toHaveText(
      'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
    );
    await expectFine(page, 'a range that is too long');
    await start.fill(dateOf(last));
    await expect(history.getByRole('alert')).toHaveText('The end must be after the start.');
    await end.fill(dateOf(last + 30 * day));
    await expect(history.getByRole('alert')).toHaveText('The end must be in the past.');
    const asked = page.waitForRequest(/Observations\/Historical\/Custom\//);
    await end.fill(dateOf(last));
    await start.fill(dateOf(last - 89 * day));
    expect(new URL((await asked).url()).searchParams.get('startDate')).toBe(dateOf(last - 89 * day));
    await expect(history.getByRole('alert')).toHaveCount(0);

    // What the address names as an image is compared and never loaded.
    const { id } = await stationOf(server);
    await page.goto(`${server.url}/Historical/${id}/${encodeURIComponent('https://evil.example/x.png')}`);
    await expect(page.getByText('The image in this address is not of this station.')).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    await page
      .getByRole('link', { name: 'Weather Stations' })
      .or(page.locator('main a').first())
      .first()
      .click();
    await expect(page).not.toHaveURL(/Historical\/./);
  });
});

test('a stranger and nobody see nothing until the station is shared, and everybody while its organization is on trial', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const { id } = await stationOf(server);
  const path = `${server.url}/Historical/${id}`;
  const stranger = await openStranger(browser, server);
  const nobody = await (await browser.newContext()).newPage();
  const title = (of: Page) => of.getByRole('heading', { level: 1 });

  await stranger.goto(path);
  await expect(title(stranger)).toHaveText(noAccess);
  await expectFine(stranger, 'a station of others');
  await nobody.goto(path);
  await expect(title(nobody)).toHaveText(noAccess);
  await expect(nobody.getByText('Powered by')).toBeVisible();
  await expectFine(nobody, 'a station without a sign-in');
  await nobody.goto(`${server.url}/Historical/00000000-0000-4000-8000-000000000000`);
  await expect(title(nobody)).toHaveText(noAccess);

  await putOnTrial(browser, server);
  await signIn(page, server, server.account('Admin'));
  await page.goto(path);
  const share = page.getByRole('switch', { name: /^Share this station/ });
  await expect(share).not.toBeChecked();
  await share.click({ force: true });
  await expect(page.getByText('Weather station shared', { exact: true })).toBeVisible();
  await expect(share).toBeChecked();

  for (const reader of [stranger, nobody]) {
    await reader.goto(path);
    await expect(reader.getByRole('region', { name: 'Current Conditions' })).toContainText('°F');
    await expect(reader.getByRole('img', { name: /^What the camera of/ })).toBeVisible();
    await expect(reader.getByRole('region', { name: 'Temperature' })).toBeVisible();
    await expect(reader.getByRole('switch')).toHaveCount(0);
  }
  await expect(nobody.getByText('Powered by')).toBeVisible();
  await expect(nobody.getByRole('main').getByRole('link')).toHaveCount(0);
  await expectFine(nobody, 'the page of a station without a sign-in');

  // The sign-in returns to the page, which then has the shell.
  await nobody.getByRole('button', { name: 'Sign in' }).click();
  await enterAccount(nobody, server.account('Customer'));
  await expect(nobody.getByRole('button', { name: /User menu of/ })).toBeVisible();
  await expect(nobody).toHaveURL(path);
  await nobody.reload();
  await expect(nobody.getByRole('button', { name: /User menu of/ })).toBeVisible();
  await expect(nobody.getByRole('region', { name: 'Current Conditions' })).toContainText('°F');
});
