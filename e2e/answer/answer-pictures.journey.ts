import { expect, type OwnLocation, test } from '../journey.ts';
import { expectPictures, openSettled } from './expect-pictures.ts';

// What to do is plain within one second, in each of the seven states, at four sizes and in both themes: the
// clock almost stands still, so that every time and number is fixed. After an intended change:
// `npx playwright test -c e2e/playwright.config.ts answer-pictures --update-snapshots`, then look at each of
// the changed pictures.

const beginsAt = '2026-06-06T20:00:00Z';

// No age is a whole minute, when a reading may or may not have arrived.
test.use({
  weather: {
    speed: 0.01,
    story: null,
    simulated: { beginsAt, ageMinutes: 15.55 },
  },
  // In an outage the server says that it does not know.
  expectedMessages: /status of 503 |ERR_CONNECTION|Failed to fetch|Failed to load resource/,
});

test('six states of a place: the answer stands first, on every screen', async ({ page, server }) => {
  test.setTimeout(600_000);
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const idOf = (label: string) => locations.find((one) => one.label === label)!.id;
  const stadium = idOf('Memorial Stadium');
  await expectPictures(page, server, 'stop', idOf('Aquatic center'), 'Stop: NWS Severe Thunderstorm Warning');
  await server.skipTo(40.55);
  await expectPictures(page, server, 'stay-inside', stadium, 'Stay inside');
  // Warnings end in between.
  await server.skipTo(70.55);
  await openSettled(page, server, stadium);
  await server.skipTo(87.55);
  await expectPictures(page, server, 'be-ready', idOf('Bus barn yard'), 'be ready');
  await server.skipTo(110.55);
  await expectPictures(page, server, 'clear', stadium, 'Clear since');
  await server.api('POST', 'demonstration/Events', { kind: 'outage', locationId: stadium });
  await server.skipTo(114.55);
  await expectPictures(page, server, 'unknown', stadium, /We don.t know since/);
  // What was observed after the outage is received, and two minutes later the outage is given up as a gap.
  await server.skipTo(118.55);
  const seenAgainAt = async () => {
    const tape = await server.api<{ pendingGap: { to: string } | null }>(
      'GET',
      `location/LightningTape/${stadium}`,
    );
    return (Date.parse(tape.pendingGap?.to ?? '') - Date.parse(beginsAt)) / 60_000;
  };
  // The newest comes first.
  await expect.poll(seenAgainAt, { timeout: 60_000 }).toBeLessThan(116);
  await server.skipTo(121.55);
  await expectPictures(page, server, 'observing', stadium, 'Observing');
});
