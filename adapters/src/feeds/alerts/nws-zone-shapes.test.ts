import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createNwsAlerts } from './nws-alerts.ts';
import { nwsZone } from './nws-sample.ts';

/** Everything that the service may answer instead of a zone, through the real HTTP client. */

let service: FailingService;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());

const ask = (zone: string) =>
  createNwsAlerts({ http: service.http }).shapeOf!({ zone, signal: new AbortController().signal });

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const square = box(-97, 32, -96, 33);
const hole = box(-96.8, 32.2, -96.2, 32.8);
const other = box(-95, 32, -94, 33);
const polygon = { type: 'Polygon', coordinates: [square] };

describe('a zone', () => {
  test.each([
    ['TXZ119', 'forecast', '/zones/forecast/TXZ119'],
    ['GMZ033', 'forecast', '/zones/forecast/GMZ033'],
    ['TXC113', 'county', '/zones/county/TXC113'],
    ['fire/TXZ119', 'fire', '/zones/fire/TXZ119'],
  ] as const)('%s is asked for where the service has it', async (zone, type, path) => {
    service.answer(() => ({ body: nwsZone(type, zone.slice(-6), polygon) }));
    expect(await ask(zone)).toEqual({
      polygons: [[square]],
      toleranceDegrees: 0.003,
      effectiveAt: Date.UTC(2026, 2, 3, 18),
    });
    expect(service.asked.at(-1)).toBe(path);
  });

  test.each([
    ['a polygon with a hole', { type: 'Polygon', coordinates: [square, hole] }, [[square, hole]]],
    [
      'several polygons',
      { type: 'MultiPolygon', coordinates: [[square, hole], [other]] },
      [[square, hole], [other]],
    ],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [polygon, { type: 'MultiPolygon', coordinates: [[other]] }] },
      [[square], [other]],
    ],
    [
      'corners on the way',
      { type: 'Polygon', coordinates: [[...square.slice(0, 4), [-97, 32.5], square[4]]] },
      [[square]],
    ],
    ['a ring that is not closed', { type: 'Polygon', coordinates: [square.slice(0, 4)] }, [[square]]],
    [
      'decimals that say nothing',
      { type: 'Polygon', coordinates: [square.map(([x, y]) => [x! + 0.0000123, y! - 0.0000123])] },
      [[square]],
    ],
    ['heights', { type: 'Polygon', coordinates: [square.map((corner) => [...corner, 120])] }, [[square]]],
  ])('%s', async (_name, geometry, expected) => {
    service.answer(() => ({ body: nwsZone('forecast', 'TXZ119', geometry) }));
    expect((await ask('TXZ119'))!.polygons).toEqual(expected);
  });

  test.each([
    ['no geometry', null],
    ['an empty collection', { type: 'GeometryCollection', geometries: [] }],
    ['a ring without area', { type: 'Polygon', coordinates: [box(-97, 32, -97, 33)] }],
  ])('%s is none', async (_name, geometry) => {
    service.answer(() => ({ body: nwsZone('forecast', 'TXZ119', geometry) }));
    expect(await ask('TXZ119')).toBe(null);
  });

  test('that the service does not have is none, and what is no zone is not asked for', async () => {
    service.answer(() => ({ status: 404, body: '{"title":"Not Found","status":404}' }));
    expect(await ask('TXZ119')).toBe(null);
    const before = service.asked.length;
    expect(await ask('../../alerts')).toBe(null);
    expect(service.asked).toHaveLength(before);
  });

  const nested = (depth: number): unknown =>
    depth === 0 ? polygon : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };
  test.each<readonly [string, Answer, object]>([
    ...badAnswers.filter(([name]) => name !== '404'),
    ['500', { status: 500, body: '{}' }, { kind: 'upstream', status: 500, retryable: true }],
    ['half of it', { body: nwsZone('forecast', 'TXZ119', polygon).slice(0, 200) }, { kind: 'malformed' }],
    ['another zone', { body: nwsZone('forecast', 'TXZ120', polygon) }, { kind: 'malformed' }],
    ['a list', { body: '{"type":"FeatureCollection","features":[]}' }, { kind: 'malformed' }],
    ...(
      [
        ['a line', { type: 'LineString', coordinates: square }],
        ['words', { type: 'Polygon', coordinates: 'POLYGON((…))' }],
        ['a ring of two corners', { type: 'Polygon', coordinates: [square.slice(0, 2)] }],
        ['words as degrees', { type: 'Polygon', coordinates: [[['-97', '32'], ...square]] }],
        ['a place that is none', { type: 'Polygon', coordinates: [[[-97, 132], ...square]] }],
        [
          'a broken part of a collection',
          { type: 'GeometryCollection', geometries: [polygon, { type: 'Polygon', coordinates: [[]] }] },
        ],
        ['collections without end', nested(9)],
        [
          'too many corners',
          { type: 'Polygon', coordinates: [Array.from({ length: 400_001 }, () => [0, 0])] },
        ],
      ] as const
    ).map(
      ([name, geometry]) =>
        [name, { body: nwsZone('forecast', 'TXZ119', geometry) }, { kind: 'malformed' }] as const,
    ),
  ])('%s is a failure, and the next answer counts', async (_name, bad, expected) => {
    service.answer(() => bad);
    await expect(ask('TXZ119')).rejects.toMatchObject({
      name: 'AdapterError',
      source: 'api.weather.gov',
      ...expected,
    });
    service.answer(() => ({ body: nwsZone('forecast', 'TXZ119', polygon) }));
    expect((await ask('TXZ119'))!.polygons).toEqual([[square]]);
  });
});
