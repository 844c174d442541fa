import { card, expect, type OwnLocation, signIn, test, withoutPolicies } from './journey.ts';
import { recordLightningCard } from './lightning-record.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
const farField = { label: 'Far field', latitude: 30.4, longitude: -84.2 };

test.use({
  weather: {
    speed: 30,
    story: {
      places: [stadium, farField],
      // About 5 miles north of the stadium, repeatedly: however long a busy machine needs to sign in, there
      // is a next strike.
      flashes: Array.from({ length: 8 }, (_, i) => ({
        minute: 4 + 16 * i,
        latitude: stadium.latitude + 0.072,
        longitude: stadium.longitude,
      })),
      outages: [],
      minutes: 130,
    },
  },
  // Two minutes of weather are four seconds: a very busy machine can exceed the limit and then says so. The
  // archive has no weather-service alerts, so it is unknown whether there are any.
  expectedMessages: /status of 503 .*\/api\/(location\/Delay|Advisory)\//,
});

/** Calls the API continuously and records when each answer was requested and received. */
function followApi(server: ServerUnderTest, locationId: string) {
  const answers: { askedAt: number; hadAt: number; kind: string }[] = [];
  let going = true;
  const done = (async () => {
    while (going) {
      const askedAt = Date.now();
      const { kind } = await server.lightningOf(locationId);
      answers.push({ askedAt, hadAt: Date.now(), kind });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })().catch(() => {
    // A failed journey closes its server; a journey that continues would miss the answers below.
  });
  return {
    answers,
    async stop() {
      going = false;
      await done;
    },
  };
}

test('a strike turns the card within two seconds, the countdown runs, and All Clear stands only after the API said so', async ({
  page,
  server,
}) => {
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const affected = locations.find(({ label }) => label === 'Stadium')!;
  const far = locations.find(({ label }) => label === 'Far field')!;
  await withoutPolicies(server);
  await server.api('POST', 'location/Update', { id: affected.id, allClearMinutes: 10 });
  await signIn(page, server, server.account('Super Admin'), `/?location=${affected.id}`);
  const lightning = card(page, 'Lightning Status');
  await expect(lightning).toContainText('All Clear', { timeout: 45_000 });
  await expect(page.getByText('You have no locations in a policy warning')).toBeVisible();
  const moments = await recordLightningCard(page);
  const api = followApi(server, affected.id);

  await expect(lightning).toContainText('Delay: stay inside', { timeout: 40_000 });
  await expect(page.getByText('You have 1 location in a policy warning')).toBeVisible();
  // The band says what to do, aloud as well, and the tab names it.
  const band = page.getByRole('region', { name: 'What to do at Stadium' });
  await expect(band).toContainText('Stay inside');
  await expect(band).toContainText('Lightning 5.0 mi N');
  await expect(band).toContainText(/\d\d:\d\dearliest all clear \d+:\d\d [AP]M/);
  await expect(page.getByText('Stadium: Stay inside. Lightning within 10 mi.')).toBeAttached();
  await expect(page).toHaveTitle(/Stay inside: Stadium/);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/icon-stop.svg');
  await expect(lightning).toContainText('Last strike 5.0 mi N');
  const inner = lightning.getByRole('listitem', { name: /^0-10 mi: delay/ });
  const secondsShown = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec(await inner.innerText())!;
    return Number(minutes) * 60 + Number(seconds);
  };
  const first = await secondsShown();
  expect(first).toBeLessThanOrEqual(600);
  await expect.poll(secondsShown).toBeLessThan(first - 30);

  // From another location: a badge in the strip.
  const strip = page.getByRole('navigation', { name: 'Other locations' });
  await strip.getByRole('button', { name: /Far field/ }).click();
  await expect(page).toHaveURL(`${server.url}/?location=${far.id}`);
  await expect(lightning).toContainText('All Clear');
  const badge = strip.getByRole('button', { name: /Stadium.*Lightning Policy Alert/ });
  await expect(badge).toContainText(/\d\d:\d\d/);
  await badge.click();
  await expect(lightning).toContainText('Delay: stay inside');
  await expect(lightning).not.toContainText('All Clear');

  await expect(lightning.getByText('All Clear', { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(lightning).toContainText('0-10 mi, 10-20 mi, 20-30 mi');
  await expect(band).toContainText(/^Clear since \d+:\d\d [AP]M/);
  await expect(page).toHaveTitle(/Clear: Stadium/);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/icon.svg');
  await expect(page.getByText('You have no locations in a policy warning')).toBeVisible();
  await api.stop();

  const shown = await moments();
  const firstDelay = api.answers.findIndex(({ kind }) => kind === 'delay');
  const lastDelay = api.answers.findIndex(({ kind }, i) => i > firstDelay && kind === 'clear') - 1;
  expect(firstDelay, 'the API said delay').toBeGreaterThanOrEqual(0);
  expect(lastDelay, 'the API said clear again').toBeGreaterThanOrEqual(firstDelay);
  const delayShownAt = shown.find(({ says }) => says === 'delay')!.at;
  expect(delayShownAt - api.answers[firstDelay]!.hadAt, 'ms from the API to the card').toBeLessThan(2_000);
  // The far field's card was shown in between, so only the last All Clear counts.
  const clearShownAt = shown.findLast(({ says }) => says === 'all-clear')!.at;
  expect(clearShownAt, 'All Clear stands after the last answer that said delay').toBeGreaterThan(
    api.answers[lastDelay]!.askedAt,
  );
});
