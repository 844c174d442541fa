import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFronts } from './coded-fronts.ts';

const near = Date.UTC(2026, 7, 15, 22);
const bulletin = (body: string, valid = 'VALID 081521Z') =>
  `558\nASUS02 KWBC 152100\nCODSUS\n\nCODED SURFACE FRONTAL POSITIONS\nNWS WEATHER PREDICTION CENTER COLLEGE PARK MD\n618 PM EDT SAT AUG 15 2026\n\n${valid}\n${body}\n`;

describe('a bulletin', () => {
  test('centers and fronts, over the ends of lines', () => {
    const analysis = decodeFronts(
      bulletin(
        'HIGHS 1021 2750872 1019\n3460871\nLOWS 998 4710519\nCOLD WK 3380670 3370684\n3410703\nTROF 3390775 3330787',
      ),
      near,
    );
    expect(analysis).toEqual({
      validAt: Date.UTC(2026, 7, 15, 21),
      centres: [
        { kind: 'high', pressureMb: 1021, latitude: 27.5, longitude: -87.2 },
        { kind: 'high', pressureMb: 1019, latitude: 34.6, longitude: -87.1 },
        { kind: 'low', pressureMb: 998, latitude: 47.1, longitude: -51.9 },
      ],
      fronts: [
        {
          kind: 'cold',
          strength: 'weak',
          points: [
            [-67, 33.8],
            [-68.4, 33.7],
            [-70.3, 34.1],
          ],
        },
        {
          kind: 'trough',
          strength: null,
          points: [
            [-77.5, 33.9],
            [-78.7, 33.3],
          ],
        },
      ],
    });
  });
  test('of whole degrees', () => {
    const analysis = decodeFronts(
      bulletin('HIGHS 1025 38107 1028 5082\nSTNRY 33119 31120 30122\nOCFNT STG 5095 4994'),
      near,
    )!;
    expect(analysis.centres.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
      [38, -107],
      [50, -82],
    ]);
    expect(analysis.fronts[0]!.points[0]).toEqual([-119, 33]);
    expect(analysis.fronts[1]).toMatchObject({ kind: 'occluded', strength: 'strong' });
  });
  test('west of the antimeridian it runs on', () => {
    expect(decodeFronts(bulletin('COLD 5001790 5001830'), near)!.fronts[0]!.points).toEqual([
      [-179, 50],
      [-183, 50],
    ]);
  });
  test.each<[string, number, number]>([
    ['VALID 123121Z', Date.UTC(2027, 0, 1, 1), Date.UTC(2026, 11, 31, 21)],
    ['VALID 010100Z', Date.UTC(2026, 11, 31, 23), Date.UTC(2027, 0, 1)],
    ['SURFACE PROG VALID 201912201800Z', near, Date.UTC(2019, 11, 20, 18)],
  ])('%s', (valid, now, validAt) => {
    expect(decodeFronts(bulletin('COLD 5001790 5001830', valid), now)?.validAt).toBe(validAt);
  });
  test('only the first analysis of a text counts', () => {
    const two = `${bulletin('COLD 5001790 5001830')}\nVALID 081600Z\nWARM 5001790 5001830`;
    expect(decodeFronts(two, near)!.fronts.map(({ kind }) => kind)).toEqual(['cold']);
  });
});

test.each<[string, string]>([
  ['nothing', ''],
  ['a page', '<html>not found</html>'],
  ['no time', bulletin('COLD 5001790 5001830', '')],
  ['no such day', bulletin('COLD 5001790 5001830', 'VALID 023021Z')],
  ['no front', bulletin('')],
  ['a front of one point', bulletin('COLD 5001790')],
  ['nonsense', bulletin('COLD 999999999 X1 99')],
])('%s is no analysis', (_name, text) => {
  expect(decodeFronts(text, near)).toBeNull();
});

test('any text at all is read without an error, and gives places on the earth', () => {
  const words = fc.constantFrom(
    'HIGHS',
    'LOWS',
    'COLD',
    'WARM',
    'TROF',
    'WK',
    '1021',
    '2750872',
    '38107',
    '5082',
    '\n',
    '$$',
    'VALID 081521Z',
    '9999999',
    'x',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (groups) => {
      const analysis = decodeFronts(bulletin(groups.join(' ')), near);
      const places = [
        ...(analysis?.fronts.flatMap(({ points }) => points) ?? []),
        ...(analysis?.centres.map((at) => [at.longitude, at.latitude] as const) ?? []),
      ];
      return places.every(
        ([longitude, latitude]) => longitude >= -360 && longitude <= 0 && latitude >= 0 && latitude <= 90,
      );
    }),
  );
});
