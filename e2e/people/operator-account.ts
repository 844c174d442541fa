import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { totpCode } from '@allclear/server/test/totp-code.ts';
import type { Browser, Page } from '@playwright/test';
import { enterAccount, expect, tokenOf } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

const command = fileURLToPath(new URL('../../server/src/create-admin.ts', import.meta.url));
export const operatorEmail = 'operator@rules.example';

/** Runs `npm run create-admin -- --operator` beside the server; gives the password that it shows. */
async function addOperator({ data }: ServerUnderTest, email: string): Promise<string> {
  const args = [command, '--data', data, '--operator', '--email', email];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return /password (\S+)\. /.exec(stdout)?.[1] ?? '';
}

/** Adds an operator to the server and signs in as one, with a second step: the list of organizations is open. */
export async function signInNewOperator(
  page: Page,
  server: ServerUnderTest,
  email = operatorEmail,
): Promise<void> {
  const password = await addOperator(server, email);
  await page.goto(`${server.url}/`);
  await enterAccount(page, { email, password });
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  const secret = (await page.locator('.key').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code of the app').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
}

/** The access token of an operator who was added for it; other journeys on the server have had other addresses. */
export async function tokenOfNewOperator(
  browser: Browser,
  server: ServerUnderTest,
  email: string,
): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInNewOperator(page, server, email);
  const sent = tokenOf(page);
  await page.reload();
  const token = await sent;
  await context.close();
  return token;
}
