import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import { tokenOfNewOperator } from '../people/operator-account.ts';

// A server of its own: others go on to have time.
test.use({ weather: { ...slowWeather } });

test('with the allowance used up nothing can be selected, without one there is no camera, and without the feature no page', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(180_000);
  await server.api('POST', 'LiveStream/Camera', { name: 'Press box', kind: 'simulated' });
  const token = await tokenOfNewOperator(browser, server, 'operator@cameras.example');
  const { id } = await server.api<{ id: string }>('GET', 'Customer');
  const allow = (liveStreamMinutes: number | null) =>
    server.api('PATCH', 'operator/Organizations', { id, liveStreamMinutes }, token);

  await allow(0);
  await signIn(page, server, server.account('Admin'), '/LiveCamera');
  await expect(page.getByText('You have used 0h 0m of 0h this month.')).toBeVisible();
  await expect(page.getByText('Select a camera.')).toBeVisible();
  await expect(page.getByText(/It begins anew on \w+ 1(,| at) 12:00 AM C[DS]T\.$/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Select Camera/ })).toBeDisabled();
  await expectFine(page, 'the allowance is used up');

  await allow(null);
  await page.reload();
  await expect(page.getByText('Your organization does not have a live camera feed.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Select Camera/ })).toHaveCount(0);
  await expectFine(page, 'no live camera');

  await allow(600);
  await server.api(
    'PATCH',
    'operator/Organizations',
    { id, withheldFeatures: ['live_camera.access'] },
    token,
  );
  for (const path of ['/LiveCamera', `/LiveCamera/Logs/${id}`]) {
    await page.goto(server.url + path);
    await expect(page, path).toHaveURL(`${server.url}/Unauthorized`);
  }
  await expect(page.getByRole('link', { name: 'Live Camera' })).toHaveCount(0);
});
