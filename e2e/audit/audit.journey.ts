import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, onBothScreens, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

const said = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
const entry = (page: Page, words: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: words }) });
const verifier = fileURLToPath(new URL('../../scripts/audit-verify.mjs', import.meta.url));

interface Policy {
  readonly id: string;
  readonly displayName: string;
  readonly threshold: number;
  readonly revision: number;
}

test('an Admin changes a policy; another one finds who did, from what to what, and puts it back', async ({
  page,
  browser,
  server,
}) => {
  const [policy] = (await server.api<Policy[]>('GET', 'policy')).filter(
    ({ displayName }) => displayName === 'Wind Speed',
  );
  await signIn(page, server, server.account('Admin'), '/Policies');
  await page.getByRole('button', { name: /Edit Wind Speed/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Policy' });
  await form.getByLabel('Threshold').fill(String(policy!.threshold + 5));
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'Updated');

  const context = await browser.newContext();
  const second = await context.newPage();
  await signIn(second, server, server.account('Super Admin'), '/Policies');
  await second.getByRole('button', { name: /Edit Wind Speed/ }).click();
  await second.getByRole('link', { name: 'History of changes' }).click();
  await expect(second).toHaveURL(`${server.url}/Audit?record=${policy!.id}`);
  const change = entry(second, 'Policy changed: Wind Speed').first();
  await expect(change).toContainText('Demonstration Admin');
  await expect(change).toContainText(`${policy!.threshold} → became ${policy!.threshold + 5}`);
  await expect(second.getByText(/^The chain verifies/)).toBeVisible();
  await change.getByRole('button', { name: /^Put back/ }).click();
  const question = second.getByRole('dialog', { name: /^Put back Wind Speed/ });
  await expect(question).toContainText(`${policy!.threshold + 5} → became ${policy!.threshold}`);
  await expectAccessible(second, 'putting back', '[role="dialog"]');
  await question.getByRole('button', { name: 'Put back' }).click();
  await said(second, 'Put back: Wind Speed');
  await expect(change).toContainText('Demonstration Super Admin');
  const [now] = (await server.api<Policy[]>('GET', 'policy')).filter(({ id }) => id === policy!.id);
  expect(now).toMatchObject({ threshold: policy!.threshold, revision: policy!.revision + 2 });
  await context.close();
});

test('an export verifies; with one byte changed, the entry is named', async ({ page, server }, testInfo) => {
  await signIn(page, server, server.account('Admin'), '/Audit');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Whole chain/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit.jsonl');
  const file = testInfo.outputPath('audit.jsonl');
  await download.saveAs(file);
  const verify = () => promisify(execFile)(process.execPath, [verifier, file]);
  expect((await verify()).stdout).toMatch(/^WHOLE/);
  await expect(entry(page, 'Audit exported').first()).toBeVisible();

  const text = await readFile(file, 'utf8');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes('account.signed-in'));
  lines[at] = lines[at]!.replace('account.signed-in', 'account.signed-on');
  await writeFile(file, lines.join('\n'));
  const refused = await verify().then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(refused?.code).toBe(1);
  expect(`${refused?.stdout}${refused?.stderr}`).toMatch(/entry \d+.*changed/i);
});

onBothScreens(() => {
  test('the audit can be read, filtered and touched', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/Audit');
    await expect(entry(page, 'Signed in').first()).toBeVisible();
    await expectAccessible(page, 'audit');
    await expectNoSidewaysScroll(page);
    const first = page.getByRole('listitem').first();
    await expectEasyToTouch(first.getByRole('button', { name: /^Details/ }));
    await first.getByRole('button', { name: /^Details/ }).click();
    await expect(first).toContainText('Hash');
    await expectNoSidewaysScroll(page);
    await page.getByRole('combobox', { name: 'Subject' }).click();
    await page.getByRole('option', { name: 'Account', exact: true }).click();
    await expect(page).toHaveURL(/subject=account/);
    const headings = page.getByRole('listitem').getByRole('heading');
    await expect(headings.filter({ hasNotText: /Signed|Sign-in|password/i })).toHaveCount(0);
    await expect(headings).not.toHaveCount(0);
    await page.getByLabel('Through').fill('2020-01-01');
    await expect(page.getByText('No entry is like that')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${server.url}/Audit`);
  });
});
