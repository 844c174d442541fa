import { describe, expect, test } from 'vitest';
import { decodeGranule } from './glm-decode.ts';
import { granuleFileName, parseGranuleName } from './granule-name.ts';
import { boundsOf, type GranuleContent, writeGranule } from './write-granule.ts';

const BASE = '2026-10-10 08:46:20.000';
const START = Date.UTC(2026, 9, 10, 8, 46, 20);
const NAME = parseGranuleName(
  granuleFileName({ platform: 'G19', start: START, end: START + 20_000, created: START + 22_500 }),
)!;

const content: GranuleContent = {
  base: BASE,
  encoding: 'unsigned',
  flashes: [
    { id: 7, latitude: 27.9, longitude: -82.8, offsetMs: 0, energyRaw: 250, quality: 0 },
    { id: 65_530, latitude: 28.1, longitude: -82.5, offsetMs: 19_400, energyRaw: 65_535, quality: 5 },
    { id: 40_000, latitude: 28.3, longitude: -82.2, offsetMs: -1_700, energyRaw: 40_000 },
  ],
};
const decode = async (changes: Partial<GranuleContent> = {}, name: typeof NAME | null = NAME) =>
  decodeGranule(await writeGranule({ ...content, ...changes }), name);

describe('the encodings of time', () => {
  test.each(['signed-2ms', 'wrapped-2ms', 'unsigned', 'unsigned-unmarked'] as const)(
    '%s',
    async (encoding) => {
      const { flashes } = await decode({ encoding });
      const offsets = flashes.map(({ at }) => at - START);
      for (const [index, expected] of [0, 19_400, -1_700].entries())
        expect(Math.abs(offsets[index]! - expected)).toBeLessThanOrEqual(2);
    },
  );
});

test('a granule with all it says', async () => {
  const granule = await decode();
  expect(granule).toMatchObject({ platform: 'G19', from: START, to: START + 20_000 });
  expect(granule.flashes.map(({ key }) => key)).toEqual([
    'G19:s20262830846200:7',
    'G19:s20262830846200:65530',
    'G19:s20262830846200:40000',
  ]);
  const [first, second, third] = granule.flashes;
  expect(first).toMatchObject({ amplitudeKa: null, quality: 0, type: 0 });
  expect(first!.latitude).toBeCloseTo(27.9, 4);
  expect(first!.energyJ).toBeCloseTo(250e-15, 16);
  expect(second).toMatchObject({ energyJ: null, quality: 5 });
  expect(third!.energyJ).toBeCloseTo(40_000e-15, 14);
});

describe('what a granule says of its quality', () => {
  test.each<[string, Partial<GranuleContent>, number | null, boolean]>([
    ['nothing', {}, null, false],
    [
      'its events, all received and placed',
      { eventCount: 18_361, uncorrectableErrors: 0, navigatedEvents: 1 },
      18_361,
      false,
    ],
    ['no events', { eventCount: 0 }, 0, false],
    ['more events than 16 bits hold', { eventCount: 200_000 }, 200_000, false],
    ['a filled event count', { eventCount: -1 }, null, false],
    ['errors that were not corrected', { eventCount: 5, uncorrectableErrors: 0.0001 }, 5, true],
    ['events without a place', { eventCount: 5, navigatedEvents: 0.99 }, 5, true],
    ['filled shares', { uncorrectableErrors: -999, navigatedEvents: -999 }, null, false],
  ])('%s', async (_name, changes, eventCount, dataLost) => {
    expect(await decode(changes)).toMatchObject({ eventCount, dataLost });
  });

  test('a granule that lost data keeps its flashes', async () => {
    const { flashes, dataLost } = await decode({ uncorrectableErrors: 0.5 });
    expect([flashes.length, dataLost]).toEqual([3, true]);
  });
});

test('without a file name the file speaks for itself', async () => {
  expect(await decode({}, null)).toMatchObject({
    from: START,
    to: START + 20_000,
    flashes: [{ key: 'G19:s20262830846200:7' }, {}, {}],
  });
  await expect(decode({ bounds: null }, null)).rejects.toMatchObject({ kind: 'malformed' });
});

test('times that are missing or senseless give way to the name; a granule of another time is refused', async () => {
  expect(await decode({ bounds: null })).toMatchObject({ from: START, to: START + 20_000 });
  const [from, to] = boundsOf(BASE);
  expect(await decode({ bounds: [from + 0.4, to + 0.4] })).toMatchObject({
    from: START + 400,
    to: START + 20_400,
  });
  for (const offBy of [600, -600, 20, -20])
    await expect(decode({ bounds: [from + offBy, to + offBy] })).rejects.toMatchObject({ kind: 'malformed' });
  expect(await decode({ bounds: [to, from] })).toMatchObject({ from: START, to: START + 20_000 });
});

describe('the places of a flash', () => {
  test('its groups, one for each 0.005°, joined by identifiers beyond 32,767', async () => {
    const groups = [
      { parent: 65_530, latitude: 28.1, longitude: -82.5 },
      { parent: 65_530, latitude: 28.1004, longitude: -82.5003 },
      { parent: 65_530, latitude: 28.2, longitude: -82.4 },
      { parent: 7, latitude: 27.91, longitude: -82.81 },
      { parent: 999, latitude: 1, longitude: 1 },
    ];
    const [first, second, third] = (await decode({ groups })).flashes.map(({ points }) =>
      [...points].map((value) => Math.round(value * 1000) / 1000),
    );
    expect(first).toEqual([27.91, -82.81]);
    expect(second).toEqual([28.1, -82.5, 28.2, -82.4]);
    expect(third).toEqual([28.3, -82.2]);
  });
  test('the centroid stands in for a group without a place', async () => {
    const groups = [
      { parent: 7, latitude: 27.5, longitude: -82.5 },
      { parent: 7, latitude: Number.NaN, longitude: -82.5 },
    ];
    expect(
      [...(await decode({ groups })).flashes[0]!.points].map((value) => Math.round(value * 10) / 10),
    ).toEqual([27.5, -82.5, 27.9, -82.8]);
  });
  test('beyond the date line', async () => {
    const flashes = [{ id: 1, latitude: 10, longitude: -186.5, offsetMs: 0 }];
    const [flash] = (await decode({ flashes, groups: [{ parent: 1, latitude: 10, longitude: -186.25 }] }))
      .flashes;
    expect(flash).toMatchObject({ longitude: 173.5, points: Float32Array.of(10, 173.75) });
  });
});

describe('quiet and miscounted granules', () => {
  test.each([
    ['empty variables', { flashes: [], flashCount: 0 }],
    ['no variables', { flashes: [], flashCount: 0, leaveOut: true }],
  ])('%s', async (_name, changes) => {
    expect(await decode(changes)).toMatchObject({ from: START, to: START + 20_000, flashes: [] });
  });
  test('the arrays are authoritative where the count claims more', async () => {
    expect((await decode({ flashCount: 11 })).flashes).toHaveLength(3);
  });
  test('an identifier that comes twice gives two keys', async () => {
    const flashes = [content.flashes[0]!, { ...content.flashes[1]!, id: 7 }];
    expect((await decode({ flashes })).flashes.map(({ key }) => key)).toEqual([
      'G19:s20262830846200:7',
      'G19:s20262830846200:7.1',
    ]);
  });
});

describe('a granule that must not provide coverage is malformed', () => {
  const flash = content.flashes[0]!;
  test.each([
    ['no flashes though some are counted', { flashes: [], flashCount: 4 }],
    ['no variables and no count', { flashes: [], flashCount: null, leaveOut: true }],
    ['a flash without a place', { flashes: [flash, { ...flash, id: 8, latitude: Number.NaN }] }],
    ['a flash off the globe', { flashes: [{ ...flash, latitude: 91 }] }],
    ['a flash at a fill value', { flashes: [{ ...flash, longitude: -999 }] }],
    ['a flash of another time', { base: '2026-10-10 08:40:20.000', bounds: boundsOf(BASE) }],
    ['another satellite', { platform: 'G18' }],
    ['no satellite', { platform: '' }],
  ])('%s', async (_name, changes) => {
    await expect(decode(changes)).rejects.toMatchObject({ kind: 'malformed', retryable: false });
  });
  test('half a file, garbage, a page, nothing; and the next good one is read all the same', async () => {
    const good = await writeGranule(content);
    const garbage = Buffer.concat([good.subarray(0, 8), Buffer.alloc(4000, 7)]);
    const bad = [
      good.subarray(0, good.length / 2),
      good.subarray(0, 60),
      garbage,
      Buffer.from('<html>503</html>'),
      Buffer.alloc(0),
    ];
    for (const bytes of bad) {
      const error = await decodeGranule(bytes, NAME).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ kind: 'malformed' });
      expect((error as Error).message).not.toContain('\n');
    }
    expect((await decodeGranule(good, NAME)).flashes).toHaveLength(3);
  });
});
