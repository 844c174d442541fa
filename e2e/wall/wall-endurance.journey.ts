import { pageMemory } from '@allclear/server/test/page-memory.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';

// At this speed the limit of three minutes passes in six seconds, and 20 seconds are ten minutes of weather.
test.use({
  serviceWorkers: 'allow',
  weather: { speed: 30, story: null },
  expectedMessages: /net::ERR_|status of 503 .*\/api\/|Unable to preload|dynamically imported module/,
});

const wall = (page: Page) => page.getByRole('list', { name: 'Places' });

test('a display covers itself while the server is away, comes back after its restart, and does not grow in ten minutes of weather', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1280, height: 720 });
  const locations = await server.api<{ id: string }[]>('GET', 'location');
  const { token } = await server.api<{ token: string }>('POST', 'DisplayLink', {
    ...{ name: 'Lobby', days: 7 },
    locationIds: locations.map(({ id }) => id),
  });
  await page.goto(`${server.url}/wall#display=${token}`);
  const tiles = wall(page).getByRole('listitem');
  await expect(tiles).toHaveCount(locations.length);
  await expect(page.getByText(/^observed through \d/)).toBeVisible();

  await server.kill();
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost' })).toBeVisible();
  await expect(wall(page)).not.toContainText(/clear|\d\d:\d\d$/i, { timeout: 20_000 });
  await expect(tiles.getByText('Unknown', { exact: true })).toHaveCount(locations.length);

  await server.startAgain();
  await expect(page.getByText('Connection lost')).toHaveCount(0, { timeout: 60_000 });
  await expect(tiles.getByText('Unknown', { exact: true })).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText(/^observed through \d/)).toBeVisible();

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  // What is loaded once is loaded by then.
  await page.waitForTimeout(10_000);
  const before = await pageMemory(devtools);
  await page.waitForTimeout(20_000);
  const after = await pageMemory(devtools);
  expect(after.heapBytes / before.heapBytes, JSON.stringify({ before, after })).toBeLessThan(1.2);
  expect(after.nodes - before.nodes, JSON.stringify({ before, after })).toBeLessThan(500);
  expect(after.listeners - before.listeners).toBeLessThan(50);
  await expect(page.getByText('Connection lost')).toHaveCount(0);
});
