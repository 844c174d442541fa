import { card, expect, type OwnLocation, signIn, test, untilApiSays, withoutPolicies } from './journey.ts';
import { expectAccessible } from './page-checks.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
const farField = { label: 'Far field', latitude: 30.4, longitude: -84.2 };

test.use({
  weather: {
    speed: 30,
    story: {
      places: [stadium, farField],
      flashes: [{ minute: 1, latitude: stadium.latitude + 0.072, longitude: stadium.longitude }],
      // Longer than the three minutes after which lightning counts as unobserved.
      outages: [{ fromMinute: 6, toMinute: 30 }],
      minutes: 80,
    },
  },
  // The archive has no weather-service alerts, so it is unknown whether there are any.
  expectedMessages: /status of 503 .*\/api\/(location\/Delay|Advisory)\//,
});

test('an outage of the feed: never a word of All Clear, the last known state with its age, and observation resumes', async ({
  page,
  server,
}) => {
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const affected = locations.find(({ label }) => label === 'Stadium')!;
  const far = locations.find(({ label }) => label === 'Far field')!;
  await withoutPolicies(server);
  await signIn(page, server, server.account('Super Admin'), `/?location=${affected.id}`);
  const lightning = card(page, 'Lightning Status');

  await untilApiSays(server, affected.id, 'unobserved');
  await expect(lightning.getByRole('alert')).toHaveText('Lightning status is temporarily unavailable.');
  await expect(lightning).toContainText(/Last known .* ago/);
  await expect(lightning).toContainText('in delay (0-10 mi, 10-20 mi, 20-30 mi)');
  await expect(lightning).toContainText('Last strike 5.0 mi N');
  // The tape is hatched from the end of observation to now.
  const lanes = lightning.getByRole('img', { name: /^\d+-\d+ mi: .*not observed .*; status not known$/ });
  await expect(lanes).toHaveCount(3);
  await expect(lanes.first().locator('.hatched').last()).toBeVisible();
  await expect(lightning.getByRole('link', { name: 'support@demo.example' })).toBeVisible();
  await expect(page.getByText('lightning status unavailable for 2 locations')).toBeVisible();
  const strip = page.getByRole('navigation', { name: 'Other locations' });
  await expect(
    strip.getByRole('button', { name: /Far field.*Lightning status is temporarily unavailable/ }),
  ).toContainText('Unknown');
  await expect(page.getByText('All Clear')).toHaveCount(0);
  await strip.getByRole('button', { name: /Far field/ }).click();
  await expect(lightning.getByRole('alert')).toHaveText('Lightning status is temporarily unavailable.');
  await expect(lightning).toContainText('no zone in delay');
  await expect(page.getByText('All Clear')).toHaveCount(0);
  await expectAccessible(page, 'an outage');
  expect((await server.lightningOf(far.id)).kind).toBe('unobserved');
  await expect(page.getByText('All Clear')).toHaveCount(0);

  // The granules of the outage arrive afterwards, so the quiet at the far field was observed.
  await untilApiSays(server, far.id, 'clear', 90_000);
  await expect(lightning.getByText('All Clear', { exact: true })).toBeVisible();
  await strip.getByRole('button', { name: /Stadium/ }).click();
  const { kind } = await server.lightningOf(affected.id);
  await expect(lightning).toContainText(kind === 'clear' ? 'All Clear' : /\d\d:\d\d/);
});
