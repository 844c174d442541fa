import { expect, signIn, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
];

test('a wall shows nothing but its places, worst first, in large type without scrolling, and Escape leaves it', async ({
  page,
  server,
}) => {
  await page.setViewportSize(sizes[1]!);
  await signIn(page, server, server.account('Super Admin'));
  await page.getByRole('button', { name: /User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Wall screen' }).click();
  await expect(page).toHaveURL(/\/wall$/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  const tiles = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  await expect(page.getByRole('note', { name: 'Weather source' })).toBeVisible();
  await expect(page.getByText(/^observed through \d/)).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const root = document.documentElement;
          return [root.scrollWidth <= innerWidth, root.scrollHeight <= innerHeight];
        }),
      )
      .toEqual([true, true]);
    const outside = () =>
      tiles.evaluateAll(
        (items) =>
          items
            .map((item) => item.getBoundingClientRect())
            .filter(({ left, right, bottom }) => left < 0 || right > innerWidth || bottom > innerHeight)
            .length,
      );
    await expect.poll(outside).toBe(0);
  }
  await expectAccessible(page, 'wall');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/places$/i);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('?kiosk leads to the wall of the location of the address, and a place that is gone is named as such', async ({
  page,
  server,
}) => {
  await page.setViewportSize(sizes[0]!);
  await signIn(page, server, server.account('Super Admin'));
  const [first] = await server.api<{ id: string }[]>('GET', 'location');
  await page.goto(`${server.url}/?location=${first?.id}&kiosk`);
  await expect(page).toHaveURL(/\/wall\?places=/);
  await expect(page.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveCount(1);
  await page.goto(`${server.url}/wall?places=${first?.id},00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('1 place of this address is gone')).toBeVisible();
  await page.goto(`${server.url}/wall?places=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('alert')).toContainText('None of the places of this address');
  await page.goto(`${server.url}/wall?group=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('alert')).toContainText('The group of this address does not exist');
});
