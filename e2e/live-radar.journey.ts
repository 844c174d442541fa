import type { Page } from '@playwright/test';
import { expect, onPhone, signIn, test } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

// A layer without a list yet is answered with 503; the map says it in words.
test.use({ expectedMessages: /status of (404|503) .*\/api\/map\// });

const bar = (page: Page) => page.getByRole('region', { name: 'Radar bar' });

test('the controls of Live Radar', async ({ page, server }) => {
  const images: string[] = [];
  // One that the map gives up, as it moved on, is asked for again when it is needed.
  page.on('requestfinished', (request) => {
    if (/\/WMS\?/.test(request.url())) images.push(request.url());
  });
  await signIn(page, server, server.account('Admin'));
  await page.getByRole('link', { name: 'Live Radar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Live Radar' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Map', exact: true })).toBeVisible();
  await expect(bar(page)).toContainText('Past radar', { timeout: 60_000 });

  // One menu at a time; the choice is stored in the address.
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('checkbox', { name: 'Storm Cells' }).check();
  await page.getByRole('checkbox', { name: 'NWS Alerts' }).check();
  await expect(page).toHaveURL(/layers=radar%2Clightning%2Cstorm-vectors%2Cnws-alerts/);
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByRole('region', { name: 'Legend' })).toContainText('15-30 min');
  await expect(page.getByRole('region', { name: 'Layers' })).toHaveCount(0);
  await expectAccessible(page, 'live radar');
  await page.keyboard.press('Escape');

  // Play, pause and the keys; each image is fetched once.
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page)).toHaveAttribute('data-mode', 'play');
  await expect.poll(() => new Set(images).size, { timeout: 60_000 }).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(bar(page)).toHaveAttribute('data-mode', 'static');
  // One may have been there just as the map gave it up.
  expect(images.length - new Set(images).size, 'images that were fetched twice').toBeLessThanOrEqual(1);
  // The pressed button has the focus and no arrow keys of its own.
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page)).toHaveAttribute('data-mode', 'scrub');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(bar(page)).toHaveAttribute('data-mode', 'static');

  // Tools.
  await page.getByRole('button', { name: 'Measure' }).click();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await map.click({ position: { x: 500, y: 250 } });
  await map.click({ position: { x: 700, y: 250 } });
  await expect(page.getByText(/^[\d.]+ mi · \d{3}° (E|ENE|ESE)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Observation' }).click();
  await map.click({ position: { x: 600, y: 300 } });
  const conditions = page.getByRole('region', { name: 'Conditions here' });
  await expect(conditions).toContainText(/Station Name|No weather station near/);

  // The settings are restored, and a link sets them.
  await page.getByRole('button', { name: 'Base map' }).click();
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /Settings\/Map$/i.test(response.url()),
  );
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect((await kept).ok()).toBe(true);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(
    page.getByRole('complementary', { name: 'Map settings' }).getByRole('radio', { name: 'Dark' }),
  ).toBeChecked();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
});

onPhone(() => {
  test('Live Radar', async ({ page, server }) => {
    await signIn(
      page,
      server,
      server.account('Customer'),
      '/live-radar?layers=radar,lightning,surface-analysis',
    );
    await expect(bar(page)).toContainText('Past radar', { timeout: 60_000 });
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      ...['Play', 'Layers', 'Zoom in', 'Full screen', 'Radar type'].map((name) =>
        page.getByRole('button', { name, exact: true }),
      ),
    );
    await page.getByRole('button', { name: 'Layers' }).click();
    await expect(page.getByRole('checkbox', { name: 'Surface Analysis' })).toBeChecked();
    await expectAccessible(page, 'live radar on a phone');
  });
});
