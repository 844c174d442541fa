import { expect, type OwnLocation, onPhone, signIn, test, withoutPolicies } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
const farField = { label: 'Far field', latitude: 30.4, longitude: -84.2 };
const longName = 'North Campus Athletic Complex and Practice Fields of the Unified District, No 12';
const rightToLeft = 'ملعب كرة القدم الكبير في مدينة دالاس الشمالية بالقرب من المدرسة الثانوية الجديد';
const moreLabels = ['Field 10', 'Field 2', longName, rightToLeft.slice(0, 80), 'École Élémentaire'];

test.use({
  weather: {
    speed: 10,
    story: {
      places: [stadium, farField],
      flashes: [{ minute: 1, latitude: stadium.latitude + 0.072, longitude: stadium.longitude }],
      outages: [],
      minutes: 240,
    },
  },
  expectedMessages: /status of 50\d|ERR_CONNECTION|Failed to fetch|Failed to load resource/,
});

test.beforeEach(async ({ server }) => {
  const held = await server.api<OwnLocation[]>('GET', 'location');
  if (held.some(({ label }) => label === 'Field 2')) return;
  await withoutPolicies(server);
  for (const [i, label] of moreLabels.entries())
    await server.api('POST', 'location/Add', { label, latitude: 30.5 + i / 20, longitude: -84.3 });
});

test('all places: list and board, search, filter, pins and keyboard, and the address keeps what was chosen', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Super Admin'));
  await page.getByRole('link', { name: 'All 7 places' }).click();
  await expect(page).toHaveURL(/\/places$/);
  const rows = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).toContainText(/Stay inside.*Stadium.*\d\d:\d\d.*until .* at least/);
  await expect(page).toHaveTitle(/Places: 1 stay inside/);
  await expect(rows.filter({ hasText: 'Field 2' })).toContainText('Clear');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'list of places');

  await page.getByLabel('Order').selectOption('By name');
  await expect(rows.nth(3)).toContainText('Field 10');
  await expect(rows.nth(2)).toContainText('Field 2');
  await page.keyboard.press('/');
  await page.keyboard.type('ECOLE');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('École Élémentaire');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: '1 stay inside' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/sort=name&state=delay/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('1 of 7 places. By name.')).toBeVisible();
  await page.getByRole('button', { name: '1 stay inside' }).click();
  await page.getByLabel('Order').selectOption('Worst first');

  // Enter opens a place on the dashboard; P pins it.
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('End');
  await expect(rows.last().getByRole('link')).toBeFocused();
  const label = (await rows.last().getByRole('link').textContent())!;
  await page.keyboard.press('p');
  await expect(rows.first().getByRole('link')).toBeFocused();
  await expect(rows.first()).toContainText(label.slice(-8));
  await expect(page.getByText('7 places. Pinned first, then worst first.')).toBeVisible();
  await page.getByText('Board', { exact: true }).click();
  await expect(page).toHaveURL(/view=board/);
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).not.toContainText('Stay inside');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'board of places');
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('p');
  await expect(rows.first()).toContainText('Stay inside');
  await rows.filter({ hasText: 'Stadium' }).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\?location=/);
  await expect(page.getByRole('heading', { name: 'Stadium', exact: true })).toBeVisible();
});

test('the map has a point for each place, and a click on one says its state', async ({ page, server }) => {
  await signIn(page, server, server.account('Super Admin'), '/places?view=map&q=stadium');
  const map = page.getByRole('region', { name: 'Map of the places' });
  await expect(map.locator('canvas')).toBeVisible();
  await expect(page.getByText('1 of 7 places. Worst first.')).toBeVisible();
  const box = (await map.boundingBox())!;
  const popup = map.getByRole('link', { name: 'Stadium' });
  // The only place is in the middle of the map; the map may still be loading.
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(popup).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(map).toContainText(/Stay inside · \d\d:\d\d, until/);
  await expectAccessible(page, 'map of places');
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/\/places\?q=stadium$/);
});

onPhone(() => {
  test('on a phone: rows that are easy to touch, and long names that end in the middle', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Super Admin'), '/places');
    const rows = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
    await expect(rows).toHaveCount(7);
    const long = rows.filter({ hasText: 'North Campus' });
    await expect(long.getByText('No 12')).toBeVisible();
    await expectEasyToTouch(
      rows.first().getByRole('link'),
      rows.first().getByRole('button'),
      page.getByRole('button', { name: '1 stay inside' }),
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'list of places on a phone');
    await page.goto(`${server.url}/places?view=board`);
    await expect(rows).toHaveCount(7);
    await expectNoSidewaysScroll(page);
  });
});

test('when the server is away every place is covered, and no calm word remains', async ({ page, server }) => {
  await signIn(page, server, server.account('Super Admin'), '/places');
  const list = page.getByRole('list', { name: 'Places' });
  await expect(list.getByRole('listitem').first()).toContainText('Stay inside');
  await page.route('**/api/**', (route) => route.abort());
  await expect(list.getByText('Unknown', { exact: true })).toHaveCount(7, { timeout: 60_000 });
  await expect(list).not.toContainText(/clear/i);
  await expect(page).toHaveTitle(/Places: 7 unknown/);
  await expectAccessible(page, 'places while the server is away');
});
