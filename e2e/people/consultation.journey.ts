import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';

test.use({ weather: slowWeather });

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

async function expectFine(page: Page, state: string): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${size.width} px`);
  }
  await page.setViewportSize(desk);
}

test.describe('while the question cannot be sent', () => {
  test.use({ expectedMessages: /Failed to load resource|net::ERR/ });

  test('a meteorologist is asked: first the question fails, then it is sent and kept', async ({
    page,
    server,
  }) => {
    await signIn(page, server, server.account('Admin'));
    await page.getByRole('link', { name: 'Ask a Meteorologist' }).click();
    await expect(page).toHaveURL(`${server.url}/Consultation`);
    await expect(page.getByRole('heading', { name: 'Ask a Meteorologist' })).toBeVisible();
    const send = page.getByRole('button', { name: 'Send Question' });
    await expectFine(page, 'the form');

    await send.click();
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveAccessibleDescription(
      /Question is required/,
    );
    await page.getByRole('radio', { name: 'Text' }).check();
    await send.click();
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/Phone number is required/);
    await page.getByRole('radio', { name: 'Email' }).check();
    await page.getByRole('textbox', { name: 'Question' }).fill('Will the storm reach the stadium by six?');

    await page.route('**/api/Consultation', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await send.click();
    await expect(page.getByText('There was a problem sending your question, contact support.')).toBeVisible();
    await expect(page.getByText(/Error submitting request: /).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'support@demo.example' }).first()).toBeVisible();
    await expectFine(page, 'a question that was not sent');
    await page.unroute('**/api/Consultation');

    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(/stadium by six/);
    await send.click();
    await expect(page.getByRole('heading', { name: 'Question sent' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('will respond shortly')).toBeVisible();
    const own = page.getByRole('list', { name: 'Your questions' });
    await expect(own).toContainText('stadium by six');
    await expectFine(page, 'a question that was sent');

    await page.getByRole('button', { name: 'Send another request' }).click();
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('');
    await page.goto(`${server.url}/Mailbox`);
    await expect(page.getByText(/Question to a meteorologist from/).first()).toBeVisible();
  });
});

test('a Customer cannot ask, and writes to the support contact', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await expect(page.getByRole('link', { name: 'Support center' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask a Meteorologist' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Support center' }).click();
  await expectFine(page, 'the support center');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Request access');
  await page.getByRole('textbox', { name: 'Message' }).fill('Please let me see the policies.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message is on its way to the support contact')).toBeVisible();
  await page.goto(`${server.url}/Consultation`);
  await expect(page).toHaveURL(`${server.url}/Unauthorized`);
});
