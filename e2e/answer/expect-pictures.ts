import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signIn } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

const sizes = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
/**
 * The allowed difference, far less than the answer takes: which warnings are open depends a little on which feed
 * was read first after the start.
 */
const alike = {
  threshold: 0.2,
  maxDiffPixelRatio: 0.02,
  stylePath: fileURLToPath(new URL('one-place.css', import.meta.url)),
};

/** What to do is plain within one second: the page of a place as it is kept in `pictures/answer`. */
export async function expectPictures(
  page: Page,
  server: ServerUnderTest,
  state: string,
  locationId: string,
  answer: string | RegExp,
): Promise<void> {
  await openSettled(page, server, locationId);
  const band = page.getByRole('region', { name: /^What to do at / });
  await expect(band).toContainText(answer, { timeout: 60_000 });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      await expect(page).toHaveScreenshot(['answer', `${state}-${size.width}-${colorScheme}.png`], alike);
    }
  }
}

/**
 * Opens the page of a place and loads it until it says the same as before: after a start the server takes up one
 * feed after the other, and while the clock stands still the page asks for little again.
 */
export async function openSettled(page: Page, server: ServerUnderTest, locationId: string): Promise<void> {
  await signIn(page, server, server.account('Super Admin'), `/?location=${locationId}`);
  let last = '';
  const isSettled = async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: /^What to do at / })).toBeVisible();
    await page.waitForTimeout(4_000);
    const text = await page.locator('main').innerText();
    const isSame = text === last;
    last = text;
    return isSame;
  };
  await expect.poll(isSettled, { intervals: [0], timeout: 120_000 }).toBe(true);
}
