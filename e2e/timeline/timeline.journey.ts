import { expect, type OwnLocation, signIn, slowWeather, test } from '../journey.ts';
import { expectNoSidewaysScroll } from '../page-checks.ts';

// The timeline of a place, from its page, for the screen and for paper.

test.use({ weather: slowWeather });

type TiedLocation = OwnLocation & { readonly organizationLocationId: string | null };

test('the timeline of a place is opened from it, shows what happened, and fits phone and paper', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const locations = await server.api<TiedLocation[]>('GET', 'location');
  const place = locations.find(({ organizationLocationId }) => organizationLocationId !== null);
  expect(place).toBeDefined();
  await signIn(page, server, server.account('Super Admin'), `/?location=${place?.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Timeline' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Timeline of / })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText(/SIMULATED WEATHER: not for safety decisions/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('search', { name: 'Entries' })).toBeHidden();
  await expect(page.getByText('Time zone')).toBeVisible();
});
