import type { Page } from '@playwright/test';
import { expect, type OwnLocation, signIn, test, untilApiSays, withoutPolicies } from './journey.ts';
import { expectAccessible } from './page-checks.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };

test.use({
  weather: {
    speed: 30,
    story: {
      places: [stadium],
      // Repeatedly, five miles away: in any half hour a delay of ten minutes begins.
      flashes: Array.from({ length: 8 }, (_, i) => ({
        minute: 4 + 16 * i,
        latitude: stadium.latitude + 0.072,
        longitude: stadium.longitude,
      })),
      outages: [],
      minutes: 130,
    },
  },
  // The archive has no radar, storm cells or alerts; a busy machine can exceed the limit and then says so.
  expectedMessages: /status of (404|503) .*\/api\/(map|location\/Delay|Advisory)\//,
});

const zone = (page: Page) => page.getByRole('article', { name: 'Stadium' }).getByRole('listitem').first();

/** Steps until the innermost zone of the stadium has this state. */
async function stepUntil(page: Page, key: 'ArrowLeft' | 'ArrowRight', words: RegExp): Promise<void> {
  for (let step = 0; step < 120 && !words.test(await zone(page).innerText()); step++)
    await page.keyboard.press(key);
  await expect(zone(page)).toHaveText(words);
}

test('a storm is replayed with the zones as they were, and leaving brings the present back', async ({
  page,
  server,
}) => {
  await withoutPolicies(server);
  const [{ id } = { id: '' }] = await server.api<OwnLocation[]>('GET', 'location');
  await server.api('POST', 'location/Update', { id, allClearMinutes: 10 });
  // On a busy machine the first strikes may arrive together with the hour before them: what counts is a delay
  // that follows a clear period.
  await untilApiSays(server, id, 'clear');
  await untilApiSays(server, id, 'delay');
  await signIn(page, server, server.account('Super Admin'), `/live-radar?location=${id}`);
  const radarBar = page.getByRole('region', { name: 'Radar bar' });
  await expect(radarBar).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Replay the last 30 minutes' }).click();
  const slider = page.getByRole('slider', { name: 'Time of the replay' });
  await expect(slider).toBeEnabled();
  await expect(page.getByText('Replay — not now')).toBeVisible();
  await expect(radarBar).toBeHidden();
  await expect(page.getByText('There is no radar to show here.')).toBeVisible();
  // The button appears with the answer; the replay may be playing already, and moving the slider pauses it.
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Play the replay' })).toBeVisible();

  // Back past the start of a delay to when the zone was clear, and forward again to the strike.
  await stepUntil(page, 'ArrowLeft', /0-10 mi\s*Was in delay/);
  await stepUntil(page, 'ArrowLeft', /0-10 mi\s*Was clear/);
  await expectAccessible(page, 'a storm replay');
  await stepUntil(page, 'ArrowRight', /0-10 mi\s*Was in delay since \d/);
  await expect(page.getByText(/^All Clear/)).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(page.getByText('Replay — not now')).toHaveCount(0);
  await expect(radarBar).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replay the last 30 minutes' })).toBeFocused();
});
