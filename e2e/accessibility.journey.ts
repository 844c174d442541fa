import { card, expect, type OwnLocation, onBothScreens, signIn, test, tokenOf } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

test('signing in', async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectAccessible(page, 'sign-in');
});

test('a calm dashboard, the form and the question before deleting', async ({ page, server }) => {
  // Simulated storms cross the demonstration's places; this place is far away from them.
  const far = {
    label: 'Harbor',
    locationName: 'Bangor, ME',
    latitude: 44.8,
    longitude: -68.77,
    allClearMinutes: 10,
  };
  const { id } = await server.api<OwnLocation>('POST', 'location/Add', far);
  await signIn(page, server, server.account('Super Admin'), `/?location=${id}`);
  await expect(card(page, 'Lightning Status')).toContainText('All Clear');
  await expect(card(page, 'Current Conditions')).toContainText('Conditions updated', { timeout: 30_000 });
  await expectAccessible(page, 'calm');
  await page.getByRole('button', { name: 'Edit Harbor' }).click();
  await expect(page.getByRole('dialog').locator('canvas')).toBeVisible();
  await expectAccessible(page, 'form');
  await page.getByRole('button', { name: 'Delete Location' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove Harbor' })).toBeVisible();
  await expectAccessible(page, 'question');
});

test('help is behind the question mark, except where somebody types', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'), '/places');
  const help = page.getByRole('dialog', { name: 'Help' });
  await page.getByRole('searchbox').pressSequentially('?');
  await expect(help).toHaveCount(0);
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  await expect(help).toContainText('Missing data never count as quiet.');
  await expectAccessible(page, 'help');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.goto(`${server.url}/Unauthorized`);
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(card(page, 'Lightning Status')).toBeVisible();
});

onBothScreens(() => {
  test('a dashboard in a delay', async ({ page, server }) => {
    const locations = await server.api<OwnLocation[]>('GET', 'location');
    let affected: string | undefined;
    await expect(async () => {
      for (const { id } of locations) {
        const lightning = await server.lightningOf(id);
        if (lightning.kind === 'delay' && lightning.zones[0]!.remainingSeconds > 900) affected = id;
      }
      expect(affected, 'a place in delay').toBeDefined();
    }).toPass({ timeout: 90_000 });
    await signIn(page, server, server.account('Super Admin'), `/?location=${affected}`);
    const lightning = card(page, 'Lightning Status');
    await expect(lightning.getByRole('listitem', { name: /^0-10 mi: / })).toContainText(/\d\d:\d\d/);
    await expect(lightning).not.toContainText('All Clear since');
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      page.getByRole('button', { name: 'Add location' }),
      page.getByRole('button', { name: /^Edit (?!practice)/ }),
    );
    await expectAccessible(page, 'delay');
  });
});

test.describe('an account without locations', () => {
  // Places that are deleted while their lightning or conditions are being requested.
  test.use({
    expectedMessages:
      /status of 404 .*\/api\/(location\/(Delay|LightningTape)|observations|Advisory|Today|ProactiveForecast\/Location)\//,
  });

  test('no locations at all', async ({ page, server }) => {
    await signIn(page, server, server.account('Assistant Admin'));
    const token = await tokenOf(page);
    const locations = await server.api<OwnLocation[]>('GET', 'location', undefined, token);
    for (const { id } of locations) await server.api('DELETE', `location/${id}`, undefined, token);
    await expect(page.getByRole('heading', { name: "You don't have any locations added" })).toBeVisible();
    const form = page.getByRole('form', { name: 'Add Location' });
    await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
    await expect(form.locator('canvas')).toBeVisible();
    await expectAccessible(page, 'no locations');
    // The next journey on this server needs them again.
    for (const { id: _, ...location } of locations) await server.api('POST', 'location/Add', location, token);
  });
});
