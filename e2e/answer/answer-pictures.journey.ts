import { test } from '../journey.ts';
import { fewScreens } from './expect-pictures.ts';
import { expectSixStates, stillWeather } from './six-states.ts';

// What to do is plain within one second, in each of the seven states: the clock almost stands still, so that every
// time and number is fixed. `npm run long-journeys` has four sizes in both themes. After an intended change:
// `npx playwright test -c e2e/long.config.ts answer-pictures --update-snapshots`, then look at each of the
// changed pictures.

test.use({
  weather: stillWeather,
  // In an outage the server says that it does not know.
  expectedMessages: /status of 503 |ERR_CONNECTION|Failed to fetch|Failed to load resource/,
});

test('six states of a place: the answer stands first, on a phone and on a desk', async ({ page, server }) => {
  test.setTimeout(600_000);
  await expectSixStates(page, server, fewScreens);
});
