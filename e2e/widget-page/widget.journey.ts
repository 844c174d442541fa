import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { openWidgetPages, type WidgetPages } from '@allclear/server/test/widgets/widget-page-stand-in.ts';
import type { Browser, Frame, Page } from '@playwright/test';
import { expect, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';
import { type ForeignPage, openForeignPage } from './foreign-page.ts';
import { sampleStates, sampleWidget } from './sample-widgets.ts';

test.use({
  weather: slowWeather,
  launchOptions: { ...browserLaunch, args: [...browserLaunch.args, '--test-third-party-cookie-phaseout'] },
});

const closing: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openPages(): Promise<WidgetPages> {
  const pages = await openWidgetPages();
  closing.push(() => pages.close());
  return pages;
}

async function openForeign(widgetUrl: string): Promise<ForeignPage> {
  const site = await openForeignPage(new URL(widgetUrl).origin);
  closing.push(() => site.close());
  return site;
}

/** A page of its own: a foreign site is another origin, which other journeys must not ask. */
async function openPage(browser: Browser): Promise<{ page: Page; requested: Set<string> }> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  closing.push(() => context.close());
  const page = await context.newPage();
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).origin));
  return { page, requested };
}

const frameHtml = (address: string, width = '100%') =>
  `<iframe src="${address}" title="Weather safety" width="${width}" height="300" frameborder="0" loading="lazy" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"></iframe>`;

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('The page has no frame.');
  return frame;
}

const band = (frame: Frame | Page) => frame.getByRole('region', { name: 'What to do' });

test('a widget is unharmed on a page with hostile styles, a strict policy and no third-party cookies', async ({
  browser,
}) => {
  const pages = await openPages();
  await pages.put('oak', sampleWidget('delay', { theme: 0, type: 2 }));
  const site = await openForeign(pages.url);
  site.show(
    `${frameHtml(`${pages.url}/widget/?id=oak`, '360')}<script src="${pages.url}/widget/height.js" async></script>`,
  );
  const { page, requested } = await openPage(browser);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(site.origin);
  const frame = await frameOf(page);
  await expect(band(frame)).toContainText('Stay inside');
  await expect(band(frame)).toContainText(/2[01]:\d\d/);
  await expect(frame.locator('.instruction')).toHaveCSS('font-size', '24px');
  await expect(frame.locator('.band')).toHaveCSS('background-color', 'rgb(255, 107, 94)');
  await expect(frame.getByText('Simulated weather. Not for safety decisions.')).toBeVisible();

  await test.step('the script gives the frame the height of its content, and takes none from others', async () => {
    const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
    const content = () =>
      frame.locator('#widget').evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    await expect.poll(height).toBe(await content());
    const before = await height();
    expect(before).toBeGreaterThan(400);
    await page.evaluate(() => window.postMessage({ type: 'allclear-widget-height', height: 12 }, '*'));
    await page.waitForTimeout(200);
    expect(await height()).toBe(before);
  });

  await test.step('it keeps nothing and asks nobody else', async () => {
    expect(await page.context().cookies()).toEqual([]);
    // The frame could not: to the browser its storage is that of a third party.
    expect((await page.context().storageState()).origins).toEqual([]);
    expect([...requested].sort()).toEqual([new URL(pages.url).origin, site.origin].sort());
    expect(complaints).toEqual([]);
  });
});

test('a site that is not listed cannot frame a widget, and its page says nothing of it', async ({
  browser,
}) => {
  const pages = await openPages();
  const site = await openForeign(pages.url);
  await pages.put('listed', sampleWidget('clear'));
  site.show(frameHtml(`${pages.url}/widget/?id=listed`));
  const { page } = await openPage(browser);
  pages.allow('listed', ['https://club.example']);
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(site.origin);
  await refused;
  expect(pages.asked).toEqual([]);
  pages.allow('listed', [site.origin]);
  await page.reload();
  await expect(band(await frameOf(page))).toContainText('Clear since 1:10 PM');
});

test('a widget that is withdrawn and one that never was say the same', async ({ browser }) => {
  const pages = await openPages();
  const { page } = await openPage(browser);
  await page.goto(`${pages.url}/widget/?id=never`);
  await expect(page.getByText('This widget is not available.').first()).toBeVisible();
  const html = await (await page.request.get(`${pages.url}/widget/?id=never`)).text();
  expect(html).toMatch(
    /<noscript>\s*<p[^>]*>\s*This widget needs JavaScript\. Without it nothing is known here/,
  );
  await pages.put('oak', sampleWidget('clear'));
  await page.clock.install();
  await page.goto(`${pages.url}/widget/?id=oak`);
  await expect(band(page)).toContainText('Clear');
  await pages.put('oak', null);
  await page.clock.runFor(13_000);
  await expect(page.getByText('This widget is not available.').first()).toBeVisible();
  await expect(band(page)).toHaveCount(0);
});

test('on a computer whose clock is wrong by a day a widget is clear, and covered once the server is away', async ({
  browser,
}) => {
  const pages = await openPages();
  for (const wrongDays of [-1, 1]) {
    const { page } = await openPage(browser);
    await page.clock.install({ time: Date.now() + wrongDays * 86_400_000 });
    // Good for long: what covers it is that no answer comes.
    const widget = sampleWidget('clear');
    if (widget.answer) widget.answer.goodUntil = new Date(Date.now() + 3_600_000).toISOString();
    await pages.put('oak', widget);
    pages.fail('not');
    await page.goto(`${pages.url}/widget/?id=oak`);
    await expect(band(page)).toContainText('Clear since 1:10 PM');
    await expect(page.getByText('88 °F')).toBeVisible();
    pages.fail('no-answer');
    await page.clock.runFor(45_000);
    await expect(band(page)).toContainText(
      /We don't know since .*Treat this place as if lightning were near/,
    );
    await expect(page.getByText('88 °F')).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText('Oak Field: Unknown');
    await expect(page.getByText('Allclear does not guarantee safety.', { exact: false })).toBeVisible();
    pages.fail('not');
    await pages.put('oak', sampleWidget('delay'));
    // Neither the server nor its clock stood still meanwhile.
    await page.clock.runFor(15_000);
    await page.reload();
    await expect(band(page)).toContainText('Stay inside');
  }
});

test('after a sleep, and from a cache that serves old answers, a widget is not clear', async ({
  browser,
}) => {
  const pages = await openPages();
  await pages.put('oak', sampleWidget('clear'));
  const { page } = await openPage(browser);
  await page.clock.install();
  await page.goto(`${pages.url}/widget/?id=oak`);
  await expect(band(page)).toContainText('Clear');
  // From here every answer is that of this moment, and does not say how old it is.
  pages.freeze();
  await page.clock.fastForward('02:00:00');
  await expect(band(page)).toContainText("We don't know since");
  const before = pages.asked.length;
  await page.clock.runFor(60_000);
  await expect.poll(() => pages.asked.length).toBeGreaterThan(before);
  await expect(band(page)).toContainText("We don't know since");
  await expect(page.getByText('Clear since')).toHaveCount(0);
});

test('at 0:00 a widget checks, and only the server says clear', async ({ browser }) => {
  const pages = await openPages();
  const widget = sampleWidget('delay');
  if (widget.answer) {
    widget.answer.clearAt = new Date(Date.parse(widget.now) + 4_000).toISOString();
    widget.answer.observedThrough = widget.now;
  }
  await pages.put('oak', widget);
  const { page } = await openPage(browser);
  await page.goto(`${pages.url}/widget/?id=oak`);
  await expect(band(page)).toContainText('Stay inside');
  await expect(band(page)).toContainText('Checking…');
  await expect(band(page)).toContainText('0:00');
  await pages.put('oak', sampleWidget('clear'));
  await expect(band(page)).toContainText('Clear since', { timeout: 8_000 });
});

test('a widget is accessible in each state, theme and size', async ({ browser }) => {
  const pages = await openPages();
  const { page } = await openPage(browser);
  for (const state of sampleStates)
    for (const theme of [0, 1] as const) {
      const name = `${state}-${theme}`;
      await pages.put(name, sampleWidget(state, { theme, type: 1 }));
      await page.setViewportSize({ width: 300, height: 700 });
      await page.goto(`${pages.url}/widget/?id=${name}`);
      await expect(band(page)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, name);
      await expect(page.getByRole('contentinfo').or(page.locator('footer'))).toBeInViewport();
      await page.setViewportSize({ width: 1000, height: 700 });
      await expectNoSidewaysScroll(page);
    }
});

interface MadeWidget {
  readonly id: string;
  readonly publicId: string;
}

async function makeWidget(server: ServerUnderTest): Promise<MadeWidget & { placeName: string }> {
  const [place] = await server.api<{ id: string; name: string }[]>('GET', 'organizationLocation');
  const policies = await server.api<{ id: string; policyTypeShortName?: string }[]>('GET', 'policy');
  const lightning = policies.find(({ policyTypeShortName }) => policyTypeShortName === 'LR1');
  if (!place || !lightning) throw new Error('The demonstration has no place or no lightning policy.');
  const made = await server.api<MadeWidget>('POST', 'Widget', {
    ...{ name: 'Front page', orgLocId: place.id, policies: [lightning.id] },
    ...{ primaryCondition: 0, widgetConditions: [2, 4], type: 2, width: 400 },
    widgetForecasts: [{ forecastType: 0, conditionType: 0 }],
  });
  return { ...made, placeName: place.name };
}

test('the widget of a running server is embedded, covers itself while the server is away, and is replaced', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const made = await makeWidget(server);
  const site = await openForeign(server.url);
  const { page } = await openPage(browser);
  site.show(frameHtml(`${server.url}/widget/?id=${made.publicId}`, '400'));
  await page.goto(site.origin);
  const frame = await frameOf(page);
  await expect(frame.getByRole('heading', { name: made.placeName })).toBeVisible();
  await expect(frame.getByText('Simulated weather. Not for safety decisions.')).toBeVisible();
  const { answer } = await server.api<{ answer: { kind: string } }>('GET', `public/Widget/${made.publicId}`);
  await expect(band(frame)).toHaveAttribute('data-state', answer.kind);

  await server.kill();
  const cutAt = Date.now();
  await expect(band(frame)).toHaveAttribute('data-state', 'unknown', { timeout: 60_000 });
  await expect(frame.getByText('Treat this place as if lightning were near')).toBeVisible();
  expect(Date.now() - cutAt).toBeLessThan(45_000);
  await server.startAgain();
  await expect(frame.getByText('Temperature', { exact: true })).toBeVisible({ timeout: 60_000 });

  const replaced = await server.api<MadeWidget>('POST', `Widget/${made.id}/Address`);
  await expect(frame.getByText('This widget is not available.').first()).toBeVisible({ timeout: 20_000 });
  site.show(frameHtml(`${server.url}/widget/?id=${replaced.publicId}`, '400'));
  await page.goto(site.origin);
  await expect(band(await frameOf(page))).toBeVisible();
});
