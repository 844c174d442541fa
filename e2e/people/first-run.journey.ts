import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStandInSmtp, readMail, type StandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { freePort, runServer, type ServerProcess } from '@allclear/server/test/run-server.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import { watchPage } from '../watch-page.ts';

/** A new installation, which nobody has set up, and a mail server that first refuses its mail. */
let folder: string;
let server: ServerProcess;
let smtp: StandInSmtp;
let refusesMail = true;
const failure: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-first-run-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
  smtp = await openStandInSmtp({
    onRcptTo: (_address, _session, done) =>
      done(refusesMail ? Object.assign(new Error('Relaying denied'), { responseCode: 554 }) : null),
  });
  server = await runServer({
    data: path.join(folder, 'data'),
    port: await freePort(),
    args: ['--weather', 'simulated', '--seed', 'none'],
    env: {
      LOG_LEVEL: 'debug',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ALLCLEAR_MAIL_FROM: 'Allclear <alerts@allclear.example>',
    },
  });
});
test.afterAll(async () => {
  await server?.stop();
  await smtp?.close();
  await rm(folder, { recursive: true, force: true });
});

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };
const password = 'three umbrellas beside a harbor';
const codeFile = () => path.join(folder, 'data', 'setup-code');
/** Answers that the journey provokes. */
const refusals = /status of (400|409) .*\/api\/Setup/;

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desk })).newPage();
  watchPage(page, server.url, refusals, failure);
  await page.goto(server.url + address);
  return page;
}

async function expectFine(page: Page, state: string): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${size.width} px`);
  }
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A field by its whole label, which may be marked as required. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

/** Types the code as somebody who reads it to a colleague would. */
async function enterCode(page: Page): Promise<void> {
  const code = (await readFile(codeFile(), 'utf8')).trim();
  await page.getByLabel('Setup code').fill(` ${code.toLowerCase().replaceAll('-', ' ')}`);
  await press(page, 'Continue');
  await expect(title(page, 'Your organization')).toBeFocused();
}

async function fillOrganization(page: Page, name: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await page.getByLabel('Support email').fill('help@bay.example');
  await press(page, 'Continue');
  await expect(title(page, 'First Super Admin')).toBeFocused();
}

async function fillAdmin(page: Page, email: string, chosen: string): Promise<void> {
  await page.getByLabel('First name').fill('Sam');
  await page.getByLabel('Last name').fill('Rivera');
  await page.getByLabel('Email').fill(email);
  await field(page, 'Password').fill(chosen);
  await page.getByLabel('Password again').fill(chosen);
  await press(page, 'Set up');
}

test('first run to dashboard: code, organization, Super Admin, mail, first location', async ({ browser }) => {
  test.slow();
  const code = (await readFile(codeFile(), 'utf8')).trim();
  const page = await openPage(browser, '/Policies?from=bookmark');
  await expect(title(page, 'Set up Allclear')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/setup`);
  await expectEasyToTouch(page.getByRole('button', { name: 'Continue' }));

  await test.step('a wrong code is refused at its field', async () => {
    await page.getByLabel('Setup code').fill('7K3QX-0M9TD-7K3QX-0M9TD');
    await page.getByLabel('Setup code').press('Enter');
    const summary = page.getByRole('group', { name: 'The code was not accepted' });
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: 'This is not the setup code' }).click();
    await expect(page.getByLabel('Setup code')).toBeFocused();
    await expectFine(page, 'a wrong code');
  });
  await enterCode(page);

  await test.step('the organization is checked; the time zone is that of the browser', async () => {
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Central (America/Chicago)');
    await press(page, 'Continue');
    await expect(page.getByRole('group', { name: 'Please check the form' })).toBeFocused();
    await expect(page.getByText('Support email is required')).not.toHaveCount(0);
    await expectFine(page, 'the organization with errors');
  });
  await fillOrganization(page, 'Bay District');

  await test.step('what was typed stays on the way back, and over a reload', async () => {
    await page.getByLabel('First name').fill('Sam');
    await press(page, 'Back');
    await expect(field(page, 'Name')).toHaveValue('Bay District');
    await page.goBack();
    await expect(page.getByLabel('First name')).toHaveValue('Sam');
    await page.reload();
    await expect(page.getByLabel('Setup code')).toHaveValue('');
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(code.slice(0, 5));
    await enterCode(page);
    await expect(field(page, 'Name')).toHaveValue('Bay District');
    await press(page, 'Continue');
    await expect(page.getByLabel('First name')).toHaveValue('Sam');
  });

  const late = await openPage(browser, '/setup');
  await enterCode(late);
  await fillOrganization(late, 'Other District');

  await test.step('an easy password is refused, a good one sets up', async () => {
    await fillAdmin(page, 'sam@bay.example', 'password1234');
    await expect(page.getByText(/too easy to guess/).first()).toBeVisible();
    await expectFine(page, 'a refused password');
    await fillAdmin(page, 'sam@bay.example', password);
    await expect(title(page, 'Your organization is set up')).toBeVisible();
    await expectFine(page, 'set up');
  });

  await test.step('whoever is later is told', async () => {
    await fillAdmin(late, 'late@other.example', password);
    await expect(title(late, 'This installation is set up')).toBeVisible();
    await expectFine(late, 'set up already');
    await late.close();
  });

  await test.step('the Super Admin signs in', async () => {
    await press(page, 'Sign in');
    await expect(page.getByLabel('Email')).toHaveValue('sam@bay.example');
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
    await expect(title(page, 'Test the mail')).toBeVisible();
  });

  await test.step('the mail server refuses, then takes the mail', async () => {
    await press(page, 'Send a test mail');
    await expect(page.getByRole('alert')).toContainText('Relaying denied');
    await expectFine(page, 'a mail that was refused');
    refusesMail = false;
    await press(page, 'Send another');
    await expect(page.getByText('The mail server took the mail')).toBeVisible();
    await expectFine(page, 'a mail that was sent');
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]!.to).toEqual(['sam@bay.example']);
    expect(readMail(smtp.mails[0]!.raw).headers.get('subject')).toBe('Test mail of Allclear');
    await press(page, 'Continue');
  });

  await test.step('the first location opens the dashboard', async () => {
    await expect(title(page, 'Your first location')).toBeVisible();
    await press(page, 'Save');
    await expect(page.getByRole('group', { name: 'Please check the form' })).toBeFocused();
    await expectFine(page, 'the location with errors');
    await field(page, 'Name').fill('Memorial Stadium');
    await page.getByLabel('Latitude').fill('28.1');
    await page.getByLabel('Longitude').fill('-82.4');
    await press(page, 'Save');
    await expect(page.getByRole('region', { name: 'Lightning Status' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Memorial Stadium' })).toBeVisible();
    await page.goto(`${server.url}/OrganizationLocations`);
    await expect(page.getByText('Memorial Stadium').first()).toBeVisible();
  });

  expect(await access(codeFile()).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ENOENT');
  expect(server.output()).toContain('setup-code');
  expect(server.output()).not.toContain(code);
  expect(server.output()).not.toContain(password);
  expect(failure, 'what the browser complained about').toEqual([]);
});
