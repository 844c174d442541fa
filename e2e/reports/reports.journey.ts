import { rawReports } from '@allclear/server/test/record/raw-reports.ts';
import type { Page } from '@playwright/test';
import { csvRowsOf, downloadBy } from '../files/csv-file.ts';
import { pdfText } from '../files/pdf-text.ts';
import { expect, onBothScreens, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';
import { hottestByStretch, shownDifference } from './hottest-by-stretch.ts';
import { untilPastDay } from './until-past-day.ts';

test.use({ weather: slowWeather });

const zone = 'America/Chicago';
const dayMs = 86_400_000;
const quarterMs = 900_000;
/** The local day at a place of the demonstration, 'YYYY-MM-DD'. */
const dayAt = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms);

async function nowOf(server: ServerUnderTest): Promise<number> {
  return Date.parse((await server.api<{ now: string }>('GET', 'status')).now);
}

/** The dialog, opened on My reports, with the stadium's station and one observation chosen. */
async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Export Historical Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Historical Report' });
  await dialog.getByRole('checkbox', { name: 'Stadium weather station' }).check();
  await dialog.getByRole('group', { name: 'Ambient Temperature' }).getByLabel('Maximum').check();
  return dialog;
}

async function generate(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Export Historical Report' })
    .getByRole('button', { name: 'Generate' })
    .click();
  await page
    .getByRole('dialog', { name: 'Generate this report?' })
    .getByRole('button', { name: 'Generate' })
    .click();
}

test('a report is generated, mailed and downloaded, and its files say what the database has', async ({
  page,
  server,
}) => {
  const admin = server.account('Admin');
  const [station] = (await server.api<{ id: string; name: string }[]>('GET', 'WeatherStation')).filter(
    ({ name }) => name.startsWith('Stadium'),
  );
  await untilPastDay(server, station!.id);
  const now = await nowOf(server);
  const [first, last] = [dayAt(now - dayMs), dayAt(now)];

  await signIn(page, server, admin, '/Reports');
  await expect(page.getByRole('heading', { level: 1, name: 'My reports' })).toBeVisible();
  const dialog = await openDialog(page);
  await dialog.getByLabel('Start date').fill(first);
  await dialog.getByLabel('End date').fill(last);
  await dialog.getByRole('radio', { name: '15 min' }).check();
  await dialog.getByRole('checkbox', { name: 'PDF' }).check();
  const [, startMonth, startDay] = first.split('-');
  const name = await dialog.getByLabel('File name').inputValue();
  expect(name).toContain(`Memorial Stadium_WeatherData_${startMonth}-${startDay}`);
  await generate(page);
  const done = page.getByRole('dialog', { name: 'Your report is on its way' });
  await done.getByRole('button', { name: 'Got it!' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const row = page
    .getByRole('list', { name: 'Reports', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
  await expect(row).toContainText('Done', { timeout: 60_000 });
  await expect(row).toContainText('Kept until');
  await expect
    .poll(
      async () =>
        (await server.api<{ address: string; subject: string }[]>('GET', 'Mailbox')).filter(
          ({ address, subject }) => address === admin.email && subject.includes(name),
        ).length,
      { timeout: 30_000 },
    )
    .toBe(1);
  await expectAccessible(page, 'my reports');

  const csv = await downloadBy(page, row.getByRole('button', { name: /^Download CSV/ }));
  expect(csv.name).toBe(`${name}.csv`);
  const rows = csvRowsOf(csv.bytes);
  const column = 'Ambient Temperature Maximum (°F)';
  // A quarter of an hour that had not ended has had further reports since.
  const made = rows.filter(({ UTC = '' }) => Date.parse(UTC) + quarterMs <= now);
  const hottest = hottestByStretch(await rawReports(server.data, station!.id), quarterMs);
  expect(made.filter((one) => one[column] !== '').length).toBeGreaterThan(45);
  for (const { UTC = '', [column]: cell = '' } of made)
    expect(shownDifference(cell, hottest.get(Date.parse(UTC))), UTC).toBeLessThanOrEqual(0.051);

  const pdf = await downloadBy(page, row.getByRole('button', { name: /^Download PDF/ }));
  expect(pdf.name).toBe(`${name}.pdf`);
  const text = await pdfText(pdf.bytes);
  const { name: organization } = await server.api<{ name: string }>('GET', 'Customer');
  expect(text).toContain(`${name} ${organization} · ${first} to ${last}`);
  for (const one of rows) expect(text).toContain(Object.values(one).join(' ').trim());
  expect(text).toContain(`Page ${Math.ceil(rows.length / 42)}`);

  await row.getByRole('button', { name: `Delete: ${name}` }).click();
  await page
    .getByRole('dialog', { name: `Delete ${name}` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row).toHaveCount(0);
});

test('a report of every week is set up, paused, resumed and ended', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'), '/Reports');
  const dialog = await openDialog(page);
  await dialog.getByRole('switch', { name: 'Recurring report' }).check();
  await dialog.getByLabel('Made').selectOption('Every week');
  await dialog.getByLabel('Weekday').selectOption('Friday');
  await dialog.getByLabel('File name').fill('Weekly heat');
  await expect(dialog).toContainText('each report covers the period just ended, a week');
  await expectAccessible(page, 'a recurring report', '[role="dialog"]');
  await generate(page);
  const done = page.getByRole('dialog', { name: 'Your recurring report is set up' });
  await done.getByRole('button', { name: 'Got it!' }).click();

  const row = page.getByRole('list', { name: 'Recurring reports' }).getByRole('listitem');
  await expect(row).toContainText('Every Friday');
  await expect(row).toContainText('Made next');
  await row.getByRole('button', { name: 'Pause: Weekly heat' }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume: Weekly heat' }).click();
  await expect(row).toContainText('Made next');
  await row.getByRole('button', { name: 'Delete: Weekly heat' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Weekly heat' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row).toHaveCount(0);
});

onBothScreens(() => {
  test('the dialog fits, both views are accessible, and what was chosen is not lost without a question', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'), '/Reports');
    const dialog = await openDialog(page);
    await expectAccessible(page, 'weather conditions', '[role="dialog"]');
    await expectNoSidewaysScroll(page);
    const generateButton = dialog.getByRole('button', { name: 'Generate' });
    await expect(generateButton).toBeDisabled();
    await expect(dialog).toContainText('Still needed: a start date, an end date.');
    await dialog.getByText('Policy Delays').click();
    await expect(dialog.getByLabel('File name')).toHaveValue('PolicyDelays');
    await expectAccessible(page, 'policy delays', '[role="dialog"]');
    await expectNoSidewaysScroll(page);

    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard Changes?' });
    await question.getByRole('button', { name: 'Keep Editing' }).click();
    await dialog.getByText('Weather Conditions').click();
    await expect(
      dialog.getByRole('group', { name: 'Ambient Temperature' }).getByLabel('Maximum'),
    ).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectEasyToTouch(page.getByRole('button', { name: 'Export Historical Report' }));
  });
});
