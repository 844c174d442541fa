import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  digitHeightEm,
  largeText,
  leastTile,
  maxPerPage,
  type ScreenSize,
  wallLayout,
} from './wall-layout.ts';

/** From 1280 × 720 to 3840 × 2160, lying and upright, in the shapes that screens have. */
const screen: fc.Arbitrary<ScreenSize> = fc
  .record({
    heightPx: fc.integer({ min: 720, max: 2160 }),
    shape: fc.constantFrom(16 / 9, 16 / 10, 4 / 3),
    isUpright: fc.boolean(),
  })
  .map(({ heightPx, shape, isUpright }) => {
    const widthPx = Math.round(heightPx * shape);
    return isUpright ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
  });
const anyScreen = fc.record({
  widthPx: fc.integer({ min: 280, max: 4_000 }),
  heightPx: fc.integer({ min: 280, max: 4_000 }),
});
const places = fc.integer({ min: 1, max: 1_000 });

it('everything fits the screen, and each page has room for its places', () => {
  fc.assert(
    fc.property(places, anyScreen, fc.boolean(), (count, size, hasMap) => {
      const layout = wallLayout(count, size, hasMap);
      const { tile, columns, rows, gapPx, perPage, map } = layout;
      const tilesWidth = columns * tile.widthPx + (columns - 1) * gapPx;
      const tilesHeight = rows * tile.heightPx + (rows - 1) * gapPx;
      expect(tilesWidth).toBeLessThanOrEqual(layout.tilesWidthPx + 0.01);
      expect(tilesHeight).toBeLessThanOrEqual(layout.tilesHeightPx + 0.01);
      const isBeside = map !== null && size.widthPx >= size.heightPx;
      const isBelow = map !== null && !isBeside;
      const width = tilesWidth + (isBeside ? map.widthPx + gapPx : 0) + 2 * layout.paddingPx;
      const height = tilesHeight + (isBelow ? map.heightPx + gapPx : 0) + layout.headerPx + layout.footerPx;
      expect(width).toBeLessThanOrEqual(size.widthPx + 0.01);
      expect(height).toBeLessThanOrEqual(size.heightPx + 0.01);
      expect(perPage).toBeLessThanOrEqual(Math.min(maxPerPage, columns * rows));
      expect((columns - 1) * rows).toBeLessThan(perPage);
      expect(columns * (rows - 1)).toBeLessThan(perPage);
    }),
    { numRuns: 2_000 },
  );
});

it('no tile is too small to read, and 24 places are on one page', () => {
  fc.assert(
    fc.property(places, screen, (count, size) => {
      const { tile, perPage } = wallLayout(count, size);
      expect(tile.widthPx).toBeGreaterThanOrEqual(leastTile.widthPx);
      expect(tile.heightPx).toBeGreaterThanOrEqual(leastTile.heightPx);
      if (count <= maxPerPage) expect(perPage).toBe(count);
      expect(Math.ceil(count / perPage)).toBe(Math.ceil(count / maxPerPage));
    }),
    { numRuns: 2_000 },
  );
});

it('digits of up to six places are 1/16 of the screen high at least', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), screen, (count, size) => {
      const { tile } = wallLayout(count, size);
      expect(largeText('29:59', tile).fontPx * digitHeightEm).toBeGreaterThanOrEqual(size.heightPx / 16);
    }),
    { numRuns: 2_000 },
  );
});

it('a longer time and every word fit their tile', () => {
  const upright = wallLayout(6, { widthPx: 1080, heightPx: 1920 }).tile;
  expect(largeText('119:59', upright).fontPx).toBeLessThan(largeText('29:59', upright).fontPx);
  const { tile } = wallLayout(24, { widthPx: 1280, heightPx: 720 });
  const innerPx = tile.widthPx - 2 * tile.paddingPx;
  expect(largeText('Unknown', tile).fontPx * 0.62 * 7).toBeLessThanOrEqual(innerPx + 0.01);
  expect(largeText('No lightning data', tile).fontPx * 0.62 * 'No lightning'.length).toBeLessThanOrEqual(
    innerPx + 0.01,
  );
});

it('six places on a lying screen are three columns, on an upright one two', () => {
  expect(wallLayout(6, { widthPx: 1920, heightPx: 1080 })).toMatchObject({ columns: 3, rows: 2 });
  expect(wallLayout(6, { widthPx: 1080, heightPx: 1920 })).toMatchObject({ columns: 2, rows: 3 });
});
