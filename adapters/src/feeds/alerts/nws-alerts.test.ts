import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { type HttpClient, openLiveHttpClient } from '../../http-client/index.ts';
import { openStandIn, type StandIn } from '../../stand-in-server.ts';
import { createNwsAlerts } from './nws-alerts.ts';
import { nwsFeature, nwsList, nwsPoint } from './nws-sample.ts';
import type { AlertFeed } from './port.ts';

const T = Date.UTC(2026, 9, 10, 8, 40);
const signal = new AbortController().signal;

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer | 'silence' | 'cut';
}

let service: StandIn;
let feed: AlertFeed;
let http: HttpClient;
let answer: (path: string) => Answer;

/** The real HTTP client, connected to a server of this test that speaks the service's protocol. */
beforeEach(async () => {
  service = await openStandIn((request, response) => {
    const { status = 200, headers = {}, body } = answer(request.url!);
    if (body === 'silence') return;
    if (body === 'cut') {
      response.setHeader('content-length', 1000).write('{"type":"FeatureCollection"');
      setTimeout(() => request.socket.destroy(), 10);
    } else if (headers.etag && request.headers['if-none-match'] === headers.etag)
      response.writeHead(304).end();
    else response.writeHead(status, headers).end(body);
  });
  const live = openLiveHttpClient({ userAgent: 'Allclear test (ops@example.org)' });
  http = {
    get: (request) =>
      live.get({
        ...request,
        url: request.url.replace('https://api.weather.gov', service.url),
        timeoutMs: 1_500,
      }),
    close: () => live.close(),
  };
  feed = createNwsAlerts({ http });
});
afterEach(async () => {
  await http.close();
  await service.close();
});

const poll = (now = T) => feed.poll({ now, signal });
const failure = async (act: () => Promise<unknown>) =>
  (await act().then(
    () => null,
    (thrown: AdapterError) => thrown,
  ))!;

describe('the list', () => {
  test('is asked for as the service wants it', async () => {
    answer = () => ({ body: nwsList(T, [nwsFeature(T), nwsFeature(T + 1)]) });
    const { alerts, asOf } = await poll(T + 1_000);
    expect(alerts).toHaveLength(2);
    expect(asOf).toBe(T + 1_000);
    expect(service.requests[0]).toMatchObject({
      url: '/alerts/active?status=actual',
      headers: { accept: 'application/geo+json' },
    });
    expect(service.requests[0]!.headers['user-agent']).toContain('ops@example.org');
    expect(feed).toMatchObject({ vendor: 'nws', pollEveryMs: 60_000 });
  });
  test('that has not changed is not sent again, and is good for now', async () => {
    answer = () => ({ headers: { etag: '"1"' }, body: nwsList(T, [nwsFeature(T)]) });
    for (const minute of [0, 1, 2, 3])
      expect(await poll(T + minute * 60_000)).toMatchObject({
        asOf: T + minute * 60_000,
        alerts: [{ sentAt: T }],
      });
    expect(service.requests.at(-1)!.headers['if-none-match']).toBe('"1"');
  });
  test('that nobody made anew for an hour is valid for its first twenty minutes, sent again or not', async () => {
    answer = () => ({ headers: { etag: '"1"' }, body: nwsList(T, []) });
    for (const minute of [60, 61, 62]) expect((await poll(T + minute * 60_000)).asOf).toBe(T + 20 * 60_000);
  });
  test('in several pages is read to its end, and not asked for by its first page alone', async () => {
    const page = (sentAt: number, next: string | null) => ({
      ...JSON.parse(nwsList(T, [nwsFeature(sentAt)])),
      ...(next && { pagination: { next } }),
    });
    answer = (path) => ({
      headers: { etag: '"1"' },
      body: JSON.stringify(
        path.includes('cursor')
          ? page(T + 1, null)
          : page(T, 'https://api.weather.gov/alerts/active?cursor=2'),
      ),
    });
    for (const _ of [1, 2, 3]) expect((await poll()).alerts).toHaveLength(2);
    expect(service.requests.some(({ headers }) => headers['if-none-match'])).toBe(false);
    answer = () => ({ body: JSON.stringify(page(T, 'https://elsewhere.example/alerts')) });
    expect(await failure(poll)).toMatchObject({ kind: 'malformed' });
    answer = () => ({ body: JSON.stringify(page(T, 'https://api.weather.gov/alerts/active')) });
    expect(await failure(poll)).toMatchObject({ kind: 'malformed' });
  });
  test('gives the damage threat of a tornado, where the service does', async () => {
    const tagged = (parameters: object) => nwsFeature(T, { event: 'Tornado Warning', parameters });
    const threat = async (parameters: object) => {
      answer = () => ({ body: nwsList(T, [tagged(parameters)]) });
      return (await poll()).alerts[0]?.tornadoDamageThreat;
    };
    expect(await threat({ VTEC: [], tornadoDamageThreat: ['CATASTROPHIC'] })).toBe('CATASTROPHIC');
    expect(await threat({ VTEC: [] })).toBeUndefined();
    expect(await threat({ tornadoDamageThreat: 'CATASTROPHIC' })).toBeUndefined();
  });
  test('with entries that are no alerts: the others count, and it is reported', async () => {
    answer = () => ({ body: nwsList(T, [nwsFeature(T), { broken: true }]) });
    const faults: Error[] = [];
    expect((await feed.poll({ now: T, signal, onFault: (fault) => faults.push(fault) })).alerts).toHaveLength(
      1,
    );
    expect(faults).toHaveLength(1);
  });
  test.each<[string, Answer, object]>([
    ['a page', { body: '<html>Access Denied</html>' }, { kind: 'malformed' }],
    ['no content', { status: 204, body: '' }, { kind: 'malformed' }],
    ['half of it', { body: nwsList(T, [nwsFeature(T)]).slice(0, 300) }, { kind: 'malformed' }],
    ['a connection that breaks', { body: 'cut' }, { retryable: expect.any(Boolean) }],
    ['404', { status: 404, body: '{}' }, { kind: 'upstream', status: 404, retryable: false }],
    ['403', { status: 403, body: 'Access Denied' }, { kind: 'auth' }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '90' }, body: '' },
      { kind: 'upstream', status: 429, retryAfterMs: 90_000 },
    ],
    ['503', { status: 503, body: '<html>busy</html>' }, { kind: 'upstream', status: 503, retryable: true }],
    ['silence', { body: 'silence' }, { kind: 'timeout', retryable: true }],
    ['50 MB', { body: Buffer.alloc(50_000_000, ' ') }, { kind: 'malformed' }],
  ])('%s is a failure, and the next answer counts again', async (_name, bad, expected) => {
    answer = () => ({ headers: { etag: '"1"' }, body: nwsList(T, [nwsFeature(T)]) });
    await poll();
    await poll();
    answer = () => bad;
    expect(await failure(poll)).toMatchObject({
      name: 'AdapterError',
      source: 'api.weather.gov',
      ...expected,
    });
    answer = () => ({ headers: { etag: '"1"' }, body: nwsList(T, [nwsFeature(T)]) });
    expect((await poll()).alerts).toHaveLength(1);
    expect(
      service.requests.at(-1)!.headers['if-none-match'],
      'asked once without a condition',
    ).toBeUndefined();
  });
});

describe('the zones of a place', () => {
  const zonesOf = (latitude = 28.150049, longitude = -82.8) => feed.zonesOf!({ latitude, longitude, signal });

  test('forecast, county and fire weather; four decimals at most', async () => {
    answer = () => ({ body: nwsPoint({ forecast: 'FLZ251', county: 'FLC101', fire: 'FLZ151' }) });
    expect(await zonesOf()).toEqual(['FLZ251', 'FLC101', 'fire/FLZ151']);
    expect(service.requests[0]!.url).toBe('/points/28.15,-82.8');
  });
  test('at sea there is no county', async () => {
    answer = () => ({ body: nwsPoint({ forecast: 'GMZ850' }) });
    expect(await zonesOf()).toEqual(['GMZ850']);
  });
  test('outside the United States there are none', async () => {
    answer = () => ({ status: 404, body: '{"title":"Data Unavailable For Requested Point","status":404}' });
    expect(await zonesOf(52.5, 13.4)).toEqual([]);
  });
  test.each<[string, Answer, object]>([
    ['500', { status: 500, body: '{}' }, { kind: 'upstream', status: 500 }],
    ['a page', { body: '<html></html>' }, { kind: 'malformed' }],
    ['half of it', { body: '{"properties":' }, { kind: 'malformed' }],
    ['a point without zones', { body: nwsPoint({}) }, { kind: 'malformed' }],
  ])('%s is a failure and not a place without zones', async (_name, bad, expected) => {
    answer = () => bad;
    expect(await failure(zonesOf)).toMatchObject({ name: 'AdapterError', ...expected });
  });
});
