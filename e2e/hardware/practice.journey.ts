import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import {
  addUnit,
  commandsOf,
  type Devices,
  deviceNetworks,
  openDevices,
  type Place,
  shortSignals,
  withoutUnits,
} from './devices.ts';

let devices: Devices;
test.beforeAll(() => {
  devices = openDevices();
});
test.afterAll(() => devices.close());

test.use({
  weather: {
    ...{ ...slowWeather, speed: 10, story: null },
    simulated: { beginsAt: '2026-06-06T14:00:00Z', ageMinutes: 120 },
    env: { ...deviceNetworks, ALLCLEAR_SCENARIO: 'quiet' },
  },
});

test('a device is asked from the form, its relay switched, a test planned, and a drill goes through the whole chain', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  await withoutUnits(server);
  const [place] = await server.api<Place[]>('GET', 'organizationLocation');
  const field = await devices.start('shelly');
  const siren = await addUnit(server, {
    ...{ name: 'Field siren', model: 'OWS', driver: 'shelly', address: field.address },
    placeId: place!.id,
  });
  await server.api('PATCH', 'Hardware/OWS/Settings', { id: siren.id, ...shortSignals });
  await signIn(page, server, server.account('Admin'), '/Hardware');
  const card = page.getByRole('article', { name: 'Field siren', exact: true });
  await expect(card).toContainText('Connected');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More: Field siren' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await test.step('the form asks the device', async () => {
    await choose('Edit hardware');
    const form = page.getByRole('dialog', { name: 'Edit Hardware' });
    await form.getByRole('button', { name: 'Check Connection' }).click();
    await expect(form.getByText('It answered (a simulator)')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a relay is added and switched', async () => {
    await choose('Add relays');
    const dialog = page.getByRole('dialog', { name: 'Relays of Field siren' });
    await dialog.getByRole('button', { name: 'Add Relay' }).click();
    const form = page.getByRole('dialog', { name: 'Add Relay' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Floodlight');
    await form.getByRole('textbox', { name: 'Output of the device' }).fill('switch:3');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Floodlight: Off')).toBeVisible();
    await dialog.getByRole('button', { name: 'Switch on Floodlight' }).click();
    const question = page.getByRole('dialog', { name: 'Switch on Floodlight' });
    await expectFine(page, 'the question of a relay');
    await question.getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog.getByText('Floodlight: On')).toBeVisible();
    expect(field.state().relays['switch:3']).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a test is planned, and taken back', async () => {
    await page.getByRole('button', { name: 'Settings: Field siren' }).click();
    const form = page.getByRole('dialog', { name: 'Settings of Field siren' });
    await form.getByLabel('Repeated').selectOption('Every week');
    await form.getByRole('button', { name: 'Add Scheduled Test' }).click();
    const planned = form.getByRole('list', { name: 'Scheduled tests' }).getByRole('listitem');
    await expect(planned).toContainText('Silent communication check: Every Monday, 12:00 PM');
    await expect(planned).toContainText('Next ');
    const download = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Calendar of all tests' }).click();
    expect((await download).suggestedFilename()).toBe('siren-tests.ics');
    await planned.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(form.getByText('No test of this unit is scheduled.')).toBeVisible();
    await form.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a drill', async () => {
    await choose('Drill');
    const dialog = page.getByRole('dialog', { name: 'Drill' });
    await dialog.getByRole('checkbox', { name: /^Field siren/ }).check();
    await dialog.getByLabel(/^Minutes from the warning signal/).fill('1');
    await expectFine(page, 'a drill');
    await dialog.getByRole('button', { name: 'Start Drill' }).click();
    await expect.poll(() => field.state()).toMatchObject({ sounding: 'warning', lit: true });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(card).toContainText(/drill/i);
    await expect.poll(() => field.state().sounding, { timeout: 120_000 }).toBe('all-clear');
    await expect.poll(() => field.state(), { timeout: 30_000 }).toMatchObject({ sounding: null, lit: false });
    const units = await server.api<{ name: string; signal: string }[]>('GET', 'Hardware');
    expect(units.find(({ name }) => name === 'Field siren')?.signal).toBe('none');
    expect(commandsOf(field, 'switch:1 on')).toHaveLength(1);
  });
});
