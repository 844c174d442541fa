import { expect, signIn, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import {
  addUnit,
  type Devices,
  deviceNetworks,
  openDevices,
  placeOf,
  shortSignals,
  withoutUnits,
} from './devices.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };

let devices: Devices;
test.beforeAll(() => {
  devices = openDevices();
});
test.afterAll(() => devices.close());

test.use({
  weather: {
    speed: 20,
    story: {
      places: [stadium],
      flashes: [{ minute: 25, latitude: stadium.latitude + 0.072, longitude: stadium.longitude }],
      outages: [],
      minutes: 90,
    },
    env: deviceNetworks,
  },
  expectedMessages: /status of (409|503) .*\/api\/(location\/Delay|Advisory|Siren)\//,
});

test('a real strike ends a test at once and sounds; in the delay no test can begin', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  const { place } = await placeOf(server, stadium.label);
  await withoutUnits(server);
  const field = await devices.start('shelly');
  const siren = await addUnit(server, {
    ...{ name: 'Field siren', model: 'OWS', driver: 'shelly', address: field.address, placeId: place.id },
  });
  await server.api('PATCH', 'Hardware/OWS/Settings', { id: siren.id, ...shortSignals });
  await signIn(page, server, server.account('Admin'), '/Hardware');
  const card = page.getByRole('article', { name: 'Field siren', exact: true });
  // The place is clear before anything may be tested.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Test: Field siren' }).click();
        const dialog = page.getByRole('dialog', { name: 'Test Field siren' });
        await dialog.getByRole('button', { name: /^Turn On Light/ }).click();
        const begins = await dialog
          .getByRole('button', { name: 'Stop Test' })
          .waitFor({ timeout: 2_000 })
          .then(() => true)
          .catch(() => false);
        if (!begins) await dialog.getByRole('button', { name: 'Close' }).last().click();
        return begins;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(true);
  await expect.poll(() => field.state()).toMatchObject({ sounding: null, lit: true });
  await expect
    .poll(() => field.state(), { timeout: 90_000, intervals: [50] })
    .toMatchObject({ sounding: 'warning', lit: true });
  await expect(card).toContainText('Warning');
  const dialog = page.getByRole('dialog', { name: 'Test Field siren' });
  await expectFine(page, 'a test that a strike has ended');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const leave = page.getByRole('button', { name: 'Leave it on' });
  if (await leave.isVisible()) await leave.click();
  // The light is that of the delay now.
  expect(field.state().lit).toBe(true);
  await page.getByRole('button', { name: 'Test: Field siren' }).click();
  for (const name of [/^Start Delay/, /^Start All Clear/, /^Turn On Light/])
    await expect(dialog.getByRole('button', { name })).toBeDisabled();
});
