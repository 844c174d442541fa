import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectFine } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

test.use({
  serviceWorkers: 'allow',
  // Without storms of its own: what takes the screen is what was called.
  weather: { ...slowWeather, env: { ALLCLEAR_SCENARIO: 'quiet' } },
});

interface Place {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const layouts = [
  { layout: 'wide', width: 1280, height: 720, smallest: 40 },
  { layout: 'portrait', width: 540, height: 960, smallest: 40 },
  { layout: 'ribbon', width: 1920, height: 180, smallest: 8 },
] as const;

const screenOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.dataset.screen ?? 'none');

/** Texts of the stage that are too small, or stand outside its safe area. */
function misplacedTexts(page: Page, smallest: number): Promise<string[]> {
  return page.evaluate((share) => {
    const stage = document.querySelector('[data-stage]');
    if (!stage) return ['there is no stage'];
    const box = stage.getBoundingClientRect();
    const [x, y] = [box.width / 20, box.height / 20];
    return [...stage.querySelectorAll('*')].flatMap((element) => {
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!isText || element.closest('.visually-hidden')) return [];
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const isOutside =
        left < box.left + x - 1 ||
        right > box.right - x + 1 ||
        top < box.top + y - 1 ||
        bottom > box.bottom - y + 1;
      const isSmall = Number.parseFloat(getComputedStyle(element).fontSize) < box.height / share - 0.02;
      return isOutside || isSmall ? [`${isSmall ? 'small' : 'outside'}: ${element.textContent}`] : [];
    });
  }, smallest);
}

/** A show that is made by the API, and a link of it. */
async function openedShow(server: ServerUnderTest, layout: string, place: Place): Promise<string> {
  const show = await server.api<{ id: string }>('POST', 'Show', {
    ...{ name: `Journey ${layout}`, layout, placeIds: [place.id], ticker: 'Welcome', showsClock: true },
    scenes: [
      { kind: 'lightning', seconds: 5, placeId: place.id },
      { kind: 'message', seconds: 600, title: 'Today', text: 'Gates open at five' },
    ],
  });
  const { token } = await server.api<{ token: string }>('POST', `Show/${show.id}/Link`, {
    ...{ name: 'Screen', days: 1 },
  });
  return `${server.url}/show#${token}`;
}

test('each layout keeps its shape, its safe area and its smallest text, and is keyed out where that is asked for', async ({
  browser,
  server,
}) => {
  const { places } = await server.api<{ places: Place[] }>('GET', 'Show/Choices');
  const place = places.at(-1);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const display = await context.newPage();
  for (const { layout, width, height, smallest } of layouts) {
    const address = await openedShow(server, layout, place!);
    await display.setViewportSize({ width, height });
    // The query makes it another page: a changed hash alone would not be loaded.
    await display.goto(address.replace('#', `?background=transparent&layout=${layout}#`));
    await expect(display.locator('[data-scene]')).toBeVisible({ timeout: 60_000 });
    expect(await screenOf(display)).toBe('scenes');
    await expect.poll(() => misplacedTexts(display, smallest), { message: layout }).toEqual([]);
    const painted = await display.evaluate(() =>
      ['html', 'body', '[data-stage]'].map(
        (selector) => getComputedStyle(document.querySelector(selector)!).backgroundColor,
      ),
    );
    expect(painted, layout).toEqual(Array(3).fill('rgba(0, 0, 0, 0)'));
  }
  await context.close();
});

test('a scene of a camera shows stills that are renewed and say how old they are', async ({
  browser,
  server,
}) => {
  const { places, cameras } = await server.api<{ places: Place[]; cameras: { id: string; name: string }[] }>(
    'GET',
    'Show/Choices',
  );
  const camera = cameras[0];
  const show = await server.api<{ id: string }>('POST', 'Show', {
    ...{
      name: 'Journey camera',
      layout: 'wide',
      placeIds: [places.at(-1)!.id],
      ticker: '',
      showsClock: false,
    },
    scenes: [{ kind: 'camera', seconds: 600, cameraId: camera!.id }],
  });
  const link = { name: 'Screen', days: 1 };
  const { token } = await server.api<{ token: string }>('POST', `Show/${show.id}/Link`, link);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const display = await context.newPage();
  await display.goto(`${server.url}/show#${token}`);
  const scene = display.locator('[data-scene="camera"]');
  const image = scene.getByRole('img', { name: `Camera: ${camera!.name}` });
  await expect(image).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
  await expect(scene).toContainText(/· \d+ seconds? ago/);
  await expectAccessible(display, 'a scene of a camera');
  const before = (await image.getAttribute('src')) ?? '';
  await expect(image).not.toHaveAttribute('src', before, { timeout: 20_000 });
  await context.close();
});

test('a Customer has no shows', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shows' }),
  ).toHaveCount(0);
  await page.goto(`${server.url}/Shows`);
  await expect(page).toHaveURL(`${server.url}/Unauthorized`);
});

// The last one: its storm goes on over places nearby.
test.describe('the screen of a show', () => {
  // An outage, and a link that has ended.
  test.use({ expectedMessages: /net::ERR_|status of (404|50\d) .*\/api\// });

  test('is made by an Admin, opens by a link without a sign-in, is taken by a strike, covers itself in an outage, and ends', async ({
    page,
    server,
    browser,
  }) => {
    test.setTimeout(300_000);
    const { places } = await server.api<{ places: Place[] }>('GET', 'Show/Choices');
    const place = places[0];
    const watched = await server.api<{ id: string }>('POST', 'location/Add', {
      ...{ label: 'Show field', latitude: place!.latitude, longitude: place!.longitude },
    });
    await signIn(page, server, server.account('Admin'), '/Shows/new');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Journey scoreboard');
    await page.getByRole('combobox', { name: /^Places/ }).click();
    await page.getByRole('option', { name: place!.name, exact: true }).click();
    await page.keyboard.press('Escape');
    for (const kind of ['Message', 'Lightning']) {
      await page.getByLabel('Kind of scene').selectOption(kind);
      await page.getByRole('button', { name: 'Add Scene' }).click();
    }
    await page.getByRole('textbox', { name: /^Text/ }).fill('Gates open at five');
    await page.getByRole('button', { name: 'Move scene 2, Lightning up' }).click();
    await page
      .getByRole('textbox', { name: /^Seconds/ })
      .first()
      .fill('5');
    await expect(page.locator('[data-preview] [data-scene]')).toBeVisible();
    await expectFine(page, 'the editor of a show');
    await page.getByRole('button', { name: 'Make Show' }).click();
    await page.getByRole('textbox', { name: /^Name of the link/ }).fill('Scoreboard');
    await page.getByRole('button', { name: 'Make Link' }).click();
    const made = page.getByRole('status', { name: 'The new link' });
    const address = await made.getByRole('textbox').inputValue();
    expect(address).toMatch(/\/show#acs_[\w-]+$/);

    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const display = await context.newPage();
    const asked: string[] = [];
    display.on('request', (request) => asked.push(request.url()));
    await display.goto(address);
    const stage = display.locator('[data-stage]');
    await expect(stage.locator('[data-scene="lightning"]')).toContainText('Clear', { timeout: 60_000 });
    await expect(stage).toContainText('Simulated weather. Not for safety decisions.');
    await expect(stage.locator('[data-scene="message"]')).toContainText('Gates open at five');
    await expectAccessible(display, 'a show');
    const token = address.split('#')[1]!;
    expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
    expect(
      await display.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ),
    ).not.toContain(token);

    await server.kill();
    // What was right half a minute ago is not the state of now.
    await expect(stage).toHaveAttribute('data-screen', 'old', { timeout: 45_000 });
    await expect(stage).toContainText('No current data since');
    await expect(stage).not.toContainText(/Clear since|Gates open/);
    await server.startAgain();
    await expect(stage).toHaveAttribute('data-screen', 'scenes', { timeout: 60_000 });

    await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: watched.id });
    await expect
      .poll(async () => (await server.lightningOf(watched.id)).kind, { timeout: 180_000, intervals: [200] })
      .toBe('delay');
    await expect(stage).toHaveAttribute('data-screen', 'takeover', { timeout: 5_000 });
    await expect(stage).toContainText('Stay inside');
    await expect(stage.getByRole('timer')).toHaveText(/^\d+:\d\d$/);
    await expectAccessible(display, 'a takeover');

    await page.getByRole('button', { name: 'Revoke Scoreboard' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke Scoreboard' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    // Two seconds, and the time of the press.
    await expect(stage).toHaveAttribute('data-screen', 'ended', { timeout: 4_000 });
    await expect(display.getByText('This show has ended.').first()).toBeVisible();
    await context.close();
  });
});
