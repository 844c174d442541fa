import { coloredTile } from '@allclear/adapters/base-maps/stand-in-maps.ts';
import { readPng } from '@allclear/adapters/raster/read-png.ts';
import { openStandIn, type StandIn } from '@allclear/adapters/stand-in-server.ts';
import type { Page } from '@playwright/test';
import { test as base, expect, signIn } from './journey.ts';

const key = 'k3y-of-the-maps';
/** A color that the product's own maps do not use. */
const color = { hex: '#7a3b12', red: 0x7a, green: 0x3b, blue: 0x12 };

interface Provider extends StandIn {
  fails: boolean;
}

/** A server with a satellite map from a stand-in provider with tiles of one color. */
const test = base.extend<object, { provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const tile = coloredTile(color.hex);
      const standIn = await openStandIn((_request, response) =>
        provider.fails ? response.writeHead(500).end() : response.end(tile),
      );
      const provider: Provider = Object.assign(standIn, { fails: false });
      await use(provider);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  weather: [
    async ({ provider }, use) => {
      const env = {
        ALLCLEAR_SATELLITE_MAP: `${provider.url}/{z}/{x}/{y}.png?key=${key}`,
        ALLCLEAR_SATELLITE_MAP_CREDIT: '© Imagery of ours',
      };
      await use({ speed: 20, story: null, env });
    },
    { scope: 'worker' },
  ],
});
// A layer without a list yet, and a tile that is not available, are answered with 503.
test.use({ expectedMessages: /status of (404|503) .*\/api\/map\// });

/** The share of the middle of the map that has the color of the provider's tiles, 0 to 1. */
async function shareOfColor(page: Page): Promise<number> {
  const box = (await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!;
  const clip = {
    x: Math.round(box.x + box.width / 2 - 150),
    y: Math.round(box.y + box.height / 2 - 100),
    width: 300,
    height: 200,
  };
  const { pixels } = readPng(await page.screenshot({ clip }), 'the page');
  const near = (a: number, b: number) => Math.abs(a - b) <= 3;
  const alike = pixels.filter(
    (pixel) =>
      near(pixel >>> 24, color.red) &&
      near((pixel >>> 16) & 255, color.green) &&
      near((pixel >>> 8) & 255, color.blue),
  );
  return alike.length / pixels.length;
}

test('the satellite map comes through the server, and gives way in words when its provider fails', async ({
  page,
  server,
  provider,
}) => {
  const asked: { url: string; token: string | undefined }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), token: request.headers().authorization }));
  await signIn(page, server, server.account('Admin'), '/live-radar?layers=surface-analysis');
  await page.getByRole('button', { name: 'Base map' }).click();
  await expect(page.getByRole('radio', { name: 'Street' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Satellite' }).check();
  await page.getByRole('button', { name: 'Base map' }).click();
  await expect.poll(() => shareOfColor(page), { message: 'the map shows the pictures' }).toBeGreaterThan(0.6);
  await expect(page.getByText('© Imagery of ours')).toBeVisible();

  // The page requests tiles from the server, with the token in no address; the server requests them from the
  // provider, with the provider's key and without the token.
  const tiles = asked.filter(({ url }) => url.includes('/api/map/base/satellite/tiles/'));
  expect(tiles.length).toBeGreaterThan(3);
  expect(tiles.every(({ token }) => token?.startsWith('Bearer '))).toBe(true);
  const token = tiles[0]!.token!.slice('Bearer '.length);
  for (const { url } of asked) {
    expect(url).not.toContain(token);
    expect(url).not.toContain(key);
  }
  expect(provider.requests.length).toBeGreaterThan(0);
  expect(
    provider.requests.every(
      ({ url, headers }) => url!.endsWith(`?key=${key}`) && headers.authorization === undefined,
    ),
  ).toBe(true);

  // When the provider fails, the plain map replaces it and the page says so; places that were not viewed
  // before are not in any cache.
  provider.fails = true;
  for (let level = 0; level < 3; level++) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(400);
  }
  await expect(page.getByRole('status', { name: 'What the map does not show' })).toContainText(
    'The satellite map is not available right now',
  );
  await expect.poll(() => shareOfColor(page), { message: 'the plain map is there' }).toBeLessThan(0.05);
});
