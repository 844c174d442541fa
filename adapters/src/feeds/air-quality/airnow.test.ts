import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { type HttpClient, openLiveHttpClient } from '../../http-client/index.ts';
import { openStandIn, type StandIn } from '../../stand-in-server.ts';
import { createAirnow, parseAirnow } from './airnow.ts';
import { parseAirnowSites } from './airnow-sites.ts';
import type { AirQualityFeed } from './port.ts';

const T = Date.UTC(2026, 6, 15, 18, 45);
const signal = new AbortController().signal;

/** As the service writes rows and sites, made up for the purpose. */
const row = (changes: Record<string, unknown> = {}) => ({
  dateObserved: '2026-07-15',
  hourObserved: '13:00',
  localTimeZone: 'EDT',
  reportingAreaName: 'Testville',
  siteID: '120570001',
  siteName: 'Main Street',
  parameterName: 'PM2.5',
  nowcastAQI: 61,
  aqiCategoryName: 'Moderate',
  reportingAgency: 'Test Agency',
  lookupBehavior: 'Closest Reading By Pollutant',
  ...changes,
});
const sites = [
  'StationID|AQSID|FullAQSID|Parameter|MonitorType|SiteCode|SiteName|Status|AgencyID|AgencyName|EPARegion|Latitude|Longitude|Elevation|GMTOffset',
  '840120570001|120570001|840120570001|PM2.5|Permanent|0001|Main Street|Active|FL1|Test|R4|27.96|-82.47|3|-5',
  '840120570002|120570002|840120570002|OZONE|Permanent|0002|Nowhere|Active|FL1|Test|R4|||3|-5',
].join('\r\n');
const bytes = (content: unknown) =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

describe('an answer', () => {
  test('has a row for each pollutant, in the time of its place', () => {
    const rows = parseAirnow(
      bytes([
        row(),
        row({ parameterName: 'OZONE', localTimeZone: 'CST', hourObserved: '12' }),
        row({ parameterName: 'PM10' }),
      ]),
    );
    expect(rows.map(({ pollutant }) => pollutant)).toEqual(['PM2.5', 'O3', 'PM10']);
    expect(rows[0]).toEqual({
      pollutant: 'PM2.5',
      siteId: '120570001',
      siteName: 'Main Street',
      observedAt: Date.UTC(2026, 6, 15, 17),
      nowCastIndex: 61,
    });
    expect(rows[1]!.observedAt).toBe(Date.UTC(2026, 6, 15, 18));
  });
  test('without an index says so', () => {
    for (const nowcastAQI of [-1, -999, null, '61', undefined])
      expect(parseAirnow(bytes([row({ nowcastAQI })]))[0]!.nowCastIndex).toBeNull();
  });
  test.each<[string, unknown]>([
    ['an empty list', []],
    [
      'the service’s word for no data',
      { WebServiceError: [{ Message: 'There are no observations available for the requested location.' }] },
    ],
  ])('%s: nothing is measured', (_name, content) => {
    expect(parseAirnow(bytes(content))).toEqual([]);
  });
  test('rows that cannot be read are left out', () => {
    const bad = [
      null,
      row({ parameterName: 'CO' }),
      row({ localTimeZone: 'XYZ' }),
      row({ hourObserved: 'noon' }),
      row({ siteID: null }),
    ];
    expect(parseAirnow(bytes([...bad, row()]))).toHaveLength(1);
  });
  test.each<[string, unknown, string]>([
    ['a page', '<html></html>', 'malformed'],
    ['nothing at all', '', 'malformed'],
    ['half of it', JSON.stringify([row()]).slice(0, 80), 'malformed'],
    ['another shape', { rows: [] }, 'malformed'],
    ['rows of another shape', [{ AQI: 5 }], 'malformed'],
    ['a key that is not accepted', { WebServiceError: [{ Message: 'Invalid API key' }] }, 'auth'],
    ['another error', { WebServiceError: [{ Message: 'Web service request limit exceeded' }] }, 'upstream'],
  ])('%s is a failure', (_name, content, kind) => {
    expect(() => parseAirnow(bytes(content))).toThrow(expect.objectContaining({ kind }));
  });
});

test('sites are read by both of their ids; those without a place are left out, and another shape is malformed', () => {
  const positions = parseAirnowSites(bytes(sites), 'test');
  expect(positions.get('120570001')).toEqual({ latitude: 27.96, longitude: -82.47 });
  expect(positions.get('840120570001')).toEqual({ latitude: 27.96, longitude: -82.47 });
  expect(positions.has('120570002')).toBe(false);
  for (const other of ['', '<html>', 'a|b\n1|2'])
    expect(() => parseAirnowSites(bytes(other), 'test')).toThrow(
      expect.objectContaining({ kind: 'malformed' }),
    );
});

describe('through the HTTP client', () => {
  type Answer = { status?: number; headers?: Record<string, string>; body: string | Buffer | 'silence' };
  let service: StandIn;
  let http: HttpClient;
  let feed: AirQualityFeed;
  let answers: { rows: Answer; sites: Answer };

  beforeEach(async () => {
    answers = { rows: { body: JSON.stringify([row()]) }, sites: { body: sites } };
    service = await openStandIn(({ url }, response) => {
      const { status = 200, headers = {}, body } = answers[url!.endsWith('.dat') ? 'sites' : 'rows'];
      if (body !== 'silence') response.writeHead(status, headers).end(body);
    });
    const live = openLiveHttpClient({ userAgent: 'Allclear test (ops@example.org)' });
    http = {
      get: (request) =>
        live.get({
          ...request,
          url: request.url.replace(/^https:\/\/[^/]+\/+/, `${service.url}/`),
          timeoutMs: 1_000,
        }),
      close: () => live.close(),
    };
    feed = createAirnow({ http, key: 'SECRET' });
  });
  afterEach(async () => {
    await http.close();
    await service.close();
  });
  const faults: Error[] = [];
  const read = (now = T) =>
    feed.read({
      latitude: 27.951234,
      longitude: -82.46,
      now,
      signal,
      onFault: (fault) => faults.push(fault),
    });
  const failure = () =>
    read().then(
      () => null,
      (thrown: AdapterError) => thrown,
    );

  test('readings stand where their monitor stands; the list of monitors is read once a day', async () => {
    expect(await read()).toEqual([
      {
        pollutant: 'PM2.5',
        siteName: 'Main Street',
        latitude: 27.96,
        longitude: -82.47,
        observedAt: Date.UTC(2026, 6, 15, 17),
        nowCastIndex: 61,
        hours: null,
      },
    ]);
    const { searchParams, pathname } = new URL(service.requests[0]!.url!, service.url);
    expect(pathname).toBe('/aq/observation/current/ziplatLong/');
    expect(Object.fromEntries(searchParams)).toEqual({
      format: 'application/json',
      latitude: '27.9512',
      longitude: '-82.4600',
      API_KEY: 'SECRET',
    });
    await read();
    expect(service.requests).toHaveLength(3);
    answers.sites = { status: 503, body: '' };
    expect(await read(T + 25 * 3_600_000), 'an old list does').toHaveLength(1);
    expect(faults).toHaveLength(1);
  });
  test('a monitor whose place is not known, or that reports from the future, is left out and reported', async () => {
    faults.length = 0;
    answers.rows = {
      body: JSON.stringify([row({ siteID: '999' }), row({ dateObserved: '2026-07-16' }), row()]),
    };
    expect(await read()).toHaveLength(1);
    expect(faults).toHaveLength(2);
  });
  test('without the list of monitors nothing is known', async () => {
    answers.sites = { status: 404, body: '' };
    expect(await failure()).toMatchObject({ status: 404 });
  });
  test.each<[string, Answer, object]>([
    ['a page', { body: '<html>Access Denied</html>' }, { kind: 'malformed' }],
    ['401', { status: 401, body: '{"WebServiceError":[{"Message":"Invalid API key"}]}' }, { kind: 'auth' }],
    ['404', { status: 404, body: '{}' }, { kind: 'upstream', status: 404, retryable: false }],
    ['410: the endpoint is gone', { status: 410, body: '' }, { kind: 'upstream', status: 410 }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '90' }, body: '' },
      { kind: 'upstream', retryAfterMs: 90_000 },
    ],
    ['503', { status: 503, body: '' }, { kind: 'upstream', retryable: true }],
    ['silence', { body: 'silence' }, { kind: 'timeout' }],
    ['50 MB', { body: Buffer.alloc(50_000_000, ' ') }, { kind: 'malformed' }],
  ])(
    '%s is a failure that never contains the key, and the next answer counts again',
    async (_name, bad, expected) => {
      answers.rows = bad;
      const thrown = await failure();
      expect(thrown).toMatchObject({ name: 'AdapterError', ...expected });
      expect(thrown!.message).not.toContain('SECRET');
      answers.rows = { body: JSON.stringify([row()]) };
      expect(await read()).toHaveLength(1);
    },
  );
});
