import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import {
  addUnit,
  commandsOf,
  type Devices,
  deviceNetworks,
  openDevices,
  type Place,
  type placeOf,
  withoutUnits,
} from './devices.ts';

test.use({
  actionTimeout: 20_000,
  // An address outside the networks is refused.
  expectedMessages: /status of 400 .*\/api\/Hardware/,
  // Half an hour of silence is half a minute; without storms, and away from the hours offline.
  weather: {
    ...{ speed: 60, story: null },
    simulated: { beginsAt: '2026-06-06T14:00:00Z', ageMinutes: 120 },
    env: { ...deviceNetworks, ALLCLEAR_SCENARIO: 'quiet' },
  },
});

let devices: Devices;
test.beforeAll(() => {
  devices = openDevices();
});
test.afterAll(() => devices.close());

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Opens an action of a card's menu. */
async function choose(page: Page, unit: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${unit}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function pick(page: Page, form: Locator, label: string, option: string | RegExp): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function firstPlace(server: Parameters<typeof placeOf>[0]): Promise<Place> {
  const [place] = await server.api<Place[]>('GET', 'organizationLocation');
  return place!;
}

test('a unit from its form through settings, tests, a reason and silence', async ({ page, server }) => {
  test.setTimeout(240_000);
  await withoutUnits(server);
  const place = await firstPlace(server);
  const field = await devices.start('shelly');
  const pool = await devices.start('controlbyweb');
  await signIn(page, server, server.account('Admin'), '/Hardware');

  await test.step('added', async () => {
    await page.getByRole('button', { name: 'Add Hardware' }).click();
    const form = dialogOf(page, 'Add Hardware');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Field siren');
    await pick(page, form, 'Location', place.name);
    await pick(page, form, 'Make', /^Shelly/);
    const address = form.getByRole('textbox', { name: 'Address', exact: true });
    await address.fill('169.254.169.254');
    await form.getByLabel('Warning signal at').fill('switch:0');
    await form.getByLabel('All-clear signal at').fill('switch:1');
    await form.getByLabel('Light at').fill('switch:2');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('link', { name: /outside of the networks/ })).toBeVisible();
    await expectFine(page, 'the form of hardware');
    await address.fill(field.address);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Hardware added')).toBeVisible();
    await expect(cardOf(page, 'Field siren')).toContainText('Connected');
  });
  await addUnit(server, {
    ...{ name: 'Pool siren', model: 'OWS', driver: 'controlbyweb', address: pool.address },
    placeId: place.id,
  });
  await expect(cardOf(page, 'Pool siren')).toContainText('Connected');

  await test.step('settings', async () => {
    await page.getByRole('button', { name: 'Settings: Field siren' }).click();
    const form = dialogOf(page, 'Settings of Field siren');
    for (const name of ['Warning signal, one play', 'Plays of the warning signal'])
      await form.getByRole('slider', { name, exact: true }).press('Home');
    await expect(form.getByText('Warning signal, one play: 5 seconds')).toBeVisible();
    await form.getByRole('switch', { name: /^Life safety/ }).check();
    await expectFine(page, 'the settings of a siren');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('OWS Settings Successfully Updated')).toBeVisible();
    const units = await server.api<{ id: string; name: string }[]>('GET', 'Hardware');
    const { id } = units.find(({ name }) => name === 'Field siren')!;
    expect(await server.api('GET', `Hardware/OWS/${id}`)).toMatchObject({
      ...{ duration: 5, frequency: 1, lifeSafety: true },
    });
  });

  await test.step('tested alone', async () => {
    await page.getByRole('button', { name: 'Test: Field siren' }).click();
    const dialog = dialogOf(page, 'Test Field siren');
    await dialog.getByRole('button', { name: /^Start Delay/ }).click();
    await expect.poll(() => field.state()).toMatchObject({ sounding: 'warning', lit: true });
    await expect(dialog.getByText('Stop testing when you are done.')).toBeVisible();
    await expectFine(page, 'the test of a siren');
    await dialog.getByRole('button', { name: 'Stop Test' }).click();
    await expect.poll(() => field.state()).toMatchObject({ sounding: null, lit: false });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(pool.commands).toEqual([]);
  });

  await test.step('tested in bulk', async () => {
    const bulk = page.getByRole('button', { name: /^Bulk Actions/ });
    await page.getByRole('checkbox', { name: 'Select Field siren' }).check();
    await expect(bulk).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Select Pool siren' }).check();
    await expect(bulk).toHaveText('Bulk Actions (2)');
    await bulk.click();
    await page.getByRole('menuitem', { name: 'Turn On Light' }).click();
    const dialog = dialogOf(page, 'Test 2 units');
    await dialog.getByRole('button', { name: /^Turn On Light/ }).click();
    for (const siren of [field, pool])
      await expect.poll(() => siren.state()).toMatchObject({ sounding: null, lit: true });
    await dialog.getByRole('button', { name: 'Stop Test' }).click();
    for (const siren of [field, pool]) await expect.poll(() => siren.state().lit).toBe(false);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    for (const siren of [field, pool])
      expect(commandsOf(siren, siren === field ? 'switch:1 on' : 'relay2 on')).toEqual([]);
  });

  await test.step('disabled with a reason, and enabled', async () => {
    for (const verb of ['Disable', 'Enable'] as const) {
      await choose(page, 'Pool siren', verb);
      const dialog = dialogOf(page, `${verb} Pool siren`);
      const button = dialog.getByRole('button', { name: verb });
      await dialog.getByLabel('Reason').fill('   ');
      await expect(button).toBeDisabled();
      await dialog.getByLabel('Reason').fill('Its mast is painted');
      if (verb === 'Disable') await expectFine(page, 'the reason of a disabled unit');
      await button.click();
      await expect(page.getByText(`Successfully ${verb.toLowerCase()}d OWS`)).toBeVisible();
      if (verb === 'Disable')
        await expect(cardOf(page, 'Pool siren')).toContainText('Disabled becauseIts mast is painted');
      else await expect(cardOf(page, 'Pool siren')).not.toContainText('Disabled');
    }
  });

  await test.step('silent, and back', async () => {
    await pool.setFault('refused');
    await expect(cardOf(page, 'Pool siren')).toContainText('Connection lost.', { timeout: 60_000 });
    await expect(cardOf(page, 'Field siren')).toContainText('Connected.');
    await expectFine(page, 'the hardware with a silent unit');
    await pool.setFault('good');
    await expect(cardOf(page, 'Pool siren')).toContainText('Connected.', { timeout: 60_000 });
  });
});

test('a stored message from its form to loudspeakers, of which one cannot', async ({ page, server }) => {
  await withoutUnits(server);
  const place = await firstPlace(server);
  const good = await devices.start('axis');
  const bad = await devices.start('axis');
  for (const [name, { address }] of [
    ['Good horn', good],
    ['Bad horn', bad],
  ] as const)
    await addUnit(server, { name, model: 'PAS', driver: 'axis', address, placeId: place.id });
  await bad.setFault('wrong-password');

  await signIn(page, server, server.account('Admin'), '/PAStoredMessages');
  await page.getByRole('button', { name: 'Add Message' }).click();
  const form = page.getByRole('dialog', { name: /Stored Message$/ });
  await form.getByLabel('Title').fill('Gates close');
  await form.getByRole('textbox', { name: 'Message', exact: true }).fill('The gates close in ten minutes.');
  await expectFine(page, 'the form of a stored message');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Successfully Added Stored Message')).toBeVisible();
  await expectFine(page, 'the stored messages');
  await page.getByRole('button', { name: 'Update Gates close' }).click();
  await form.getByLabel('Recorded clip').fill('This is a test');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Successfully Updated Stored Message')).toBeVisible();

  await page.getByRole('link', { name: 'On-Site Hardware' }).first().click();
  await page.getByRole('button', { name: 'Send PA Message' }).click();
  const dialog = dialogOf(page, 'Send PA Message');
  await dialog.getByRole('checkbox', { name: 'Good horn' }).check();
  await dialog.getByRole('checkbox', { name: 'Bad horn' }).check();
  await pick(page, dialog, 'Stored message', 'Gates close');
  await expect(dialog.getByText('The recorded clip “This is a test” is played instead.')).toBeVisible();
  await expectFine(page, 'the PA message');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  const result = dialogOf(page, 'PA message');
  await expect(result.getByText('Sent to 1 of 2; 1 failed.')).toBeVisible({ timeout: 60_000 });
  await expect(result.getByRole('listitem').first()).toContainText('Bad horn');
  await expectFine(page, 'the result of a PA message');
  expect(commandsOf(good, 'clip This is a test')).toHaveLength(1);
  expect(bad.commands).toEqual([]);
  await result.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`${server.url}/PAStoredMessages`);
  await page.getByRole('button', { name: 'Delete Gates close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully Deleted Stored Message')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Gates close' })).toHaveCount(0);
});
