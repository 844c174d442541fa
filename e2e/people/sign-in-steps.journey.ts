import { totpCode } from '@allclear/server/test/totp-code.ts';
import type { Page } from '@playwright/test';
import { enterAccount, expect, signIn, steadyWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

test.use({ weather: steadyWeather });

/** The second step of the demonstration's Assistant Admin: each journey leaves the account as it was. */
const account = (server: ServerUnderTest) => server.account('Assistant Admin');
const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

/** A code that has not been used: a step later than those before. */
function codes(secret: string) {
  let step = -1;
  return () => {
    step += 1;
    return totpCode(secret, step - 1);
  };
}

async function expectFine(page: Page, state: string): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${size.width} px`);
  }
}

/** Confirms the open dialog with the password. */
async function confirm(page: Page, password: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
}

test.describe('a second step', () => {
  test.use({ expectedMessages: /status of (400|401) / });

  test('an authenticator app, a recovery code, and back to the password alone', async ({ page, server }) => {
    const { email, password } = account(server);
    await signIn(page, server, account(server), '/Profile');
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This browser')).toBeVisible();
    await expectFine(page, 'My Profile');

    await page.getByRole('button', { name: 'Set up app' }).click();
    await confirm(page, 'not the password', 'Continue');
    await expect(page.getByText('The current password is not right.')).toBeVisible();
    await confirm(page, password, 'Continue');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectFine(page, 'the QR code');
    const secret = (
      await dialog
        .getByText(/Enter this key/)
        .locator('span')
        .innerText()
    ).replaceAll(' ', '');
    const nextCode = codes(secret);
    await dialog.getByLabel('Code of the app').fill(nextCode());
    await dialog.getByRole('button', { name: 'Set up app' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    await expectFine(page, 'recovery codes');
    const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts();
    await page.getByRole('button', { name: 'I have kept the codes' }).click();
    expect(page.url()).not.toContain(secret);

    await signOut(page);
    await enterAccount(page, { email, password });
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expectFine(page, 'the second step');
    await expectEasyToTouch(page.getByLabel('Code'), page.getByRole('button', { name: 'Continue' }));
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').first()).toContainText('That code is not right');
    await page.getByLabel('Code').fill(nextCode());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();

    await signOut(page);
    await enterAccount(page, { email, password });
    await page.getByLabel('Code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();

    await page.goto(`${server.url}/Profile`);
    await expect(page.getByText('9 of 10 left')).toBeVisible();
    await page.getByRole('button', { name: 'Remove app' }).click();
    await confirm(page, password, 'Remove app');
    await expect(page.getByRole('button', { name: 'Set up app' })).toBeVisible();
  });

  test('a passkey signs in alone, and after the password', async ({ page, server }) => {
    const { email, password } = account(server);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await signIn(page, server, account(server), '/Profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Front desk');
    await confirm(page, password, 'Continue');
    await page.getByRole('button', { name: 'I have kept the codes' }).click();
    await expect(page.getByText('Front desk')).toBeVisible();

    await signOut(page);
    await expectFine(page, 'sign-in');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();

    await signOut(page);
    await enterAccount(page, { email, password });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();

    await page.goto(`${server.url}/Profile`);
    await page.getByRole('button', { name: 'Remove the passkey Front desk' }).click();
    await confirm(page, password, 'Remove passkey');
    await expect(page.getByText('Front desk')).toHaveCount(0);
  });
});

test('a session is ended from another browser, whose page asks for a sign-in', async ({
  page,
  browser,
  server,
}) => {
  const other = await browser.newContext();
  try {
    const lost = await other.newPage();
    await lost.goto(server.url);
    await enterAccount(lost, account(server));
    await expect(lost.getByRole('button', { name: /User menu of/ })).toBeVisible();
    await signIn(page, server, account(server), '/Profile');
    const sessions = page.getByRole('list', { name: 'Sessions' });
    await expect(sessions.getByRole('button', { name: /End the session/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(lost.getByLabel('Password')).toBeVisible();
  } finally {
    await other.close();
  }
});

test('forgot password and a broken link: pages that say what to do', async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectFine(page, 'forgot password');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectFine(page, 'check your email');
  await page.goto(`${server.url}/identity/account-link`);
  await expect(page.getByRole('alert')).toContainText('not complete');
  await expectFine(page, 'a link without its secret');
  await page.goto(`${server.url}/identity/account-link#${'x'.repeat(43)}`);
  await expectFine(page, 'choose a password');
  expect(page.url()).toBe(`${server.url}/identity/account-link`);
});

test('a forgotten password is replaced by the link of the mail', async ({ page, server }) => {
  // The new password is the old one, so that the other journeys can go on with it.
  const { email, password } = server.account('Customer');
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const links = async () =>
    (await server.api<{ address: string; text: string }[]>('GET', 'Mailbox'))
      .filter(({ address }) => address === email)
      .flatMap(({ text }) => /\S+\/identity\/account-link#\S+/.exec(text)?.[0] ?? []);
  await expect.poll(async () => (await links()).length).toBe(1);
  const [link = ''] = await links();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
  const token = link.split('#')[1] ?? '';
  expect(token).toHaveLength(43);
  expect(addresses.join(' ').replace(link, '')).not.toContain(token);
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await enterAccount(page, { email, password });
  await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();
});
