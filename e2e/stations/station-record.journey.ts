import type { Page } from '@playwright/test';
import { csvRowsOf, downloadBy } from '../files/csv-file.ts';
import { pdfText } from '../files/pdf-text.ts';
import { expect, onBothScreens, signIn, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// Noon of a Monday in Dallas: yesterday is Sunday, June 14.
test.use({
  weather: { speed: 1, story: null, simulated: { beginsAt: '2026-06-15T17:00:00Z', ageMinutes: 0 } },
});

const name = 'Practice field station';
const hourMs = 3_600_000;
const days = [
  '2026-06-08',
  '2026-06-09',
  '2026-06-10',
  '2026-06-11',
  '2026-06-12',
  '2026-06-13',
  '2026-06-14',
];
/** The day without a report. */
const silent = '2026-06-12';
/** Local midnight in Dallas, epoch ms. */
const midnight = (day: string) => Date.parse(`${day}T05:00:00Z`);

/** What the station reports at a full hour of a day: nothing stands still, and the sun stays below a clear sky. */
function reportAt(day: string, hour: number) {
  const place = days.indexOf(day);
  const sun = Math.sin(((hour - 6) / 14) * Math.PI);
  return {
    tempf: 62 + place + Math.round(240 * Math.max(0, sun)) / 10 + hour / 10,
    humidity: 70 - Math.round(20 * Math.max(0, sun)) + (hour % 2),
    windspeedmph: 4 + (hour % 5) + place / 10,
    solarradiation: hour > 6 && hour < 20 ? Math.round(780 * sun) : 0,
    // A tenth of an inch at 4 PM of each day.
    dailyrainin: hour >= 16 ? 0.1 : 0,
  };
}

let stationId = '';

test.beforeAll(async ({ server }) => {
  const [place] = await server.api<{ id: string }[]>('GET', 'organizationLocation');
  const station = await server.api<{ id: string; key: string }>('POST', 'WeatherStation', {
    ...{ name, model: 'Journey station', organizationLocationId: place!.id, elevationMeters: 131 },
  });
  stationId = station.id;
  const send = async (at: number | 'now', values: object) => {
    const answer = await fetch(`${server.url}/data/report/${station.key}`, {
      method: 'POST',
      body: new URLSearchParams(
        Object.entries({ ...values, dateutc: at }).map(([key, value]) => [key, String(value)]),
      ),
    });
    expect(await answer.text()).toBe('success\n');
  };
  for (const day of days.filter((one) => one !== silent))
    for (let hour = 0; hour < 24; hour++) await send(midnight(day) + hour * hourMs, reportAt(day, hour));
  await send('now', { tempf: 88.4, humidity: 50, windspeedmph: 6 });
});

async function openStation(page: Page, server: ServerUnderTest, role: 'Admin' | 'Customer'): Promise<void> {
  await signIn(page, server, server.account(role), '/Historical');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Current Conditions' })).toBeVisible();
}

onBothScreens(() => {
  test('a person takes a condition snapshot with a note, which is listed and in the file', async ({
    page,
    server,
  }) => {
    // Another note on each screen; a spreadsheet must not take it for a formula.
    const note = `=Kickoff, "warm" on ${page.viewportSize()?.width} px`;
    await openStation(page, server, 'Admin');
    const card = page.getByRole('region', { name: 'Condition Snapshots' });
    await card.getByRole('button', { name: 'Take Snapshot' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take Snapshot' });
    await dialog.getByLabel('Note').fill(note);
    await expectAccessible(page, 'a snapshot is taken', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Take Snapshot' }).click();
    await expect(dialog).toHaveCount(0);
    const row = card.getByRole('row').filter({ hasText: note });
    await expect(row).toContainText(/Temperature88 °FFeels-like92 °F.*Humidity50 %Wind6 mph/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'the list of snapshots');

    const file = await downloadBy(page, card.getByRole('button', { name: 'Download CSV' }));
    expect(file.name).toBe('condition-snapshots.csv');
    const taken = csvRowsOf(file.bytes).filter(({ Note }) => Note === `'${note}`);
    expect(taken).toMatchObject([
      {
        ...{ Reason: 'Taken by a person', Current: 'yes', 'Temperature (°F)': '88.4' },
        ...{
          'Relative humidity (%)': '50',
          'Wind speed (mph)': '6',
          'PM2.5 AQI': '',
          'WBGT is': 'estimated',
        },
      },
    ]);
    expect(taken[0]?.['Local time']).toMatch(/^2026-06-15T12:\d\d:\d\d-05:00$/);
  });

  test('Export Data has what the station reported by day and by hour, and says which days it cannot have', async ({
    page,
    server,
  }) => {
    await openStation(page, server, 'Customer');
    await expect(page.getByRole('button', { name: 'Export Historical Report' })).toHaveCount(0);
    const open = async () => {
      await page.getByRole('button', { name: 'Export Data' }).click();
      return page.getByRole('dialog', { name: 'Export Data' });
    };
    let dialog = await open();
    await expect(dialog.getByLabel('From')).toHaveValue(days[0]!);
    await expect(dialog.getByLabel('Through')).toHaveValue(days.at(-1)!);
    await expectAccessible(page, 'the export', '[role="dialog"]');
    const daily = await downloadBy(page, dialog.getByRole('button', { name: 'Export' }));
    expect(daily.name).toBe(`${name}.csv`);
    expect(csvRowsOf(daily.bytes).map(dayRowOf)).toEqual(days.map(expectedDay));

    dialog = await open();
    await dialog.getByLabel('Interval').selectOption('Hourly');
    const hourly = await downloadBy(page, dialog.getByRole('button', { name: 'Export' }));
    expect(csvRowsOf(hourly.bytes).map(hourRowOf)).toEqual(days.flatMap(expectedHours));

    dialog = await open();
    await dialog.getByLabel('From').fill('2026-06-15');
    await expect(dialog.getByRole('alert')).toHaveText('The last day cannot be before the first day.');
    await dialog.getByLabel('Interval').selectOption('Hourly');
    await dialog.getByLabel('From').fill('2026-03-14');
    await expect(dialog.getByRole('alert')).toHaveText(
      'Your selected date range exceeds the 92-day limit for the Hourly interval. Please adjust your date range to continue.',
    );
    await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled();
    await expectAccessible(page, 'an export that is too long', '[role="dialog"]');
    const asked = (interval: string, from: string) =>
      server.api(
        'GET',
        `Observations/Historical/Export/${interval}/${stationId}?startDate=${from}&endDate=${days.at(-1)}`,
      );
    await expect(asked('Hourly', '2026-03-14')).rejects.toThrow('the report cannot span more than 92 days');
    await expect(asked('Daily', '2021-06-01')).rejects.toThrow('the report cannot span more than 1825 days');
    await expect(asked('Weekly', days[0]!)).rejects.toThrow(
      'Invalid report interval. You must select Daily or Hourly.',
    );
  });

  test('evapotranspiration names the day that is missing', async ({ page, server }) => {
    await openStation(page, server, 'Customer');
    const card = page.getByRole('region', { name: 'Evapotranspiration', exact: true });
    const totals = card.getByLabel('Totals of the last whole days');
    const total = (title: string) => totals.locator('div').filter({ hasText: title });
    await expect(total('24 hour')).toContainText(/0\.\d{3} in$/);
    await expect(total('3 day')).toHaveText('3 day--Fri, Jun 12 is missing');
    await expect(total('7 day')).toHaveText('7 day--Fri, Jun 12 is missing');
    await card.getByText('Inputs of each day').first().click();
    const table = card.getByRole('table').filter({ hasText: 'Dew point' });
    await expect(table.getByRole('row', { name: /Fri, Jun 12/ })).toContainText('-- Missing: no reports');
    await expect(table.getByRole('row', { name: /Sun, Jun 14/ })).toContainText(/0\.\d{3} in/);
    await expect(card.getByText('Solar radiation: measured.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'evapotranspiration with a missing day');

    await card.getByText('Custom', { exact: true }).click();
    await card.getByLabel('From').fill('2026-05-31');
    await expect(card.getByRole('alert')).toHaveText('Custom Range must be 14 days or less.');
    await card.getByLabel('From').fill(silent);
    await expect(card.getByRole('alert')).toHaveCount(0);
    await card.getByLabel('Through').fill('2026-06-13');
    await expect(card.getByText('Insufficient data. Unable to generate graph.')).toHaveCount(0);
  });
});

test('on paper the page of a station is its content, light and whole', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openStation(page, server, 'Admin');
  const charts = page
    .getByRole('region', { name: 'Temperature', exact: true })
    .locator('svg.recharts-surface');
  await expect(charts).toBeVisible();
  await expect(page.getByRole('region', { name: 'Evapotranspiration', exact: true })).toContainText('3 day');
  const text = await pdfText(await page.pdf({ format: 'Letter' }));
  for (const content of [
    'Simulated weather',
    'As of 6/15/26 12:0',
    name,
    '88 °F',
    'Highest, and lowest dashed',
    'Fri, Jun 12 is missing',
  ])
    expect(text).toContain(content);
  for (const control of [
    'Take Snapshot',
    'Show as table',
    'Export Historical Report',
    '30 Days',
    'Share this',
  ])
    expect(text).not.toContain(control);
  // As wide as Letter between its margins.
  await page.setViewportSize({ width: 725, height: 1_000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(16, 27, 40)');
  const card = (await page.getByRole('region', { name: 'Temperature', exact: true }).boundingBox())!;
  const chart = (await charts.boundingBox())!;
  expect(chart.x + chart.width).toBeLessThanOrEqual(card.x + card.width);
});

/** What the tests compare of a row of the daily file. */
const dayRowOf = (row: Record<string, string>) => ({
  at: row['Local time'],
  least: row['Temperature minimum (°F)'],
  mean: row['Temperature average (°F)'],
  greatest: row['Temperature maximum (°F)'],
  rain: row['Precipitation total (in)'],
  coverage: row['Coverage (0-1)'],
});

function expectedDay(day: string): ReturnType<typeof dayRowOf> {
  const at = `${day}T00:00:00-05:00`;
  if (day === silent) return { at, least: '', mean: '', greatest: '', rain: '', coverage: '0' };
  const reports = Array.from({ length: 24 }, (_, hour) => reportAt(day, hour));
  const temperatures = reports.map(({ tempf }) => tempf);
  const mean = temperatures.reduce((sum, value) => sum + value, 0) / 24;
  return {
    ...{ at, least: shown(Math.min(...temperatures)), mean: shown(mean) },
    // One report in each hour: a quarter of the quarter hours has one.
    ...{ greatest: shown(Math.max(...temperatures)), rain: '0.1', coverage: '0.25' },
  };
}

const hourRowOf = (row: Record<string, string>) => ({
  at: row.UTC,
  mean: row['Temperature average (°F)'],
  humidity: row['Relative humidity average (%)'],
  wind: row['Wind speed maximum (mph)'],
});

function expectedHours(day: string): ReturnType<typeof hourRowOf>[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const at = new Date(midnight(day) + hour * hourMs).toISOString().replace('.000Z', 'Z');
    if (day === silent) return { at, mean: '', humidity: '', wind: '' };
    const { tempf, humidity, windspeedmph } = reportAt(day, hour);
    return { at, mean: shown(tempf), humidity: shown(humidity), wind: shown(windspeedmph) };
  });
}

/** To a tenth, without a zero at the end. */
const shown = (value: number) => String(Math.floor(value * 10 + 0.5) / 10);
