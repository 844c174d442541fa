import { expect, type OwnLocation, signIn, steadyWeather, test } from './journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';

test.use({ weather: steadyWeather });

test('the conditions of a place with its own station stand to its policies, and its last hours are a chart, a table, and a choice that is remembered', async ({
  page,
  server,
}) => {
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const stadium = locations.find(({ label }) => label === 'Memorial Stadium')!;
  // A simulated station computes its past day after the start.
  const [station] = (await server.api<{ id: string; name: string }[]>('GET', 'WeatherStation')).filter(
    ({ name }) => name.startsWith('Stadium'),
  );
  await expect
    .poll(
      async () =>
        (await server.api<unknown[]>('GET', `Observations/Historical/${station!.id}?hours=12`)).length,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(45);
  await signIn(page, server, server.account('Super Admin'), `/?location=${stadium.id}`);

  const conditions = page.getByRole('region', { name: 'Current Conditions' });
  await expect(conditions).toContainText('Own station · Stadium weather station');
  await expect(conditions).toContainText(/Conditions updated /);
  // The demonstration's policies watch heat and WBGT: the tiles show their state in any weather, but call
  // nothing within policy while something else holds the place.
  const states = conditions.getByText(/^(within policy|near|at|over|warning in effect) ?/);
  await expect(states.or(page.getByText(/^(Heat|Policies) only: /)).first()).toBeVisible();
  await expect(conditions.getByText('Approx.')).toHaveCount(0);
  await expect(conditions.getByRole('link', { name: 'Historical' })).toBeVisible();

  const timeline = page.getByRole('region', { name: 'Conditions Timeline' });
  await expect(timeline.getByRole('application', { name: /WBGT of the last 12 hours/ })).toBeVisible();
  await expect(timeline).toContainText(/Forecast Max \d+\.\d °F at \d+ [AP]M/);
  await timeline.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(timeline.getByRole('status')).toContainText(/\d+:\d\d [AP]MWBGT \d+\.\d °F/);
  await expectAccessible(page, 'a timeline', 'section:has([aria-label="Condition"])');
  await timeline.getByRole('button', { name: 'Show as table' }).click();
  await expect(timeline.getByRole('row').nth(40)).toContainText(/\d+:\d\d [AP]M\d+\.\d/);

  await timeline.getByRole('combobox', { name: 'Condition' }).selectOption('Wind Speed (mph)');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(timeline.getByRole('application', { name: /Wind speed of the last 12 hours/ })).toBeVisible();
  await expectNoSidewaysScroll(page);

  // The history says where it is and leads back.
  await timeline.getByRole('link', { name: 'View All' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Memorial Stadium' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('(America/Chicago)');
  await expect(page.getByRole('figure', { name: 'Wind, last 7 days' })).toBeVisible();
  await expectAccessible(page, 'history');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Memorial Stadium' }).click();
  await expect(page).toHaveURL(`${server.url}/?location=${stadium.id}`);
});
