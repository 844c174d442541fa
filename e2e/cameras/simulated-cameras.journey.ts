import { hasFfmpeg } from '@allclear/adapters/cameras/stand-in-rtsp.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';

test.use({ weather: slowWeather });

/** The color of the bar of simulated data in a picture of 960 × 540, beside its letters. */
function barColor(picture: Locator): Promise<number[]> {
  return picture.evaluate((element: HTMLImageElement | HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [960, 540];
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0, canvas.width, canvas.height);
    return [...(context?.getImageData(400, 5, 1, 1).data ?? [])].slice(0, 3);
  });
}

/** What changes when a picture is followed by another. */
function moment(picture: Locator): Promise<string> {
  return picture.evaluate((element: HTMLImageElement | HTMLVideoElement) =>
    String('currentTime' in element ? Math.floor(element.currentTime) : element.src),
  );
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /Select Camera/ }).fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
}

for (const [protocol, name] of [
  ['jpeg', 'Field house (JPEG)'],
  ['mjpeg', 'Main gate (MJPEG)'],
  ['hls', 'Pool deck (HLS)'],
  ['rtsp', 'First tee (RTSP)'],
] as const)
  test(`the simulated camera of the demonstration with ${protocol} is watched, moves and says that it is simulated`, async ({
    page,
    server,
  }) => {
    test.setTimeout(120_000);
    const isEncoded = protocol === 'hls' || protocol === 'rtsp';
    test.skip(isEncoded && !hasFfmpeg(), 'There is no ffmpeg here, which encodes this camera');
    await signIn(page, server, server.account('Super Admin'), '/LiveCamera');
    await choose(page, name);
    await expect(page.getByText('Connecting to camera...')).toBeHidden({ timeout: 45_000 });
    const shown = page.getByRole('region', { name });
    await expect(shown.getByText('Simulated', { exact: true })).toBeVisible();
    const picture = isEncoded ? page.getByLabel(`${name}, live`) : page.getByAltText(`${name}, live`);
    const isMarked = async () => {
      const [red = 0, green = 0, blue = 0] = await barColor(picture);
      return Math.hypot(red - 43, green - 47, blue - 119) < 40;
    };
    await expect.poll(isMarked).toBe(true);
    const first = await moment(picture);
    await expect.poll(() => moment(picture)).not.toBe(first);
    expect(await isMarked()).toBe(true);
    await expectFine(page, `the simulated camera with ${protocol}`);
  });
