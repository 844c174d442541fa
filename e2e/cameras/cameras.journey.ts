import type { Page } from '@playwright/test';
import { expect, onPhone, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

test.use({ weather: slowWeather });

/** What these journeys need of a camera. */
interface Camera {
  readonly name: string;
  readonly simulated: boolean;
}

/** A simulated camera: that of the demonstration, or one that is added. */
async function simulatedCamera(server: ServerUnderTest): Promise<Camera> {
  const cameras = await server.api<Camera[]>('GET', 'LiveStream/CameraFeed/All');
  const camera = cameras.find(({ simulated }) => simulated);
  return camera ?? server.api<Camera>('POST', 'LiveStream/Camera', { name: 'Scoreboard', kind: 'simulated' });
}

async function choose(page: Page, name: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: /Select Camera/ });
  await picker.fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
}

/** Waits until a picture of a camera is on the screen. */
async function expectWatched(page: Page, name: string): Promise<void> {
  const image = page.getByAltText(`${name}, live`);
  await expect(page.getByText('Connecting to camera...')).toBeHidden({ timeout: 30_000 });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
}

/** The picture on the screen, to see that it is followed by another. */
const shownSource = (page: Page, name: string) => page.getByAltText(`${name}, live`).getAttribute('src');

test('an admin finds Live Camera in the sidebar, watches the simulated camera, and the logs show it', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const camera = await simulatedCamera(server);
  await signIn(page, server, server.account('Admin'));
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Live Camera' })).toBeVisible();
  const labels = await main
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''));
  const order = ['Widgets', 'Live Camera', 'Integrations'].map((label) => labels.indexOf(label));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  await main.getByRole('link', { name: 'Live Camera' }).click();
  await expect(page).toHaveURL(`${server.url}/LiveCamera`);
  await expect(page.getByText(/^You have used \d+h \d+m of \d+h( \d+m)? this month\.$/)).toBeVisible();
  await expect(page.getByText('Select a camera.')).toBeVisible();
  await expectFine(page, 'no camera is selected');

  await choose(page, camera.name);
  await expectWatched(page, camera.name);
  await expect(page.getByRole('region', { name: camera.name }).getByText('Simulated')).toBeVisible();
  const first = await shownSource(page, camera.name);
  await expect.poll(() => shownSource(page, camera.name)).not.toBe(first);
  await expectFine(page, 'a camera is watched');
  await expect(page.getByText('The picture has stopped')).toHaveCount(0);

  await page.getByRole('link', { name: 'Camera Logs' }).click();
  const table = page.getByRole('table', { name: 'Camera logs' });
  await expect(table).toContainText(camera.name);
  await expect(page.getByRole('list', { name: 'Minutes by camera' })).toContainText(camera.name);
  await expect(page.locator('.recharts-radial-bar-sectors')).toHaveCount(2);
  await expectFine(page, 'the logs of a month');
  await page.getByLabel('Month').selectOption({ index: 5 });
  await expect(page.getByText('No logs found for this month.')).toBeVisible();
  await page.getByRole('link', { name: 'Live Camera', exact: true }).last().click();
  await expect(page.getByText('Select a camera.')).toBeVisible();
});

test.describe('the form of a camera', () => {
  // An address that is refused.
  test.use({ expectedMessages: /status of 400 .*LiveStream\/Camera/ });

  test('a camera is added, checked, changed and deleted', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/LiveCamera');
    await page.getByRole('button', { name: 'Add Camera' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Camera' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Journey camera');
    await dialog.getByLabel('Kind').selectOption('mjpeg');
    await dialog.getByLabel('Address').fill('file:///etc/passwd');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
    await expectFine(page, 'a refused address');
    await dialog.getByLabel('Kind').selectOption('simulated');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const item = page
      .getByRole('list', { name: 'Cameras' })
      .getByRole('listitem')
      .filter({ hasText: 'Journey camera' });
    await item.getByRole('button', { name: 'Check Journey camera' }).click();
    await expect(item.getByRole('status')).toHaveAttribute('data-works', 'true', { timeout: 40_000 });
    await item.getByRole('button', { name: 'Edit Journey camera' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Camera' });
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Changed camera');
    await expectFine(page, 'the form of a camera');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Edit Changed camera' }).click();
    await edit.getByRole('button', { name: 'Delete Camera' }).click();
    await page
      .getByRole('dialog', { name: 'Remove Changed camera' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByRole('button', { name: 'Edit Changed camera' })).toHaveCount(0);
  });
});

test.describe('a share link', () => {
  // An ended link is refused.
  test.use({ expectedMessages: /status of 404 .*CameraLink/ });

  test('is made, watched without an account, counted, and ends its viewer when it is revoked', async ({
    page,
    server,
    browser,
  }) => {
    test.setTimeout(180_000);
    const camera = await simulatedCamera(server);
    await signIn(page, server, server.account('Admin'), '/LiveCamera');
    const allowed = page.getByRole('switch', { name: 'Share links are allowed' });
    await expect(allowed).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Make Link' })).toHaveCount(0);
    await allowed.press('Space');
    await page.getByLabel('Name of the link').fill('Fire department');
    await page.getByRole('form', { name: 'New share link' }).getByLabel('Camera').selectOption(camera.name);
    await page.getByRole('button', { name: 'Make Link' }).click();
    const made = page.getByRole('status', { name: 'The new share link' });
    const address = await made.getByRole('textbox').inputValue();
    expect(address).toMatch(/\/camera#[\w-]+$/);
    await expectFine(page, 'a new share link');

    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const responder = await context.newPage();
    const asked: string[] = [];
    responder.on('request', (request) => asked.push(request.url()));
    await responder.goto(address);
    await expectWatched(responder, camera.name);
    await expect(responder).toHaveURL(`${server.url}/camera`);
    const token = address.split('#')[1]!;
    expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
    expect(
      await responder.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ),
    ).not.toContain(token);
    await expectFine(responder, 'a shared camera');
    const links = () => server.api<{ views: number }[]>('GET', 'LiveStream/ShareLink');
    await expect.poll(async () => (await links())[0]?.views).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Revoke Fire department' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke Fire department' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await expect(responder.getByText('This link has ended.')).toBeVisible({ timeout: 6_000 });
    await responder.goto('about:blank');
    await responder.goto(address);
    await expect(responder.getByText('This link has ended.')).toBeVisible();
    await expectFine(responder, 'a link that has ended');
    await context.close();
  });
});

test('a Customer has no Live Camera: each of its pages leads to Unauthorized', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Camera' }),
  ).toHaveCount(0);
  for (const path of ['/LiveCamera', '/LiveCamera/Logs/any']) {
    await page.goto(server.url + path);
    await expect(page, path).toHaveURL(`${server.url}/Unauthorized`);
  }
});

onPhone(() => {
  test('an Assistant Admin has the page without its setup', async ({ page, server }) => {
    await signIn(page, server, server.account('Assistant Admin'), '/LiveCamera');
    await expect(page.getByRole('heading', { name: 'Live Camera', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Camera' })).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Share links are allowed' })).toHaveCount(0);
  });
});
