import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectEasyToTouch, expectFine } from '../page-checks.ts';

test.use({ weather: slowWeather });

test('the broadcast view fills the screen with radar, lightning and the states of the places', async ({
  page,
  server,
}, info) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await signIn(page, server, server.account('Customer'));
  await page.getByRole('link', { name: 'Broadcast' }).click();
  await expect(page).toHaveURL(/\/Broadcast$/);
  await expect(page.getByRole('region', { name: 'Map' })).toBeVisible();
  await expect(page.getByText('Powered by Allclear Weather')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // Each place says its state in words, for those who cannot see the map.
  await expect(page.getByRole('list', { name: 'Places' }).getByRole('listitem').first()).toHaveText(/: \S/);
  await expect(page.getByRole('status', { name: 'States of the places' })).toHaveText(/\d+ \S/);
  const bar = page.getByRole('region', { name: 'Radar bar' });
  await expect(bar.getByRole('button', { name: 'Play' })).toBeEnabled();
  // By the keyboard.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();

  const controls = page.getByRole('region', { name: 'Radar Controls' });
  const open = controls.getByRole('button', { name: 'Radar Controls' });
  await expectEasyToTouch(open);
  await open.click();
  await expect(controls.getByLabel('Playback Speed').locator('option')).toHaveText([
    ...['Slow', 'Normal', 'Fast', 'Very fast'],
  ]);
  await controls.getByLabel('Map').selectOption('Dark');
  await expect(controls.getByLabel('Map')).toHaveValue('dark');
  await expectFine(page, 'the broadcast view with its controls');
  await page.screenshot({ path: info.outputPath('broadcast-desk.png') });
  await controls.getByLabel('Map').selectOption('Light');
  await open.click();
  await expectFine(page, 'the broadcast view');
  await page.screenshot({ path: info.outputPath('broadcast-closed.png') });
  await page.setViewportSize({ width: 360, height: 740 });
  // Opened anew: its style comes from the browser's cache, sooner than the images of its signs were asked for once.
  await page.reload();
  await expect(bar.getByRole('button', { name: 'Play' })).toBeEnabled();
  await page.screenshot({ path: info.outputPath('broadcast-phone.png') });
  expect(warnings.filter((text) => text.includes('could not be loaded'))).toEqual([]);
  // Without radar there is no bar.
  await open.click();
  await controls.getByRole('checkbox', { name: 'Radar', exact: true }).uncheck();
  await expect(bar).toHaveCount(0);
  await page.getByRole('link', { name: 'Leave' }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
});
