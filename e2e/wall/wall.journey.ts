import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { expectAccessible } from '../page-checks.ts';

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
  const sound = page.getByRole('button', { name: 'Sound' });
  await sound.focus();
  await page.keyboard.press('Enter');
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
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

test('a display link is made on the wall, signs in another browser, and ends it within seconds of its removal', async ({
  page,
  server,
  browser,
}) => {
  await page.setViewportSize(sizes[0]!);
  await signIn(page, server, server.account('Super Admin'));
  const [first] = await server.api<{ id: string; label: string }[]>('GET', 'location');
  await page.goto(`${server.url}/wall?places=${first?.id}`);
  const tiles = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
  await expect(tiles).toHaveCount(1);
  // By keyboard alone.
  await page.getByRole('button', { name: 'Display links' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Display links' });
  await dialog.getByLabel('Name of the display').fill('Lobby');
  await page.keyboard.press('Enter');
  const address = await dialog.getByLabel(/Open this address/).inputValue();
  expect(address).toMatch(/\/wall#display=acd_[\w-]{43}$/);
  await expect(dialog.getByRole('list', { name: 'Display links' })).toContainText('Lobby');
  await expectAccessible(page, 'display links');

  const context = await browser.newContext({ viewport: sizes[1]! });
  const display = await context.newPage();
  const asked: string[] = [];
  display.on('request', (request) => asked.push(request.url()));
  await display.goto(address);
  const shown = display.getByRole('list', { name: 'Places' }).getByRole('listitem');
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText(first!.label);
  await expect(display.getByRole('button', { name: 'Display links' })).toHaveCount(0);
  await expect(display.getByText('Powered by Allclear')).toBeVisible();
  await expect(page.getByText('Powered by Allclear')).toHaveCount(0);
  // The link survives a reload, and its token is in no request's address and in no storage.
  await display.reload();
  await expect(shown).toHaveCount(1);
  const token = address.split('=')[1]!;
  expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
  expect(
    await display.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    ),
  ).not.toContain('acd_');
  expect((await context.storageState()).cookies).toEqual([]);

  await dialog.getByRole('button', { name: 'Remove Lobby' }).click();
  await page.getByRole('dialog', { name: 'Remove Lobby' }).getByRole('button', { name: 'Remove' }).click();
  await expect(display.getByText('This display link has ended')).toBeVisible({ timeout: 6_000 });
  await expect(shown).toHaveCount(0);
  await expectAccessible(display, 'display link ended');
  // Another link in the same tab is another sign-in.
  await display.goto(`${server.url}/wall#display=acd_short`);
  await expect(display.getByText('This display link has ended')).toBeVisible();
  await context.close();
});

/** Tiles that are smaller than their content, and texts below a tile's large one that are cut. */
function cutTiles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element, sparePx: number) =>
      element.scrollHeight > element.clientHeight + sparePx ||
      element.scrollWidth > element.clientWidth + sparePx;
    const tiles = [...document.querySelectorAll('main li [data-state]')];
    // A line of text is rounded up by a pixel.
    const texts = tiles.flatMap((tile) => [...tile.querySelectorAll(':scope > div *')]);
    const cut = [...tiles.filter((tile) => isCut(tile, 0)), ...texts.filter((text) => isCut(text, 1))];
    return cut.map((element) => element.textContent ?? '');
  });
}

test.describe('in an outage', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedMessages: /net::ERR_|status of 50\d .*\/api\/|Unable to preload|dynamically imported/,
  });

  test('24 tiles show all of their text on every screen: in a delay, clear, and while nothing is known', async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000);
    const held = await server.api<{ id: string; latitude: number; longitude: number }[]>('GET', 'location');
    const [first] = held;
    for (let i = held.length; i < 24; i++)
      await server.api('POST', 'location/Add', {
        label: i % 3 === 0 ? `Lake Highlands Memorial Aquatic Center, west gate ${i}` : `Field ${i}`,
        // Half of them are beyond the storm.
        latitude: i % 2 === 0 ? first!.latitude + i / 400 : 44 + i / 10,
        longitude: i % 2 === 0 ? first!.longitude : -121,
      });
    await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: first!.id });
    const locations = await server.api<{ id: string }[]>('GET', 'location');
    const { token } = await server.api<{ token: string }>('POST', 'DisplayLink', {
      ...{ name: 'Lobby', days: 7 },
      locationIds: locations.map(({ id }) => id),
    });
    await page.setViewportSize(sizes[0]!);
    await page.goto(`${server.url}/wall#display=${token}`);
    const states = () =>
      page
        .locator('main li [data-state]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-state')));
    const expectWhole = async () => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
        await expect.poll(() => cutTiles(page), { message: `${size.width} × ${size.height}` }).toEqual([]);
      }
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(expect.arrayContaining(['delay', 'clear']));
    expect(await states()).toHaveLength(24);
    await expectWhole();

    await server.kill();
    await expect.poll(async () => new Set(await states()), { timeout: 60_000 }).toEqual(new Set(['unknown']));
    await expectWhole();
    await server.startAgain();
  });
});
