import type { Simulator } from '@allclear/adapters';
import type { Page } from '@playwright/test';
import { expect, signIn, test, untilApiSays } from '../journey.ts';
import { expectFine } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';
import {
  addUnit,
  commandsOf,
  type Devices,
  deviceNetworks,
  openDevices,
  placeOf,
  shortSignals,
  withoutUnits,
} from './devices.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };

test.use({
  weather: {
    speed: 30,
    story: {
      places: [stadium],
      flashes: [{ minute: 20, latitude: stadium.latitude + 0.072, longitude: stadium.longitude }],
      // Longer than the three minutes after which lightning counts as unobserved, and shorter than the delay.
      outages: [{ fromMinute: 29, toMinute: 40 }],
      minutes: 110,
    },
    env: deviceNetworks,
  },
  // The archive has no weather-service alerts, so it is unknown whether there are any; in the outage nothing is known.
  expectedMessages: /status of 503 .*\/api\/(location\/Delay|Advisory|public)\//,
});

let devices: Devices;
test.beforeAll(() => {
  devices = openDevices();
});
test.afterAll(() => devices.close());

interface Setting {
  readonly locationId: string;
  readonly publicPath: string;
  readonly field: Simulator;
  readonly pool: Simulator;
  readonly speaker: Simulator;
}

/** Two sirens, a loudspeaker and a relay at the stadium, and a siren there that was never reached. */
async function setUp(server: ServerUnderTest): Promise<Setting> {
  const { location, place } = await placeOf(server, stadium.label);
  for (const { id, policyTypeShortName } of await server.api<{ id: string; policyTypeShortName: string }[]>(
    'GET',
    'policy',
  ))
    if (policyTypeShortName !== 'LR1') await server.api('DELETE', `policy/${id}`);
  await withoutUnits(server);
  const [policy] = await server.api<{ id: string }[]>('GET', 'policy');
  const at = { placeId: place.id };
  const speaker = await devices.start('axis');
  const field = await devices.start('shelly');
  const pool = await devices.start('controlbyweb');
  const dead = await devices.start('controlbyweb');
  await dead.setFault('refused');
  const horn = await addUnit(server, {
    ...{ name: 'Stadium horn', model: 'PAS', driver: 'axis', address: speaker.address, ...at },
  });
  const first = await addUnit(server, {
    ...{ name: 'Field siren', model: 'OWS', driver: 'shelly', address: field.address, ...at },
  });
  const second = await addUnit(server, {
    ...{ name: 'Pool siren', model: 'OWS', driver: 'controlbyweb', address: pool.address, ...at },
  });
  await addUnit(server, {
    ...{ name: 'Gate siren', model: 'OWS', driver: 'controlbyweb', address: dead.address, ...at },
  });
  await server.api('POST', 'RemoteRelay', {
    ...{ hardwareId: first.id, name: 'Warning sign', output: 'switch:3', policyId: policy?.id ?? null },
    ...{ onAtStart: true, onAtClear: false },
  });
  const { publicPath } = await server.api<{ publicPath: string }>('PATCH', 'Hardware/OWS/Settings', {
    ...{ id: first.id, ...shortSignals, afterSirenPaId: horn.id, publicPage: true },
    ...{ postWarnMessage: 'Lightning is near. Go inside now.', postWarnClip: 'Go inside' },
    ...{ postAllClearMessage: 'All clear.', postAllClearClip: 'All clear' },
  });
  await server.api('PATCH', 'Hardware/OWS/Settings', { id: second.id, ...shortSignals, frequency: 10 });
  return { locationId: location.id, publicPath, field, pool, speaker };
}

/** Every title that the public page has shown, in order. */
async function recordTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const titles: string[] = [];
    Object.assign(window, { titles });
    const note = () => {
      const title = document.querySelector('main > [role]')?.textContent;
      if (title && titles.at(-1) !== title) titles.push(title);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { titles: string[] }).titles);
}

/** Before the first answer, and until the warning of the policy has ended too. */
const between = ['Checking…', 'Warning in effect'];

const secondsOf = (count: string) => {
  const [minutes = Number.NaN, seconds = Number.NaN] = count.split(':').map(Number);
  return minutes * 60 + seconds;
};

test('a strike sounds, lights, speaks and switches; a lost feed changes nothing; the earned clear ends it once', async ({
  page,
  context,
  browser,
  server,
}, info) => {
  test.setTimeout(240_000);
  const { locationId, publicPath, field, pool, speaker } = await setUp(server);
  const visitor = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const everybody = await visitor.newPage();
  const titles = await recordTitles(everybody);
  await everybody.goto(server.url + publicPath);
  const title = everybody.locator('main > [role="status"], main > [role="alert"]');
  await signIn(page, server, server.account('Admin'), `/?location=${locationId}`);
  const board = await context.newPage();
  await board.goto(`${server.url}/Hardware`);
  const card = (name: string) => board.getByRole('article', { name });
  await expect(card('Field siren')).toBeVisible();
  await expect(card('Field siren')).not.toContainText('Warning');
  await expect(title).toHaveText('All Clear', { timeout: 40_000 });
  expect([...field.commands, ...pool.commands, ...speaker.commands]).toEqual([]);

  await test.step('the strike', async () => {
    await expect
      .poll(() => field.state(), { timeout: 60_000, intervals: [50] })
      .toMatchObject({
        ...{ sounding: 'warning', lit: true },
      });
    await expect.poll(() => pool.state()).toMatchObject({ sounding: 'warning', lit: true });
    await expect.poll(() => field.state().relays['switch:3']).toBe(true);
    await expect(title).toHaveText('In delay');
    const count = everybody.getByRole('timer');
    const first = secondsOf(await count.innerText());
    expect(first).toBeLessThanOrEqual(30 * 60);
    await expect.poll(async () => secondsOf(await count.innerText())).toBeLessThan(first - 30);
    await expect(card('Field siren')).toContainText(/Warning since .*: lightning within 10 mi/);
    await expect(card('Gate siren')).toContainText('Never connected: it cannot sound');
    await expect(board.getByRole('alert').filter({ hasText: 'Gate siren cannot sound' })).toBeVisible();
    // The words come after the signal.
    await expect.poll(() => speaker.commands.map(({ text }) => text), { timeout: 15_000 }).toHaveLength(1);
    expect(speaker.commands[0]?.text).toMatch(/^clip Go inside on/);
    expect(
      speaker.commands[0]!.at - field.commands.find(({ text }) => text.startsWith('switch:0 on'))!.at,
    ).toBeGreaterThanOrEqual(5_000);
  });

  await test.step('one press stops the sound; light and delay stay', async () => {
    await expect(page.getByRole('alert').filter({ hasText: 'Sounding now' })).toContainText('Pool siren');
    await page.getByRole('button', { name: 'Stop sound' }).click();
    await expect.poll(() => pool.state().sounding).toBeNull();
    await expect(page.getByRole('button', { name: 'Stop sound' })).toHaveCount(0);
    expect(pool.state().lit).toBe(true);
    expect((await server.lightningOf(locationId)).kind).toBe('delay');
    await expect(card('Pool siren')).toContainText('Warning');
  });

  await test.step('the feed is lost', async () => {
    const before = [field, pool, speaker].map(({ commands }) => commands.length);
    await untilApiSays(server, locationId, 'unobserved');
    await expect(title).toHaveText('Failed to get data');
    await expect(everybody.getByRole('timer')).toHaveCount(0);
    await board.setViewportSize({ width: 1440, height: 900 });
    await board.screenshot({ path: info.outputPath('worst-1440.png'), fullPage: true });
    await board.setViewportSize({ width: 360, height: 740 });
    await board.screenshot({ path: info.outputPath('worst-360.png'), fullPage: true });
    await everybody.screenshot({ path: info.outputPath('public-failed.png') });
    await expect(title).toHaveText('In delay', { timeout: 60_000 });
    expect([field, pool, speaker].map(({ commands }) => commands.length)).toEqual(before);
    for (const siren of [field, pool]) expect(siren.state()).toMatchObject({ lit: true, sounding: null });
    expect(field.state().relays['switch:3']).toBe(true);
    await expectFine(board, 'the hardware in a delay');
  });

  await test.step('the earned clear', async () => {
    await expect(title).toHaveText('All Clear', { timeout: 90_000 });
    expect((await server.lightningOf(locationId)).kind).toBe('clear');
    for (const siren of [field, pool])
      await expect
        .poll(() => siren.state(), { timeout: 30_000 })
        .toMatchObject({
          ...{ sounding: 'all-clear', lit: false },
        });
    await expect.poll(() => field.state().relays['switch:3']).toBe(false);
    for (const siren of [field, pool]) await expect.poll(() => siren.state().sounding).toBeNull();
    await expect.poll(() => commandsOf(speaker, 'clip All clear')).toHaveLength(1);
    await expect(card('Field siren')).not.toContainText('Warning');
    expect(commandsOf(field, 'switch:0 on')).toEqual(['switch:0 on for 5 s']);
    expect(commandsOf(field, 'switch:1 on')).toEqual(['switch:1 on for 5 s']);
    expect(commandsOf(pool, 'relay2 on')).toEqual(['relay2 on for 5 s']);
    expect((await titles()).filter((one) => !between.includes(one))).toEqual([
      'All Clear',
      'In delay',
      'Failed to get data',
      'In delay',
      'All Clear',
    ]);
  });
  await expectFine(everybody, 'the public page');
  await visitor.close();
});
