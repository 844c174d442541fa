import { rawReports } from '@allclear/server/test/record/raw-reports.ts';
import { csvRowsOf, downloadBy } from '../files/csv-file.ts';
import { expect, signIn, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import { hottestByStretch, shownDifference } from './hottest-by-stretch.ts';
import { untilPastDay } from './until-past-day.ts';

// Noon of a Friday in Dallas.
const beginsAt = Date.parse('2026-06-12T17:00:00Z');
test.use({
  weather: { speed: 1, story: null, simulated: { beginsAt: '2026-06-12T17:00:00Z', ageMinutes: 0 } },
  // While the server is away, a page that is open says so.
  expectedMessages: /Failed to load resource|ERR_/,
});

const hourMs = 3_600_000;
const name = 'Weekly heat';

test('a recurring report is made and mailed once after a week, over the week just ended', async ({
  page,
  server,
}) => {
  test.slow();
  const admin = server.account('Admin');
  const stations = await server.api<{ id: string; name: string }[]>('GET', 'WeatherStation');
  const station = stations.find((one) => one.name === 'Stadium weather station');
  await untilPastDay(server, station!.id);

  await signIn(page, server, admin, '/Reports');
  await page.getByRole('button', { name: 'Export Historical Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Historical Report' });
  await dialog.getByRole('checkbox', { name: 'Stadium weather station' }).check();
  await dialog.getByRole('radio', { name: '60 min' }).check();
  await dialog.getByRole('group', { name: 'Ambient Temperature' }).getByLabel('Maximum').check();
  await dialog.getByRole('switch', { name: 'Recurring report' }).check();
  await dialog.getByLabel('Made').selectOption('Every week');
  await dialog.getByLabel('Weekday').selectOption('Friday');
  await dialog.getByLabel('File name').fill(name);
  await dialog.getByRole('button', { name: 'Generate' }).click();
  const question = page.getByRole('dialog', { name: 'Generate this report?' });
  await question.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('button', { name: 'Got it!' }).click();
  const recurring = page.getByRole('list', { name: 'Recurring reports' }).getByRole('listitem');
  await expect(recurring).toContainText('Made next Jun 19, 2026, 6:00 AM');
  await expect(page.getByRole('heading', { name: 'You have no reports' })).toBeVisible();

  // To five past six on the next Friday.
  await page.goto('about:blank');
  await server.skipTo((Date.parse('2026-06-19T11:05:00Z') - beginsAt) / 60_000);
  await signIn(page, server, admin, '/Reports');
  const made = page.getByRole('list', { name: 'Reports', exact: true }).getByRole('listitem');
  await expect(made).toContainText('Jun 12, 2026 to Jun 18, 2026', { timeout: 60_000 });
  await expect(made).toContainText('Mailed to 1 recipient', { timeout: 60_000 });
  await expect(made).toHaveCount(1);
  await expect(recurring).toContainText('Made next Jun 26, 2026, 6:00 AM');
  const mails = await server.api<{ address: string; subject: string }[]>('GET', 'Mailbox');
  expect(mails.filter(({ subject }) => subject.includes(name))).toMatchObject([{ address: admin.email }]);

  const { bytes } = await downloadBy(page, made.getByRole('button', { name: /^Download CSV/ }));
  const rows = csvRowsOf(bytes);
  expect(rows).toHaveLength(7 * 24);
  expect(rows[0]?.['Local Time']).toBe('2026-06-12T00:00:00-05:00');
  // What the station said until the server went away; of the days without it there is nothing.
  const before = (await rawReports(server.data, station!.id)).filter(({ at }) => at < beginsAt);
  const hottest = hottestByStretch(before, hourMs);
  for (const { UTC = '', 'Ambient Temperature Maximum (°F)': cell = '' } of rows) {
    const at = Date.parse(UTC);
    if (at + hourMs <= beginsAt)
      expect(shownDifference(cell, hottest.get(at)), UTC).toBeLessThanOrEqual(0.051);
  }
  expect(rows.filter((one) => one['Ambient Temperature Maximum (°F)'] !== '').length).toBeGreaterThanOrEqual(
    12,
  );
  await expectFine(page, 'reports that were made and that recur');
});
