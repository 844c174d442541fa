import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createMetarFeed } from './metar.ts';

/** Everything that the service may answer instead of reports, through the real HTTP client. */

const now = Date.UTC(2026, 6, 9, 22);
const places = [{ latitude: 27.95, longitude: -82.5 }];
const signal = new AbortController().signal;
const row = {
  icaoId: 'KTPA',
  obsTime: now / 1_000 - 600,
  lat: 27.96,
  lon: -82.54,
  name: 'Tampa',
  rawOb: 'METAR KTPA 092150Z AUTO 27/20 A3006',
};
const good = (changes: object = {}) => JSON.stringify([{ ...row, temp: 27, ...changes }]);

let service: FailingService;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());
const poll = (feed = createMetarFeed({ http: service.http }), at = now) =>
  feed.poll({ now: at, places, signal });

describe('an answer', () => {
  test('of nulls holds no value', async () => {
    service.answer(() => ({
      body: good({
        temp: null,
        dewp: null,
        wdir: null,
        wspd: null,
        visib: '',
        altim: null,
        wxString: null,
        clouds: null,
      }),
    }));
    expect(await poll()).toMatchObject([
      {
        temperatureC: null,
        dewPointC: null,
        windMps: null,
        windDirection: null,
        visibilityMiles: null,
        cloudCover: null,
      },
    ]);
  });
  test.each<[string, Answer]>([
    ['nothing', { body: '' }],
    ['no content', { status: 204, body: '' }],
    ['an empty list', { body: '[]' }],
    ['a report of yesterday', { body: good({ obsTime: now / 1_000 - 86_400 }) }],
    ['a report of tomorrow', { body: good({ obsTime: now / 1_000 + 86_400 }) }],
  ])('%s: nothing is reported', async (_name, answer) => {
    service.answer(() => answer);
    expect(await poll()).toEqual([]);
  });
});

/** An empty answer is how the service says that it has no reports. */
const failures = badAnswers.filter(([name]) => name !== 'nothing' && name !== 'no content');
test.each([...failures, ['half of it', { body: good().slice(0, 40) }, { kind: 'malformed' }] as const])(
  '%s is a failure, what was known stays for three hours, and the next answer counts',
  async (_name, bad, expected) => {
    const feed = createMetarFeed({ http: service.http });
    service.answer(() => ({ body: good() }));
    expect(await poll(feed)).toHaveLength(1);
    service.answer(() => bad);
    await expect(poll(feed, now + 60_000)).rejects.toMatchObject({
      name: 'AdapterError',
      source: 'aviationweather.gov',
      ...expected,
    });
    service.answer(() => ({ body: good({ temp: 26, obsTime: now / 1_000 }) }));
    expect(await poll(feed, now + 120_000)).toMatchObject([{ temperatureC: 26, observedAt: now }]);
  },
);
