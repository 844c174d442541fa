import { expect, type OwnLocation, signIn, test } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

test('the forecast, the air quality and the risks of today are read, by the hour, by the day, and in detail', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Customer'));
  const forecast = page.getByRole('region', { name: 'Forecast Breakdown' });
  const columns = forecast.getByRole('table').getByRole('columnheader');
  // At midnight an hour of the weather may pass between the two checks.
  await expect.poll(() => columns.count()).toBeGreaterThanOrEqual(35);
  await expect(forecast.getByRole('button', { name: /^Feels °F/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(
    forecast.getByRole('img', { name: /^Feels-like in °F as a line, Heat index policy \d+ °F/ }),
  ).toBeVisible();

  const strip = forecast.getByRole('region', { name: /^Forecast, the next \d+ hours/ });
  const left = () => strip.evaluate((element) => element.scrollLeft);
  await forecast.getByRole('button', { name: 'Later hours' }).click();
  await expect.poll(left).toBe(240);
  const box = (await strip.boundingBox())!;
  await page.mouse.move(box.x + 400, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 90, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBe(340);
  await strip.focus();
  await page.keyboard.press('Home');
  await expect.poll(left).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBe(60);

  await forecast.getByRole('button', { name: /^Temp °F/ }).click();
  await forecast.getByText('Daily', { exact: true }).click();
  await expect.poll(() => columns.count()).toBeGreaterThanOrEqual(6);
  await expect(forecast.getByRole('button', { name: /^Feels °F/ })).toHaveAttribute('aria-pressed', 'true');

  const air = page.getByRole('region', { name: 'Air Quality' });
  await expect(
    air.getByRole('img', { name: /^Air quality index \d+ on a scale from 0 to 300/ }),
  ).toBeVisible();
  await air.getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Air Quality' });
  await expect(dialog).toContainText('PM2.5');
  await expect(dialog).toContainText(/Updated .* ago/);
  await dialog.getByText('Close', { exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const risks = page.getByRole('region', { name: "Today's Policy Risks" });
  await risks.getByRole('button', { name: /^WBGT/ }).click();
  await expect(risks).toContainText(/At or above \d+\.\d °F/);
  await expectAccessible(page, 'forecast, air quality and risks');

  await page.setViewportSize({ width: 360, height: 740 });
  // Charts take their new width with a delay.
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await expectEasyToTouch(
    forecast.getByRole('button', { name: /^Feels °F/ }),
    air.getByRole('button', { name: 'Details' }),
  );
  await expect(forecast.getByRole('button', { name: 'Later hours' })).toBeHidden();
});

test('during a delay answer, tape, map, conditions and warnings are on the first screen of a laptop', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const inDelay = async () => {
    for (const { id } of locations) {
      const answer = await server.lightningOf(id);
      if (answer.kind === 'delay' && answer.zones.some(({ state }) => state === 'delay')) return id;
    }
    return null;
  };
  // The storms of the simulated weather may have passed.
  if ((await inDelay()) === null)
    await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: locations[0]!.id });
  let affected: string | null = null;
  await expect
    .poll(async () => (affected = await inDelay()), { timeout: 90_000, message: 'a place is in delay' })
    .not.toBeNull();
  await signIn(page, server, server.account('Super Admin'), `/?location=${affected}`);
  const lightning = page.getByRole('region', { name: 'Lightning Status' });
  const parts = {
    answer: page.getByRole('region', { name: /^What to do at / }),
    tape: lightning.getByText('Quiet as observed'),
    map: lightning.getByRole('link', { name: /^Live Radar/ }),
    lightning,
    conditions: page.getByRole('region', { name: 'Current Conditions' }),
  };
  // Of many warnings the first six.
  const warnings = page.getByRole('region', { name: /^Active Warnings for / }).getByRole('listitem');
  await expect(warnings.first()).toBeVisible();
  await expect(parts.conditions).toContainText('Conditions updated');
  const last = warnings.nth(Math.min(await warnings.count(), 6) - 1);
  for (const [name, part] of Object.entries({ ...parts, warnings: last })) {
    const { y, height } = (await part.boundingBox())!;
    expect(y, name).toBeGreaterThan(0);
    expect(y + height, `the end of ${name}`).toBeLessThanOrEqual(900);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an admin adds a practice, and Today says what the forecast means for it', async ({ page, server }) => {
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const { id } = locations.find(({ label }) => label === 'Golf course')!;
  await signIn(page, server, server.account('Super Admin'), `/?location=${id}`);
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('button', { name: 'Edit practice times' }).click();
  const dialog = page.getByRole('dialog', { name: 'Practice times: Golf course' });
  const times = dialog.getByRole('group', { name: 'practice time', exact: false });
  await dialog.getByRole('button', { name: 'Add a practice time' }).click();
  await expectAccessible(page, 'the practice times', '[role=dialog]');
  const added = times.last();
  await added.getByLabel('Name').fill('Golf team');
  const whole = dialog.getByRole('group', { name: 'Golf team', exact: true });
  for (const day of ['Sat', 'Sun']) await whole.getByText(day, { exact: true }).click();
  // Whatever the time is, one is within the hours that are shown.
  await whole.getByLabel('From').fill('00:00');
  await whole.getByLabel('To').fill('23:59');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(today.getByRole('listitem').filter({ hasText: 'Golf team' }).first()).toBeVisible();
  await expectAccessible(page, 'today');
  await today.getByRole('button', { name: 'Show as table' }).click();
  await expect(today.getByRole('columnheader', { name: 'WBGT' })).toBeVisible();

  await page.setViewportSize({ width: 320, height: 740 });
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await today.getByRole('button', { name: 'Show as chart' }).click();
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await expectEasyToTouch(today.getByRole('button', { name: 'Edit practice times' }));
});
