import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitTile, linesOf, textWidthEm } from './wall-fit.ts';
import {
  borderPx,
  digitHeightEm,
  largeText,
  lineHeightEm,
  type ScreenSize,
  wallLayout,
} from './wall-layout.ts';
import type { TileText } from './wall-view.ts';

const sizes: readonly ScreenSize[] = [
  { widthPx: 1280, heightPx: 720 },
  { widthPx: 1920, heightPx: 1080 },
  { widthPx: 3840, heightPx: 2160 },
  { widthPx: 1080, heightPx: 1920 },
];
const until = 'until 12:41 PM CDT at least';
const texts: Readonly<Record<string, TileText>> = {
  delay: {
    large: '22:47',
    instruction: 'Stay inside',
    untilAtLeast: until,
    evidence: '28.0 mi NNE, 16 min ago',
    duty: '',
  },
  ready: {
    large: '119:59',
    instruction: 'Lightning within 30 mi: be ready',
    untilAtLeast: until,
    evidence: '28.0 mi NNE, 16 min ago',
    duty: '',
  },
  observing: {
    large: 'Paused',
    instruction: 'Observing: not clear yet',
    untilAtLeast: until,
    evidence: 'Quiet has not been observed for long enough',
    duty: '',
  },
  stop: {
    large: '29:59',
    instruction: 'Stop: NWS Severe Thunderstorm Warning',
    untilAtLeast: until,
    evidence: '28.0 mi NNE, 16 min ago',
    duty: '',
  },
  unknown: {
    large: 'Unknown',
    instruction: "We don't know since Sun 12:59 PM CDT",
    untilAtLeast: null,
    evidence: 'Treat this place as if lightning were near',
    duty: '',
  },
  noData: {
    large: 'No lightning data',
    instruction: 'here',
    untilAtLeast: null,
    evidence: 'No lightning feed covers this place: watch and listen yourselves',
    duty: '',
  },
  clear: {
    large: 'Clear',
    instruction: 'since 12:41 PM CDT',
    untilAtLeast: null,
    evidence: '86 °F · WBGT est. 82.1 °F · wind 9 mph SSW',
    duty: '',
  },
};
const text = fc.constantFrom(...Object.values(texts));
const screen = fc.constantFrom(...sizes);
const label = fc.constantFrom(
  'Gym',
  'Riverside Elementary School, practice field 12',
  'Lake Highlands Memorial Aquatic Center and Tennis Courts, west gate of the parking lot',
);

/** The height of what a tile shows, from the same estimate of widths. */
function contentPx(name: string, shown: TileText, count: number, size: ScreenSize): number {
  const { tile } = wallLayout(count, size);
  const fit = fitTile(name, shown, tile);
  const innerPx = tile.widthPx - 2 * (tile.paddingPx + borderPx);
  const largeLines = largeText(shown.large, tile).lines;
  const besideEm = textWidthEm(`${shown.instruction}  ${shown.untilAtLeast}`);
  const untilLines = shown.untilAtLeast !== null && besideEm * tile.linePx > innerPx ? 1 : 0;
  const lines = fit.instructionLines + untilLines + fit.evidenceLines;
  return (
    Math.max(1.2, fit.nameLines * lineHeightEm.name) * tile.namePx +
    largeLines * lineHeightEm.large * fit.largePx +
    lines * lineHeightEm.text * tile.linePx +
    2 * (tile.paddingPx + borderPx)
  );
}

it('what a tile shows is never taller than the tile, with up to 24 places on any screen', () => {
  fc.assert(
    fc.property(label, text, fc.integer({ min: 1, max: 24 }), screen, (name, shown, count, size) => {
      const { tile } = wallLayout(count, size);
      expect(contentPx(name, shown, count, size)).toBeLessThanOrEqual(tile.heightPx);
    }),
    { numRuns: 2_000 },
  );
});

it('what says what to do is whole, and the state keeps half of its size at least', () => {
  fc.assert(
    fc.property(label, text, fc.integer({ min: 1, max: 24 }), screen, (name, shown, count, size) => {
      const { tile } = wallLayout(count, size);
      const innerPx = tile.widthPx - 2 * (tile.paddingPx + borderPx);
      const fit = fitTile(name, shown, tile);
      expect(fit.instructionLines).toBe(linesOf(shown.instruction, tile.linePx, innerPx));
      if (shown.untilAtLeast === null)
        expect(fit.evidenceLines).toBe(linesOf(shown.evidence, tile.linePx, innerPx));
      expect(fit.largePx * digitHeightEm).toBeGreaterThan(13);
    }),
    { numRuns: 2_000 },
  );
});

it('who is on duty is shown only where a line is left, and takes nothing from the rest', () => {
  fc.assert(
    fc.property(label, text, fc.integer({ min: 1, max: 24 }), screen, (name, shown, count, size) => {
      const { tile } = wallLayout(count, size);
      const { hasDuty, ...rest } = fitTile(name, { ...shown, duty: 'Decides: Alex Admin.' }, tile);
      const { hasDuty: hasNone, ...without } = fitTile(name, shown, tile);
      expect([rest, hasNone]).toEqual([without, false]);
      const linePx = lineHeightEm.text * tile.linePx;
      // It has its line where there is room for it, and only there.
      expect(hasDuty).toBe(contentPx(name, shown, count, size) + linePx <= tile.heightPx - 1 + 0.001);
    }),
    { numRuns: 2_000 },
  );
});

it('digits of up to six places are 1/16 of the screen high at least, whatever else the tile says', () => {
  fc.assert(
    fc.property(label, text, fc.integer({ min: 1, max: 6 }), screen, (name, shown, count, size) => {
      const { tile } = wallLayout(count, size);
      const counted = { ...shown, large: '29:59', untilAtLeast: until };
      const { largePx } = fitTile(name, counted, tile);
      expect(largePx * digitHeightEm).toBeGreaterThanOrEqual(size.heightPx / 16);
    }),
    { numRuns: 2_000 },
  );
});

it('a long name gives up its lines before the last strike goes, and a policy of many words is cut', () => {
  const { tile } = wallLayout(24, { widthPx: 1280, heightPx: 720 });
  const long = 'Riverside Elementary School, practice field 12';
  expect(fitTile('East practice fields', texts.delay!, tile).isNameWhole).toBe(true);
  expect(fitTile(long, texts.ready!, tile)).toMatchObject({
    ...{ nameLines: 1, isNameWhole: false, evidenceLines: 1 },
  });
  const longer = {
    ...texts.ready!,
    instruction: 'Stop: heat index over 105 °F at the practice fields of the school',
  };
  expect(fitTile(long, longer, tile)).toMatchObject({ nameLines: 1, evidenceLines: 0 });
  const words = { ...texts.stop!, untilAtLeast: null, instruction: 'wind at the harbor '.repeat(20) };
  expect(fitTile('Gym', words, tile).instructionLines).toBeLessThan(6);
});

it('on an upright screen there is room for everything', () => {
  const { tile } = wallLayout(24, { widthPx: 1080, heightPx: 1920 });
  for (const shown of Object.values(texts))
    expect(fitTile('Gym', shown, tile).evidenceLines, shown.large).toBeGreaterThan(0);
});

it('a text breaks between words, a word that is too long within', () => {
  expect(linesOf('', 10, 100)).toBe(0);
  expect(linesOf('one two', 10, 1_000)).toBe(1);
  expect(linesOf('one two', 10, 30)).toBe(2);
  expect(linesOf('x'.repeat(40), 10, 100)).toBe(3);
});
