import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { readDeck } from './atcf-deck.ts';
import { createNhc } from './nhc.ts';
import { createSimulatedTropical } from './simulated-tropical.ts';

const T = Date.UTC(2026, 6, 24, 21, 30);
const HOUR = 3_600_000;
const signal = new AbortController().signal;
let service: FailingService;
beforeEach(async () => {
  service = await openFailingService();
});
afterEach(() => service.close());

const storm = (fields: object = {}) => ({
  id: 'ep062026',
  binNumber: 'EP1',
  name: 'Fausto',
  classification: 'HU',
  intensity: '90',
  pressure: '967',
  latitude: '18.7N',
  longitude: '132.7W',
  latitudeNumeric: 18.7,
  longitudeNumeric: -132.7,
  movementDir: 275,
  movementSpeed: 15,
  lastUpdate: '2026-07-24T21:00:00.000Z',
  windWatchesWarnings: null,
  ...fields,
});
const list = (...storms: unknown[]) => JSON.stringify({ activeStorms: storms });
const line = (
  time: string,
  technique: string,
  lead: number,
  place: string,
  wind = 90,
  radius = 34,
  end = '   0, ASL, 275,  13,',
) =>
  `EP, 06, ${time}, 03, ${technique}, ${String(lead).padStart(3)}, ${place}, ${wind},    0, HU,  ${radius}, NEQ,   80,   60,   40,   60,    0,    0,   0, 110,   0,    ,${end}`;
const deck = [
  line('2026072418', 'CARQ', -6, '185N, 1310W'),
  line('2026072412', 'OFCL', 0, '180N, 1290W'),
  line('2026072418', 'OFCL', 0, '187N, 1327W'),
  line('2026072418', 'OFCL', 12, '190N, 1350W', 95),
  line('2026072418', 'OFCL', 12, '190N, 1350W', 95, 50),
  line('2026072418', 'OFCL', 24, '192N, 1375W', 0),
  line('2026072418', 'AVNO', 0, '187N, 1327W'),
  line('2026072418', 'AVNO', 12, '191N, 1352W'),
  line('2026072412', 'AVNI', 0, '187N, 1327W'),
  line('2026072412', 'AVNI', 12, '191N, 1353W'),
  line('2026072418', 'XTRP', 0, '000N,    0W'),
  'not a line of a deck',
].join('\n');
const good = list(storm());
const serve = (json: string, dat: string | Uint8Array = gzipSync(deck)) =>
  service.answer((path) => ({ body: path.endsWith('.json') ? json : dat }));
const poll = () => createNhc(service).poll({ now: T, signal });

describe('the hurricane center', () => {
  test('a storm with its forecast and models, each time once', async () => {
    serve(good);
    const { asOf, data } = await poll();
    expect(asOf).toBe(T);
    expect(service.asked).toEqual(['/CurrentStorms.json', '/atcf/aid_public/aep062026.dat.gz']);
    const [fausto] = data.storms;
    expect(fausto).toMatchObject({
      id: 'ep062026',
      name: 'Fausto',
      classification: 'HU',
      pressureMb: 967,
      headingDegrees: 275,
    });
    expect(fausto!.maxWindMph).toBeCloseTo(103.57, 2);
    // The deck says 13 kt, which is 15 mph: so the list spoke in mph.
    expect(fausto!.speedMph).toBe(15);
    expect(fausto!.forecast!.points.map(({ leadHours, longitude }) => [leadHours, longitude])).toEqual([
      [0, -132.7],
      [12, -135],
      [24, -137.5],
    ]);
    expect(fausto!.forecast!.points[2]).toMatchObject({
      maxWindMph: null,
      pressureMb: null,
      at: Date.UTC(2026, 6, 25, 18),
    });
    expect(fausto!.forecast!.points[0]!.gustMph).toBeCloseTo(126.6, 1);
    expect(fausto!.models).toEqual([
      expect.objectContaining({ technique: 'GFS', issuedAt: Date.UTC(2026, 6, 24, 12) }),
    ]);
  });
  test('no storms is no failure', async () => {
    serve('{"activeStorms":[]}');
    expect(await poll()).toEqual({ asOf: T, data: { storms: [] } });
  });
  test('nulls and text in place of numbers', async () => {
    serve(
      list(
        storm({
          movementDir: null,
          movementSpeed: null,
          pressure: null,
          intensity: '',
          latitudeNumeric: '18.7',
          name: null,
        }),
      ),
    );
    const { data } = await poll();
    expect(data.storms[0]).toMatchObject({
      name: 'EP062026',
      headingDegrees: null,
      speedMph: null,
      pressureMb: null,
      maxWindMph: null,
      latitude: 18.7,
    });
  });
  test('an old list is valid for nine hours after its newest advisory', async () => {
    serve(list(storm({ lastUpdate: '2026-07-24T03:00:00Z' })));
    expect((await poll()).asOf).toBe(Date.UTC(2026, 6, 24, 12));
  });
  test.each<[string, string | Uint8Array, number]>([
    ['a page', '<html>busy</html>', 1],
    ['a cut archive', gzipSync(deck).subarray(0, 60), 1],
    ['nothing', '', 1],
    ['an unpacked deck', deck, 0],
  ])(
    '%s for a deck leaves the storm, without a forecast when it cannot be read',
    async (_name, dat, faultCount) => {
      serve(good, dat);
      const faults: Error[] = [];
      const { data } = await createNhc(service).poll({
        now: T,
        signal,
        onFault: (fault) => faults.push(fault),
      });
      expect(faults).toHaveLength(faultCount);
      expect(data.storms[0]!.forecast === null).toBe(faultCount === 1);
      expect(data.storms[0]!.speedMph).toBe(faultCount === 1 ? null : 15);
    },
  );
  test('a deck of last week holds no forecast', () => {
    expect(readDeck(deck, T + 24 * HOUR)).toMatchObject({ official: null, models: [], isReadable: true });
    expect(readDeck('', T)).toMatchObject({ official: null, isReadable: false });
  });
  test('what a deck holds of weeks before changes nothing, wherever it stands and however it is spaced', () => {
    const old = Array.from({ length: 500 }, (_, index) =>
      line(`202607${String(1 + (index % 20)).padStart(2, '0')}06`, 'OFCL', 12, '100N, 1000W'),
    );
    const said = readDeck(deck, T);
    expect(readDeck([...old, deck, ...old].join('\n'), T)).toEqual(said);
    expect(readDeck([...old, deck].join('\n').replaceAll(/, +/g, ','), T)).toEqual(said);
    expect(readDeck([...old, deck].join('\r\n'), T)).toEqual(said);
  });
  test('a place in an address is never what the list likes', async () => {
    serve(list(storm(), storm({ id: '../../secret' }), null));
    const faults: Error[] = [];
    const { data } = await createNhc(service).poll({
      now: T,
      signal,
      onFault: (fault) => faults.push(fault),
    });
    expect(data.storms).toHaveLength(1);
    expect(faults).toHaveLength(1);
  });
  test.each([
    ...badAnswers,
    ['half of it', { body: good.slice(0, 60) }, { kind: 'malformed' }] as const,
    ['another shape', { body: '{"storms":[]}' }, { kind: 'malformed' }] as const,
    ['storms of another shape', { body: '{"activeStorms":[{"stormId":1}]}' }, { kind: 'malformed' }] as const,
  ])('%s is a failure, and the next answer counts', async (_name, answer, expected) => {
    const feed = createNhc(service);
    service.answer(() => answer);
    const thrown = await feed.poll({ now: T, signal }).then(
      () => null,
      (error: AdapterError) => error,
    );
    expect(thrown).toMatchObject({ name: 'AdapterError', ...expected });
    serve(good);
    expect((await feed.poll({ now: T, signal })).data.storms).toHaveLength(1);
  });
});

test('the simulated system has a forecast that begins where it is', async () => {
  const { data } = await createSimulatedTropical({ seed: 'test', startedAt: T, places: [] }).poll({
    now: T,
    signal,
  });
  const [system] = data.storms;
  expect(system!.forecast!.points[0]).toMatchObject({
    leadHours: 0,
    latitude: system!.latitude,
    longitude: system!.longitude,
  });
  expect(system!.forecast!.points.length).toBeGreaterThan(3);
  expect(system!.models).toHaveLength(6);
});
