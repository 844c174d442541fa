import { card, expect, signIn, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';

test('a wall screen shows nothing but the weather, with its age, and Escape leaves it', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await signIn(page, server, server.account('Super Admin'));
  const content = card(page, 'Lightning Status');
  const defaults = (await content.boundingBox())!;

  await page.getByRole('button', { name: /User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Wall screen' }).click();
  await expect(page).toHaveURL(/\?(.*&)?kiosk/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add location' })).toBeHidden();
  await expect(page.getByRole('note', { name: 'Weather source' })).toBeVisible();
  await expect(content.getByText('observed through')).toBeVisible();
  await expect
    .poll(async () => (await content.boundingBox())!.width / defaults.width, {
      message: 'it grows with the screen',
    })
    .toBeGreaterThan(1.2);
  await expectAccessible(page, 'wall screen');

  // Selecting another location keeps the wall screen.
  await page.getByRole('navigation', { name: 'Other locations' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/kiosk/);
  await expect(page).toHaveURL(/location=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/kiosk/);
  await expect(page).toHaveURL(/location=/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
