import type { Browser, Page } from '@playwright/test';
import { expect, type OwnLocation, signIn, slowWeather, test } from '../journey.ts';
import { expectEasyToTouch, expectFine } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// A drill with three phones: people check in by the code of a shelter, one of them without a network, and a warden counts.

test.use({
  serviceWorkers: 'allow',
  weather: slowWeather,
  // A phone is without a network on purpose, and a code is opened after the end.
  expectedMessages: /net::ERR_|Failed to fetch|status of 404 .*\/api\/public\/CheckIn/,
});

type TiedLocation = OwnLocation & { readonly organizationLocationId: string | null };

/** A place with one shelter and one group of eight. */
async function preparePlace(server: ServerUnderTest) {
  const locations = await server.api<TiedLocation[]>('GET', 'location');
  const location = locations.findLast(({ organizationLocationId }) => organizationLocationId !== null)!;
  const placeId = location.organizationLocationId!;
  const { code } = await server.api<{ code: string }>('POST', `RollCall/Shelters/${placeId}`, {
    ...{ name: 'Gym', capacity: 200, minutesToReach: 3, directions: 'Behind the stand.', isOpen: true },
  });
  await server.api('POST', `RollCall/Groups/${placeId}`, { name: 'Team A', expected: 8 });
  return { location, code };
}

async function openPhone(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByText(/You check in at/)).toBeVisible();
  return phone;
}

async function checkIn(phone: Page, people: number): Promise<void> {
  await phone.getByLabel('Group').selectOption('Team A');
  for (let count = 1; count < people; count += 1)
    await phone.getByRole('button', { name: /^One more/ }).click();
  await phone.getByRole('button', { name: `Check in ${people} people` }).click();
}

/** What holds the place: every screen derives its answer from these. */
async function holdsOf(server: ServerUnderTest, locationId: string): Promise<unknown> {
  const { kind } = await server.lightningOf(locationId);
  const warnings = await server.api<{ id: string }[]>('GET', `observations/Violations/${locationId}`);
  return { kind, warnings: warnings.map(({ id }) => id).sort() };
}

/** Does something that must leave the answer for the place as it is. */
async function leavesPlace(server: ServerUnderTest, locationId: string, act: () => Promise<void>) {
  const before = await holdsOf(server, locationId);
  await act();
  expect(await holdsOf(server, locationId)).toEqual(before);
}

test('a drill with three phones: who is missing is seen live, a check-in without a network joins later, and the place stays what it is', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000);
  const { location, code } = await preparePlace(server);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, server, server.account('Super Admin'), `/?location=${location.id}`);
  const missing = page.getByRole('region', { name: 'Who is missing' });
  await leavesPlace(server, location.id, async () => {
    await page.getByRole('button', { name: 'Start roll-call…' }).click();
    await page.getByRole('radio', { name: 'Drill' }).check();
    await page.getByRole('button', { name: 'Start the drill' }).click();
    await expect(missing).toContainText('1 group not counted', { timeout: 30_000 });
  });
  await expect(page.getByText('This is a drill.')).toBeVisible();
  await expect(page.getByRole('region', { name: /^What to do at/ })).toBeVisible();

  const address = `${server.url}/check-in#${code}`;
  const first = await openPhone(browser, address);
  const second = await openPhone(browser, address);
  await checkIn(first, 3);
  await expect(first.getByText('Counted: 3 people at Gym, Team A.')).toBeVisible();
  await expect(missing).toContainText('Missing 5 of 8');

  await second.context().setOffline(true);
  await checkIn(second, 2);
  await expect(second.getByText(/^Not sent yet: .*2 people at Gym, Team A/)).toBeVisible({ timeout: 15_000 });
  await expect(missing).toContainText('Missing 5 of 8');
  await second.context().setOffline(false);
  await expect(second.getByText('Counted: 2 people at Gym, Team A.')).toBeVisible({ timeout: 30_000 });
  await expect(missing).toContainText('Missing 3 of 8');
  await expectFine(first, 'checked in by code');
  await expectFine(page, 'a drill with people missing');
  await page.setViewportSize({ width: 360, height: 740 });

  const group = page.getByRole('button', { name: /^Team A/ });
  await expectEasyToTouch(group);
  await group.click();
  const all = page.getByRole('button', { name: 'All 8 are at Gym' });
  await expectEasyToTouch(all, page.getByRole('button', { name: /^One more: How many/ }));
  await all.click();
  await expect(missing).toContainText('Everybody expected is counted');
  await expect(group).toContainText('8 by a warden; 5 checked in themselves, not added');

  await leavesPlace(server, location.id, async () => {
    await page.getByRole('button', { name: 'End drill…' }).click();
    await page.getByRole('button', { name: 'End drill', exact: true }).click();
    await expect(page.getByText(/^Drill: the roll-call for practice has ended/)).toBeVisible();
  });
  await first.reload();
  await expect(first.getByText('There is no roll-call at this place now.')).toBeVisible();
  await first.context().close();
  await second.context().close();
});
