import { expect, signIn, slowWeather, test } from '../journey.ts';

test.use({ weather: slowWeather, viewport: { width: 1280, height: 800 } });

for (const colorScheme of ['light', 'dark'] as const)
  test(`the rail scrolls within the window, by keyboard too, and shows the link of the page (${colorScheme})`, async ({
    page,
    server,
  }, testInfo) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, server, server.account('Super Admin'));
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.nth(15)).toBeAttached();
    const [first, last] = [links.first(), links.last()];
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect(last).not.toBeInViewport();

    await first.focus();
    const count = await links.count();
    for (let step = 1; step < count; step++) await page.keyboard.press('Tab');
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    // A page that is short: the rail makes it no longer than the window.
    const current = last;
    await page.keyboard.press('Enter');
    await expect(current).toHaveAttribute('aria-current', 'page');
    await page.reload();
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(first).not.toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await testInfo.attach(`rail-${colorScheme}`, {
      body: await page.screenshot({ path: testInfo.outputPath(`rail-${colorScheme}.png`) }),
      contentType: 'image/png',
    });
    const heights = await page.evaluate(() => {
      const rail = document.querySelector('nav[aria-label="Main"] > div');
      return [rail?.getBoundingClientRect().bottom ?? 0, window.innerHeight];
    });
    expect(heights[0]).toBeLessThanOrEqual(heights[1] ?? 0);
  });
