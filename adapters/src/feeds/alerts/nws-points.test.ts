import { afterAll, beforeAll, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createNwsPoints } from './nws-points.ts';
import { nwsPoint } from './nws-sample.ts';

/** Everything that the service may answer instead of a point, through the real HTTP client. */

const place = { latitude: 42.745, longitude: -73.752, signal: new AbortController().signal };
const good = nwsPoint({ forecast: 'NYZ052', county: 'NYC001' });

let service: FailingService;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());

/** There is no point outside the United States: 404 is an answer. */
const failures = badAnswers.filter(([name]) => name !== '404');
test.each([
  ...failures,
  ['half of it', { body: good.slice(0, 60) }, { kind: 'malformed' }] as const,
  [
    'nulls',
    { body: '{"properties":{"forecastZone":null,"county":null,"gridId":null}}' },
    { kind: 'malformed' },
  ] as const,
  ['another shape', { body: '{"type":"FeatureCollection"}' }, { kind: 'malformed' }] as const,
])('%s is a failure and not a place outside, and the next answer counts', async (_name, bad, expected) => {
  const points = createNwsPoints({ http: service.http });
  service.answer(() => bad);
  await expect(points.ask(place, 'zones')).rejects.toMatchObject({
    name: 'AdapterError',
    source: 'api.weather.gov',
    ...expected,
  });
  service.answer(() => ({ body: good }));
  expect((await points.ask(place, 'zones')).zones).toEqual(['NYZ052', 'NYC001']);
});

test('404 is a place outside', async () => {
  service.answer(() => ({ status: 404, body: '{}' }));
  expect(await createNwsPoints({ http: service.http }).ask(place, 'zones')).toEqual({
    zones: [],
    grid: null,
  });
});
