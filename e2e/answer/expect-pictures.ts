import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signIn } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}
/** Four sizes in both themes. */
export const allScreens: readonly Screen[] = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
].flatMap((size) => [
  { ...size, colorScheme: 'light' },
  { ...size, colorScheme: 'dark' },
]);
/** A phone in the sun and a desk at night. */
export const fewScreens = allScreens.filter(
  ({ width, colorScheme }) =>
    (width === 360 && colorScheme === 'light') || (width === 1440 && colorScheme === 'dark'),
);
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
  screens = allScreens,
): Promise<void> {
  await openSettled(page, server, locationId);
  const band = page.getByRole('region', { name: /^What to do at / });
  await expect(band).toContainText(answer, { timeout: 60_000 });
  for (const { width, height, colorScheme } of screens) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    await page.waitForTimeout(300);
    await expect(page).toHaveScreenshot(['answer', `${state}-${width}-${colorScheme}.png`], alike);
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
