import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { granuleFileName, granuleStamp, hourPrefix, hoursBetween, parseGranuleName } from './granule-name.ts';

const HOUR = 3_600_000;

describe('names of granules', () => {
  test.each([
    [
      'OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300418.nc',
      'G19',
      Date.UTC(2025, 3, 7, 13, 0, 20),
      Date.UTC(2025, 3, 7, 13, 0, 40),
    ],
    [
      'GLM-L2-LCFA/2020/366/23/OR_GLM-L2-LCFA_G16_s20203662359400_e20210010000004_c20210010000021.nc',
      'G16',
      Date.UTC(2020, 11, 31, 23, 59, 40),
      Date.UTC(2021, 0, 1, 0, 0, 0, 400),
    ],
  ])('%s', (key, platform, start, end) => {
    expect(parseGranuleName(key)).toMatchObject({ platform, start, end });
  });
  test.each([
    '',
    'OR_GLM-L2-LCFA_G19_s2025097130020_e20250971300400_c20250971300418.nc',
    'OR_GLM-L2-LCFA_G19_s20254001300200_e20254001300400_c20254001300418.nc',
    'OR_GLM-L2-LCFA_G19_s20250972500200_e20250972500400_c20250972500418.nc',
    'OR_GLM-L2-LCFA_G19_s20250971300400_e20250971300200_c20250971300418.nc',
    'OR_ABI-L2-MCMIPC-M6_G19_s20250971300200_e20250971300400_c20250971300418.nc',
    'OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300418.nc.part',
  ])('%j is none', (key) => {
    expect(parseGranuleName(key)).toBeNull();
  });
  test('the folder of an hour', () => {
    expect(hourPrefix(Date.UTC(2026, 9, 10, 7, 59, 59))).toBe('GLM-L2-LCFA/2026/283/07/');
    expect(hourPrefix(Date.UTC(2024, 11, 31, 23))).toBe('GLM-L2-LCFA/2024/366/23/');
    expect(hourPrefix(Date.UTC(2025, 0, 1))).toBe('GLM-L2-LCFA/2025/001/00/');
  });
});

const tenths = fc
  .integer({ min: Date.UTC(2017, 0, 1) / 100, max: Date.UTC(2060, 0, 1) / 100 })
  .map((count) => count * 100);

test('a name says the times it was made from', () => {
  fc.assert(
    fc.property(
      tenths,
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 16, max: 19 }),
      (start, length, satellite) => {
        const name = {
          platform: `G${satellite}`,
          start,
          end: start + length * 100,
          created: start + length * 100 + 2500,
        };
        const key = hourPrefix(start) + granuleFileName(name);
        expect(parseGranuleName(key)).toEqual(name);
        expect(granuleStamp(start)).toHaveLength(14);
      },
    ),
  );
});

test('names sort as their times do', () => {
  fc.assert(fc.property(tenths, tenths, (a, b) => granuleStamp(a) < granuleStamp(b) === a < b));
});

test('every instant lies in one of the hours between, the newest first', () => {
  fc.assert(
    fc.property(
      tenths,
      fc.integer({ min: 0, max: 50 * 3600 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, seconds, share) => {
        const to = from + seconds * 1000;
        const hours = hoursBetween(from, to);
        const instant = from + Math.floor((to - from) * share);
        expect(hours.some((hour) => hour <= instant && instant < hour + HOUR)).toBe(true);
        expect(hours).toEqual([...hours].sort((a, b) => b - a));
        expect(hours.length).toBeLessThanOrEqual((to - from) / HOUR + 2);
      },
    ),
  );
});
