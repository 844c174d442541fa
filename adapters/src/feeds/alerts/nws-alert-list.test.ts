import { describe, expect, test } from 'vitest';
import { asOfList, parseNwsAlerts } from './nws-alert-list.ts';
import { nwsFeature, nwsList, polygon } from './nws-sample.ts';

const T = Date.UTC(2026, 9, 10, 8, 40);
const MINUTE = 60_000;

const parse = (content: unknown) =>
  parseNwsAlerts(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), 'test');
const one = (changes: Record<string, unknown>, geometry?: unknown) =>
  parse(nwsList(T, [nwsFeature(T, changes, geometry)])).alerts[0]!;

describe('an alert', () => {
  test('everything that a warning says', () => {
    expect(parse(nwsList(T, [nwsFeature(T)]))).toMatchObject({ unreadable: 0, updatedAt: T, next: null });
    expect(one({})).toEqual({
      id: `urn:oid:2.49.0.1.840.0.test${T}.001.1`,
      event: 'Severe Thunderstorm Warning',
      headline: 'Severe Thunderstorm Warning issued',
      description: 'HAZARD...60 mph wind gusts.',
      instruction: '',
      severity: 'Severe',
      certainty: 'Observed',
      urgency: 'Immediate',
      status: 'Actual',
      messageType: 'Alert',
      sentAt: T,
      effectiveAt: T,
      onsetAt: T,
      expiresAt: T + 45 * MINUTE,
      endsAt: T + 45 * MINUTE,
      references: [],
      vtec: ['/O.NEW.KTBW.SV.W.0042.261010T0840Z-261010T0925Z/'],
      zones: ['FLC103', 'FLC057'],
      polygons: [polygon.coordinates[0]],
      senderName: 'NWS Tampa Bay FL',
    });
  });
  test('what is null or left out', () => {
    const nulls = {
      headline: null,
      description: null,
      severity: null,
      certainty: null,
      urgency: null,
      onset: null,
      ends: null,
      senderName: null,
    };
    const lists = { references: null, parameters: null, geocode: null, affectedZones: null };
    expect(one({ ...nulls, ...lists }, null)).toMatchObject({
      headline: 'Severe Thunderstorm Warning',
      description: '',
      severity: 'Unknown',
      onsetAt: null,
      endsAt: null,
      references: [],
      vtec: [],
      zones: [],
      polygons: [],
    });
  });
  test.each<[string, Record<string, unknown>, object]>([
    ['an offset from UTC', { sent: '2026-10-10T04:40:00-04:00' }, { sentAt: T }],
    ['no time of sending', { sent: null }, { sentAt: T }],
    ['no expiry: when it ends', { expires: null }, { expiresAt: T + 45 * MINUTE }],
    [
      'neither expiry nor end: a day',
      { expires: null, ends: null },
      { expiresAt: T + 24 * 60 * MINUTE, endsAt: null },
    ],
    [
      'a headline of the office',
      { headline: null, parameters: { NWSheadline: ['A STORM'] } },
      { headline: 'A STORM', vtec: [] },
    ],
    [
      'references',
      {
        messageType: 'Update',
        references: [{ identifier: 'a' }, { '@id': 'https://api.weather.gov/alerts/b' }, {}, null],
      },
      { messageType: 'Update', references: ['a', 'b'] },
    ],
    ['characters that no database takes', { description: 'a\u0000b\ud800' }, { description: 'ab\ufffd' }],
    ['an unknown type of message', { messageType: 'Ack' }, { messageType: 'Alert' }],
    [
      'an id that only stands in the address',
      { id: null, '@id': 'https://api.weather.gov/alerts/urn:x' },
      { id: 'urn:x' },
    ],
    ['zones without their codes', { geocode: {} }, { zones: ['FLC103', 'FLC057'] }],
    ['codes without their zones', { affectedZones: [] }, { zones: ['FLC103', 'FLC057'] }],
    [
      'fire weather zones are others than public ones',
      { affectedZones: ['https://api.weather.gov/zones/fire/FLZ151'], geocode: { UGC: ['FLZ151'] } },
      { zones: ['fire/FLZ151'] },
    ],
    [
      'fire weather that does not say which kind',
      { event: 'Red Flag Warning', affectedZones: [], geocode: { UGC: ['FLZ151', 'none'] } },
      { zones: ['FLZ151', 'fire/FLZ151'] },
    ],
  ])('%s', (_name, changes, expected) => {
    expect(one(changes)).toMatchObject(expected);
  });
  test.each<[string, unknown, number]>([
    [
      'several polygons',
      { type: 'MultiPolygon', coordinates: [polygon.coordinates, polygon.coordinates] },
      2,
    ],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [polygon, { type: 'Point', coordinates: [0, 0] }, null] },
      1,
    ],
    ['a ring of two points', { type: 'Polygon', coordinates: [polygon.coordinates[0]!.slice(0, 2)] }, 0],
    ['coordinates that are none', { type: 'Polygon', coordinates: [[['west', null], [], [1, 2, 3]]] }, 0],
    ['no coordinates', { type: 'Polygon' }, 0],
    [
      'latitudes beyond the pole',
      { type: 'Polygon', coordinates: [polygon.coordinates[0]!.map(([x, y]) => [x, y! + 80])] },
      0,
    ],
  ])('the shape: %s', (_name, geometry, count) => {
    expect(one({}, geometry).polygons).toHaveLength(count);
  });
});

describe('the list', () => {
  test('an empty list is a list', () => {
    expect(parse(nwsList(T, []))).toMatchObject({ alerts: [], unreadable: 0 });
  });
  test('a bad entry does not take the others with it', () => {
    const bad = [
      null,
      7,
      {},
      { properties: null },
      nwsFeature(T, { event: '' }),
      nwsFeature(T, { sent: 'noon', effective: null }),
    ];
    expect(parse(nwsList(T, [...bad, nwsFeature(T)]))).toMatchObject({
      unreadable: 6,
      alerts: [{ sentAt: T }],
    });
  });
  test.each([
    ['<!doctype html><html>Access Denied</html>', 'is a page'],
    ['', 'is not JSON'],
    [nwsList(T, [nwsFeature(T)]).slice(0, 400), 'cut off'],
    ['{"type":"https://api.weather.gov/problems/UnexpectedProblem","status":500}', 'not a collection'],
    ['[]', 'not a collection'],
    [{ type: 'FeatureCollection', features: null }, 'not a collection'],
    [nwsList(T, [{ alert: 'x' }]), 'no alert of the shape that is known'],
  ])('%s is malformed', (content, problem) => {
    expect(() => parse(content)).toThrow(
      expect.objectContaining({ kind: 'malformed', message: expect.stringContaining(problem) }),
    );
  });
});

describe('what the list is good for', () => {
  test.each<[string, number | null, number[], number, number]>([
    ['a fresh list', 0, [], 1, 1],
    ['one that was made 20 minutes ago: quiet, not old', 0, [], 20, 20],
    ['one of an hour ago that is served again', 0, [-5], 60, 20],
    ['an old date with a new alert', -600, [0], 10, 10],
    ['no date, but old alerts alone', null, [-10, 0], 60, 20],
    ['nothing that says how old it is', null, [], 60, 60],
    ['a date in the future', 30, [], 1, 1],
  ])('%s', (_name, updated, sent, now, expected) => {
    const alerts = sent.map((minutes) => parse(nwsList(T, [nwsFeature(T + minutes * MINUTE)])).alerts[0]!);
    expect(
      asOfList({ alerts, updatedAt: updated === null ? null : T + updated * MINUTE }, T + now * MINUTE),
    ).toBe(T + expected * MINUTE);
  });
});
