import { test } from '../journey.ts';
import { allScreens } from './expect-pictures.ts';
import { expectStates, sixStates, stillWeather } from './six-states.ts';

test.use({
  weather: stillWeather,
  expectedMessages: /status of 503 |ERR_CONNECTION|Failed to fetch|Failed to load resource/,
});

test('six states of a place: the answer stands first, at four sizes in both themes', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000);
  await expectStates(page, server, allScreens, sixStates);
});
