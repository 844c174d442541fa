import { test } from '../journey.ts';
import { fewScreens } from './expect-pictures.ts';
import { expectStates, stillWeather } from './six-states.ts';

// What to do is plain within one second: the clock almost stands still, so that every time and number is fixed. Each
// state costs a start of the server, so `npm run long-journeys` has six of the seven, at four sizes in both themes. After an intended change:
// `npx playwright test -c e2e/long.config.ts answer-pictures --update-snapshots`, then look at each of the
// changed pictures.

test.use({
  weather: stillWeather,
  // In an outage the server says that it does not know.
  expectedMessages: /status of 503 |ERR_CONNECTION|Failed to fetch|Failed to load resource/,
});

test('a place that stops, stays inside, is clear and is unknown: the answer stands first, on a phone and on a desk', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000);
  await expectStates(page, server, fewScreens, ['stop', 'stay-inside', 'clear', 'unknown']);
});
