import { afterAll, beforeAll, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createAirnow } from './airnow.ts';

/** Everything that may come instead of the list of monitors, through the real HTTP client. */

const now = Date.UTC(2026, 6, 15, 18, 45);
const rows = JSON.stringify([
  {
    dateObserved: '2026-07-15',
    hourObserved: '13:00',
    localTimeZone: 'EDT',
    siteID: '120570001',
    siteName: 'Main Street',
    parameterName: 'PM2.5',
    nowcastAQI: 61,
  },
]);
const sites = 'AQSID|FullAQSID|Latitude|Longitude\r\n120570001|840120570001|27.96|-82.47';

let service: FailingService;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());

test.each([...badAnswers, ['half of it', { body: sites.slice(0, 50) }, { kind: 'malformed' }] as const])(
  '%s: readings without a place are none, and the next list counts',
  async (_name, bad, expected) => {
    const feed = createAirnow({ http: service.http, key: 'SECRET' });
    const read = () =>
      feed.read({ latitude: 27.95, longitude: -82.46, now, signal: new AbortController().signal });
    service.answer((path) => (path.endsWith('.dat') ? bad : { body: rows }));
    await expect(read()).rejects.toMatchObject({
      name: 'AdapterError',
      source: 'airnowapi.org',
      ...expected,
    });
    service.answer((path) => ({ body: path.endsWith('.dat') ? sites : rows }));
    expect(await read()).toMatchObject([{ pollutant: 'PM2.5', latitude: 27.96 }]);
  },
);
