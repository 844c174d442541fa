import type { Page } from '@playwright/test';
import { expect, type OwnLocation, onPhone, signIn, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectFine, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// Thunder that people hear, and places that admins keep closed, on a quiet day.

test.use({
  serviceWorkers: 'allow',
  weather: {
    speed: 1,
    story: null,
    env: { ALLCLEAR_SCENARIO: 'quiet' },
  },
  // The phone is without a network on purpose.
  expectedMessages: /net::ERR_|Failed to fetch/,
});

type TiedLocation = OwnLocation & { readonly organizationLocationId: string | null };

/** The stadium, which is clear otherwise. */
async function clearStadium(server: ServerUnderTest): Promise<TiedLocation> {
  const locations = await server.api<TiedLocation[]>('GET', 'location');
  const stadium = locations.find(({ label }) => label === 'Memorial Stadium')!;
  expect(stadium.organizationLocationId).not.toBeNull();
  return stadium;
}

const bandOf = (page: Page) => page.getByRole('region', { name: /^What to do at/ });
const barOf = (page: Page) => page.getByRole('region', { name: 'Your thunder reports' });
const thunderButton = (page: Page) => page.getByRole('button', { name: 'I hear thunder' });

/** A finger on the button for so long, ms. */
async function hold(page: Page, ms: number): Promise<void> {
  const box = (await thunderButton(page).boundingBox())!;
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(ms);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

onPhone(() => {
  test('thunder on a phone: held for a second it holds the place on every screen, taken back it does not; without a network it is kept and sent later', async ({
    page,
    browser,
    server,
  }) => {
    test.setTimeout(180_000);
    const stadium = await clearStadium(server);
    const path = `/?location=${stadium.id}`;
    await signIn(page, server, server.account('Super Admin'), path);
    await expect(bandOf(page)).toContainText('Clear', { timeout: 30_000 });
    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await desk.newPage();
    await signIn(other, server, server.account('Super Admin'), path);
    await expect(bandOf(other)).toContainText('Clear', { timeout: 30_000 });

    // On the first screen, above the bar of pages, large enough for a thumb.
    await expectEasyToTouch(thunderButton(page));
    const { y, height } = (await thunderButton(page).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(48);
    expect(y + height).toBeLessThan(740 - 56);
    await hold(page, 400);
    await expect(page.getByText('Hold for a second')).toBeVisible();
    await expect(bandOf(page)).toContainText('Clear');

    await hold(page, 1_200);
    await expect(barOf(page)).toContainText('stay inside');
    for (const screen of [page, other]) {
      await expect(bandOf(screen)).toContainText('Stay inside');
      await expect(bandOf(screen)).toContainText(/Thunder heard at \d+:\d\d [AP]M/);
      await expect(screen).toHaveTitle(/(^| )Stay inside: /);
      await expect(screen.getByText('All Clear', { exact: true })).toHaveCount(0);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'thunder was heard, 360 px');
    await barOf(page)
      .getByRole('button', { name: /^Take back/ })
      .click();
    await expect(barOf(page)).toContainText('taken back');
    for (const screen of [page, other])
      await expect(bandOf(screen)).toContainText('Clear', { timeout: 20_000 });

    await page.context().setOffline(true);
    await hold(page, 1_200);
    await expect(barOf(page).getByRole('alert')).toContainText(
      'Not sent yet: no network. Tell people yourself.',
    );
    await expectNoSidewaysScroll(page);
    await expect(bandOf(other)).toContainText('Clear');
    await page.context().setOffline(false);
    await expect(barOf(page)).toContainText('Sent now', { timeout: 20_000 });
    for (const screen of [page, other])
      await expect(bandOf(screen)).toContainText('Stay inside', { timeout: 20_000 });
    await page.reload();
    await expect(bandOf(page)).toContainText('Stay inside', { timeout: 30_000 });

    // One report by its key, and another that was taken back.
    await page.getByRole('button', { name: 'Thunder reports' }).click();
    const list = page.getByRole('dialog', { name: /^Thunder reports/ });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').first()).toContainText('Counts');
    await expect(list.getByRole('listitem').last()).toContainText('Taken back by');
    await expectAccessible(page, 'thunder reports, 360 px');
    await list.getByRole('button', { name: 'Take back…' }).click();
    await page.getByRole('textbox', { name: /^Reason/ }).fill('It was a truck');
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await expect(list.getByRole('listitem').first()).toContainText('It was a truck');
    await list.getByRole('button', { name: 'Close' }).last().click();
    await expect(bandOf(page)).toContainText('Clear', { timeout: 20_000 });
    await desk.close();
  });
});

test('thunder by the keyboard is asked first, with the seconds from flash to bang', async ({
  page,
  server,
}) => {
  const stadium = await clearStadium(server);
  await signIn(page, server, server.account('Super Admin'), `/?location=${stadium.id}`);
  await expect(bandOf(page)).toContainText('Clear', { timeout: 30_000 });
  await thunderButton(page).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Report thunder?' });
  await question.getByLabel('Seconds from flash to bang').fill('15');
  await expectAccessible(page, 'the question before thunder is reported');
  await question.getByRole('button', { name: 'Report thunder' }).click();
  await expect(bandOf(page)).toContainText('about 3 mi away');
  await barOf(page)
    .getByRole('button', { name: /^Take back/ })
    .click();
  await expect(bandOf(page)).toContainText('Clear', { timeout: 20_000 });
});

test('an admin keeps a place closed: band, title, wall and sheet say why, and nothing says clear until it is opened again', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const stadium = await clearStadium(server);
  await signIn(page, server, server.account('Super Admin'), `/?location=${stadium.id}`);
  await expect(bandOf(page)).toContainText('Clear', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Keep closed…' }).click();
  const form = page.getByRole('dialog', { name: /^Keep .* closed$/ });
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Wet field');
  await form.getByRole('radio', { name: 'Until somebody opens it' }).check();
  await expectFine(page, 'the form of a closure');
  await form.getByRole('button', { name: 'Keep closed' }).click();

  await expect(bandOf(page)).toContainText('Closed: Wet field');
  await expect(page).toHaveTitle(/(^| )Stop: /);
  await expect(page.getByText('This place is closed.')).toBeVisible();
  // Other places may be clear, and the sky of the forecast.
  await expect(page.locator('main').getByText(/^All Clear/)).toHaveCount(0);
  await expect(bandOf(page)).not.toContainText(/clear/i);
  await expectFine(page, 'a closed place');

  await page.goto(`${server.url}/wall?places=${stadium.id}`);
  const tile = page.getByRole('list', { name: 'Places' }).getByRole('listitem').first();
  await expect(tile).toContainText('Closed: Wet field', { timeout: 30_000 });
  await expect(tile).not.toContainText(/clear/i);

  await page.goto(`${server.url}/?location=${stadium.id}`);
  await page.getByRole('button', { name: 'Open again…' }).click();
  const question = page.getByRole('dialog', { name: /^Open .* again\?$/ });
  await expect(question).toContainText('What else holds the place goes on.');
  await expectAccessible(page, 'the question before a place is opened');
  await question.getByRole('button', { name: 'Open again' }).click();
  await expect(bandOf(page)).toContainText('Clear', { timeout: 20_000 });
});
