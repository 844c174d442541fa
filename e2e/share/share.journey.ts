import { readFile } from 'node:fs/promises';
import { expect, type OwnLocation, onPhone, signIn, test } from '../journey.ts';
import { expectAccessible } from '../page-checks.ts';

test.use({ weather: { speed: 20, story: null, env: { ALLCLEAR_SCENARIO: 'quiet' } } });

/** Width and height of a PNG. */
async function pngSize(path: string): Promise<[number, number]> {
  const bytes = await readFile(path);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** The number of pages of a PDF as Chromium writes it. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

test('the state of a place as a text and a picture with its age and its mark, and on one page of paper', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const [first] = await server.api<OwnLocation[]>('GET', 'location');
  await signIn(page, server, server.account('Customer'));
  const label = await page.getByRole('heading', { level: 1 }).textContent();
  const band = page.getByRole('region', { name: /^What to do at / });
  await expect(band).toContainText('Clear', { timeout: 60_000 });
  const share = page.getByRole('button', { name: 'Share', exact: true });

  await share.press('Enter');
  // The menu takes the focus when it is open.
  await expect(page.locator('[role="menu"]:is(:focus, :focus-within)')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Copy text' }).press('Enter');
  await expect(page.getByText('Text copied')).toBeVisible();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines[0]).toBe('SIMULATED WEATHER: not for safety decisions');
  expect(lines[1]).toMatch(new RegExp(`^${label}: Clear`));
  expect(lines.at(-2)).toMatch(/^As of .+ [AP]M \w+, lightning observed through \d+:\d\d:\d\d [AP]M/);
  const link = /^This text does not change\. The present state: (.+)$/.exec(lines.at(-1)!)![1]!;
  expect(link).toMatch(/\/\?location=[-0-9a-f]{36}$/);
  expect(link).not.toContain(first!.id);

  await share.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save picture' }).click();
  expect(await pngSize(await (await download).path())).toEqual([1200, 630]);

  await share.click();
  await page.getByRole('menuitem', { name: 'Print day sheet' }).click();
  const sheet = page.getByRole('article', { name: `Day sheet of ${label}` });
  await expect(sheet.getByRole('row', { name: /^Temperature/ })).toBeVisible({ timeout: 30_000 });
  await expect(sheet).toContainText('SIMULATED WEATHER');
  await expect(sheet.getByRole('row', { name: /^Lightning .*Within 10 mi/ }).first()).toBeVisible();
  await expectAccessible(page, 'the day sheet');
  for (const format of ['Letter', 'A4']) expect(pagesOf(await page.pdf({ format })), format).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  // Nothing is cut off at the end of the page.
  const cut = await sheet.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(cut).toBeLessThanOrEqual(1);
});

test('a link to a place that is not yours shows no sheet', async ({ page, server }) => {
  const [others] = await server.api<OwnLocation[]>('GET', 'location');
  await signIn(page, server, server.account('Customer'), `/sheet?location=${others!.id}`);
  await expect(page.getByRole('alert').getByText('You have no such location.')).toBeVisible();
});

onPhone(() => {
  test('on a phone the sheet scrolls only where its hours do', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/sheet');
    const hours = page.getByRole('region', { name: 'Forecast by the hour' });
    await expect(hours).toBeVisible({ timeout: 30_000 });
    expect(await hours.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, 'the day sheet on a phone');
  });
});
