import { type OwnLocation, test, withoutPolicies } from '../journey.ts';
import { expectPictures } from './expect-pictures.ts';

// The seventh state; `answer-pictures.journey.ts` has the others and says how the pictures are renewed.
const harbor = { label: 'Harbor field', latitude: 51.5, longitude: -0.1 };

test.use({
  weather: { speed: 0.01, story: { places: [harbor], flashes: [], outages: [], minutes: 5 } },
  // The archive has observations and lightning of one satellite only.
  expectedMessages: /status of (404|503) /,
});

test('a place that no lightning feed covers: no lightning data here, on every screen', async ({
  page,
  server,
}) => {
  await withoutPolicies(server);
  const [place] = await server.api<OwnLocation[]>('GET', 'location');
  await expectPictures(page, server, 'no-lightning-data', place!.id, 'No lightning data');
});
