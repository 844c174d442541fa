import { expect, type OwnLocation, onPhone, signIn, slowWeather, test, withoutPolicies } from './journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from './page-checks.ts';

const later = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

// The refused script is answered with 400, which the browser logs.
test.use({
  weather: slowWeather,
  expectedMessages: /status of 400 .*\/api\/ProactiveForecast/,
});

test('an admin writes a forecast, it shows on dashboards, a script in it is refused, and expiring takes it away', async ({
  browser,
  page,
  server,
}) => {
  await withoutPolicies(server);
  await signIn(page, server, server.account('Admin'));
  await page.getByRole('link', { name: 'Proactive Forecasts' }).click();
  await expect(page).toHaveURL(`${server.url}/ProactiveForecasts`);
  await expect(page.getByRole('heading', { name: 'No forecasts have been written' })).toBeVisible();
  await expectAccessible(page, 'no forecasts');

  const reading = await browser.newContext();
  const customer = await reading.newPage();
  await signIn(customer, server, server.account('Customer'));
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Proactive Forecasts' })).toHaveCount(0);

  await page.getByRole('button', { name: 'New Forecast' }).click();
  const form = page.getByRole('dialog', { name: 'New Forecast' });
  await form.getByRole('button', { name: 'Send Forecast' }).click();
  await expect(form.getByRole('group', { name: 'Please check the form' })).toBeFocused();
  await expect(form.getByLabel('Headline')).toHaveAccessibleDescription(/Headline is required/);
  await form.getByLabel('Headline').fill('Storms at six');
  const message = form.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Go <script>document.title = "run"</script>inside');
  await form.getByRole('button', { name: 'Send Forecast' }).click();
  await expect(message).toHaveAccessibleDescription(/cannot contain scripts/);
  await expect(page).toHaveTitle('SIMULATED · Proactive Forecasts · Allclear');
  await message.fill('Go ');
  await form.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('inside');
  await expect(message).toHaveValue('Go <strong>inside</strong>');
  await expect(form.getByRole('region', { name: 'Preview' }).getByText('inside')).toBeVisible();
  await form.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 12 hours' }).click();
  await expectAccessible(page, 'forecast form');
  await form.getByRole('button', { name: 'Send Forecast' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Forecast sent' })).toBeVisible();
  const forecast = page.getByRole('article', { name: /Storms at six/ });
  await expect(forecast).toContainText('All locations');
  await expect(forecast).toContainText(/Expires in (11|12) hours/);
  await expectAccessible(page, 'a forecast');

  // It appears on the other user's dashboard without a reload.
  const tab = customer.getByRole('button', { name: /Forecast - Storms at six/ });
  await expect(tab).toBeVisible();
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
  await expect(customer.locator('strong', { hasText: /^inside$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Expire now: Storms at six' }).click();
  const question = page.getByRole('dialog', { name: 'Expire this forecast now?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('No forecast is in effect.')).toBeVisible();
  await expect(tab).toHaveCount(0);
  await page.getByRole('button', { name: 'Show 1 expired' }).click();
  await expect(forecast).toContainText('Expired');

  await customer.goto(`${server.url}/ProactiveForecasts`);
  await expect(customer).toHaveURL(`${server.url}/Unauthorized`);
  await reading.close();
});

onPhone(() => {
  test('forecasts', async ({ page, server }) => {
    const places = await server.api<OwnLocation[]>('GET', 'organizationLocation');
    const body = {
      headline: 'Heat all week',
      message: '<p>Drink</p>',
      expiresAt: later(),
      organizationLocationIds: [places[0]!.id],
    };
    await server.api('POST', 'ProactiveForecast', body);
    await signIn(page, server, server.account('Admin'), '/ProactiveForecasts');
    const add = page.getByRole('button', { name: 'Add message: Heat all week' }).first();
    await expect(add).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      page.getByRole('button', { name: 'New Forecast' }),
      add,
      page.getByRole('button', { name: /^Expire now/ }).first(),
    );
    await page.getByRole('button', { name: 'New Forecast' }).click();
    const form = page.getByRole('dialog', { name: 'New Forecast' });
    await form.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'At a date and time' }).click();
    await expect(form.getByLabel('Date and time')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectEasyToTouch(
      ...['Bold', 'Italic', 'List', 'Link', 'Cancel', 'Send Forecast'].map((name) =>
        form.getByRole('button', { name }),
      ),
    );
    await expectAccessible(page, 'forecast form on a phone');
  });
});
