import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from './journey.ts';
import type { ServerUnderTest } from './server-under-test.ts';

// At the speed of real weather the map polls once a minute: anything sooner came through the event stream.
test.use({ weather: slowWeather, expectedMessages: /status of (404|503) .*\/api\/map\// });

/** A place without simulated storms. */
const center = { latitude: 43.6, longitude: -108.4 };

async function strike(server: ServerUnderTest, key: string, more: object = {}) {
  const { now } = await server.api<{ now: string }>('GET', 'status');
  await server.api('POST', 'ingest/strikes', {
    feed: 'journey',
    strikes: [{ key, timeUtc: now, ...center, ...more }],
  });
}

/** The color in the middle of the map as displayed. */
async function colorInTheMiddle(page: Page): Promise<{ red: number; green: number; blue: number }> {
  const box = (await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!;
  const image = await page.screenshot({
    clip: { x: box.x + box.width / 2 - 2, y: box.y + box.height / 2 - 2, width: 4, height: 4 },
  });
  return page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]),
    );
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const [red = 0, green = 0, blue = 0] = pen.getImageData(1, 1, 1, 1).data;
    return { red, green, blue };
  }, image.toString('base64'));
}

const isRed = async (page: Page) => {
  const { red, green, blue } = await colorInTheMiddle(page);
  return red > 180 && green < 110 && blue < 110;
};

test('a strike is drawn as it comes, says what it is, and is counted far away', async ({ page, server }) => {
  await server.api('POST', 'Settings/Map', { overlays: ['lightning'], view: { ...center, zoom: 9 } });
  await signIn(page, server, server.account('Super Admin'), '/live-radar');
  const map = page.getByRole('region', { name: 'Map', exact: true });
  const words = page.getByText(/^Lightning on the map:/);
  await expect(words).toHaveText('Lightning on the map: no strikes in the last 30 minutes.', {
    timeout: 60_000,
  });
  expect(await isRed(page)).toBe(false);

  await strike(server, 'first', { amplitudeKa: -34, type: 3 });
  await expect(words).toHaveText(/: 1 strike in the last 30 minutes, the newest at \d/);
  await expect.poll(() => isRed(page), { message: 'the strike is drawn' }).toBe(true);
  await strike(server, 'second', { longitude: center.longitude + 0.1 });
  await expect(words).toHaveText(/: 2 strikes/);

  await map.click();
  const popup = page.getByRole('region', { name: 'Lightning strike' });
  await expect(popup).toContainText('-34 kA');
  await expect(popup).toContainText('Cloud to Ground');
  await page.getByRole('button', { name: /close/i }).click();

  await page.getByRole('button', { name: 'Base map' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => isRed(page), { message: 'the strike is drawn on the other base map' }).toBe(true);

  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await strike(server, 'third', { longitude: center.longitude + 0.05 });
  await expect(words).toHaveText(/: 3 strikes/);
});
