import type { Page } from '@playwright/test';
import { expect, type OwnLocation } from '../journey.ts';
import type { ServerUnderTest, ServerWeather } from '../server-under-test.ts';
import { type allScreens, expectPictures, openSettled } from './expect-pictures.ts';

const beginsAt = '2026-06-06T20:00:00Z';

/** The clock almost stands still. No age is a whole minute, when a reading may or may not have arrived. */
export const stillWeather: ServerWeather = {
  speed: 0.01,
  story: null,
  simulated: { beginsAt, ageMinutes: 15.55 },
};

/** The states of a place that these pages show, in the order in which they come. */
export const sixStates = ['stop', 'stay-inside', 'be-ready', 'clear', 'unknown', 'observing'] as const;

/** The pages of a place in these of its seven states, on these screens. */
export async function expectStates(
  page: Page,
  server: ServerUnderTest,
  screens: typeof allScreens,
  states: readonly (typeof sixStates)[number][],
): Promise<void> {
  const pictured = (state: (typeof sixStates)[number], locationId: string, answer: string | RegExp) =>
    expectPictures(page, server, state, locationId, answer, screens);
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const idOf = (label: string) => locations.find((one) => one.label === label)!.id;
  const stadium = idOf('Memorial Stadium');
  await pictured('stop', idOf('Aquatic center'), 'Stop: NWS Severe Thunderstorm Warning');
  await server.skipTo(40.55);
  await pictured('stay-inside', stadium, 'Stay inside');
  // Warnings end in between.
  await server.skipTo(70.55);
  await openSettled(page, server, stadium);
  if (states.includes('be-ready')) {
    await server.skipTo(87.55);
    await pictured('be-ready', idOf('Bus barn yard'), 'be ready');
  }
  await server.skipTo(110.55);
  await pictured('clear', stadium, 'Clear since');
  await server.api('POST', 'demonstration/Events', { kind: 'outage', locationId: stadium });
  await server.skipTo(114.55);
  await pictured('unknown', stadium, /We don.t know since/);
  if (!states.includes('observing')) return;
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
  await pictured('observing', stadium, 'Observing');
}
