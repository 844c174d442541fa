import type { Page } from '@playwright/test';
import { expect, signIn, steadyWeather, test } from './journey.ts';

// A server that has just started needs a few seconds for the first forecast of a place.
test.use({ weather: steadyWeather, expectedMessages: /status of 503 .*\/api\/forecast\// });

const strip = (page: Page) => page.getByRole('navigation', { name: 'Other locations' });
const imageCard = (page: Page, name = 'Stadium weather station') => page.getByRole('region', { name });

async function select(page: Page, label: string): Promise<void> {
  await strip(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
}

test('the picture of a station is shown with its age, in the strip and over the whole screen', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  await select(page, 'Memorial Stadium');
  const image = imageCard(page).getByRole('img', {
    name: /^What the camera of Stadium weather station saw /,
  });
  await expect(image).toBeVisible();
  await expect(imageCard(page)).toContainText(/Image updated (just now|.* ago)/);
  const box = (await image.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(225);
  expect(box.height).toBeLessThanOrEqual(240);
  await expect(
    strip(page)
      .getByRole('button', { name: /^Golf course/ })
      .locator('img'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Expand image' }).click();
  const viewer = page.getByRole('dialog', { name: 'Stadium weather station' });
  await expect(viewer.locator('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);

  await select(page, 'East practice fields');
  await expect(page.getByRole('region', { name: "Today's Policy Risks" })).toBeVisible();
  await expect(imageCard(page, 'Weather station image')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit East practice fields' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Location' })).toBeVisible();
});

test('a picture that cannot be drawn makes room for a camera that is off', async ({ page, server }) => {
  await page.route('**/api/WeatherStation/Image/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: 'no picture' }),
  );
  await signIn(page, server, server.account('Customer'));
  await select(page, 'Memorial Stadium');
  await expect(imageCard(page)).toContainText('The picture is temporarily unavailable. We keep trying.');
  await expect(page.getByRole('button', { name: 'Expand image' })).toBeHidden();
});
