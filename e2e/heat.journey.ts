import { expect, onPhone, signIn, test } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

// A noon in June: in a cool night there is no heat to advise on.
test.use({
  weather: { speed: 1, story: null, simulated: { beginsAt: '2026-06-06T17:00:00Z', ageMinutes: 0 } },
});

test('the heat of now becomes work and rest by the location’s profile, by another one when an admin chooses it, in detail for three days', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  const heat = page.getByRole('region', { name: 'Heat Stress Work/Rest' });
  await expect(heat).toContainText('Army TB MED 507, chosen for this location');
  await expect(heat).toContainText(/WBGT \d+\.\d °F/);
  await expect(heat).toContainText(/Below category 1|Category \d/);
  await heat.getByRole('button', { name: /^Clothing and circumstances/ }).click();
  await heat.getByRole('checkbox', { name: /moderate or hard work \(\+20 °F\)/ }).check();
  await heat.getByText('Percent').click();
  await expect(heat).toContainText(/\d+% work/);

  await page.getByRole('link', { name: 'Heat Profiles' }).click();
  await page
    .getByRole('combobox', { name: 'Profile of Aquatic center' })
    .selectOption({ label: 'ACSM 2007' });
  await expect(page.getByRole('status').filter({ hasText: 'Updated' })).toBeVisible();
  await expectAccessible(page, 'heat profiles');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heat).toContainText('ACSM 2007, chosen for this location');
  // The unit is remembered; the kind of work is remembered for each profile.
  await expect(heat.getByRole('radio', { name: 'Percent' })).toBeChecked();
  await expect(heat.getByRole('combobox', { name: 'Kind of work' })).toHaveValue('not-acclimatized');

  // The first forecast arrives some seconds after the start.
  await expect(heat.getByRole('region', { name: 'The next three hours' }).getByRole('listitem')).toHaveCount(
    3,
    { timeout: 60_000 },
  );
  await heat.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Heat Stress Work/Rest' });
  await expect(details.getByRole('figure', { name: 'WBGT, today' }).locator('svg')).toBeVisible();
  await details.getByRole('tab', { name: 'Day after tomorrow' }).click();
  await expect(details.getByRole('tabpanel')).toContainText(/Hottest hour forecast: \d+\.\d °F/);
  await expectAccessible(page, 'heat details');
});

onPhone(() => {
  test('heat profiles', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/heat-profiles');
    const copy = page.getByRole('button', { name: 'Copy Army TB MED 507' });
    await expectEasyToTouch(page.getByRole('combobox', { name: 'Profile of Bus barn yard' }), copy);
    await copy.click();
    await expect(
      page.getByRole('dialog', { name: 'Add Profile' }).getByRole('textbox', { name: 'Name', exact: true }),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'profile form on a phone');
  });
});
