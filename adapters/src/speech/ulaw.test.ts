import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw, ULAW_MAX, ULAW_SILENCE } from './ulaw.ts';

describe('values of ITU-T G.711, table 2a and 2b (decoder outputs of 14 bits, times 4)', () => {
  test.each([
    [0xff, 0],
    [0xfe, 2 * 4],
    [0xf0, 30 * 4],
    [0xef, 33 * 4],
    [0xe0, 93 * 4],
    [0xdf, 99 * 4],
    [0xd0, 219 * 4],
    [0xcf, 231 * 4],
    [0xbf, 495 * 4],
    [0xaf, 1_023 * 4],
    [0x9f, 2_079 * 4],
    [0x8f, 4_191 * 4],
    [0x81, 7_775 * 4],
    [0x80, 8_031 * 4],
  ])('byte %i is %i, with its sign bit off the negative', (byte, sample) => {
    expect(decodeUlaw(byte)).toBe(sample);
    expect(decodeUlaw(byte & 0x7f)).toBe(-sample || 0);
    expect(encodeUlaw(sample)).toBe(byte);
    if (sample !== 0) expect(encodeUlaw(-sample)).toBe(byte & 0x7f);
  });
  test('the decision values begin their interval', () => {
    // Of 14 bits: 1, 31, 95, 223, 479, 991, 2015, 4063, 7903.
    for (const [decision, byte] of [
      [1, 0xfe],
      [31, 0xef],
      [95, 0xdf],
      [223, 0xcf],
      [479, 0xbf],
      [991, 0xaf],
      [2_015, 0x9f],
      [4_063, 0x8f],
      [7_903, 0x80],
    ] as const) {
      expect(encodeUlaw(decision * 4)).toBe(byte);
      expect(encodeUlaw(decision * 4 - 1)).toBe(byte + 1);
    }
  });
  test('silence and the loudest', () => {
    expect(encodeUlaw(0)).toBe(ULAW_SILENCE);
    expect([encodeUlaw(32_767), encodeUlaw(1e9), encodeUlaw(-32_768)]).toEqual([0x80, 0x80, 0x00]);
    expect(decodeUlaw(0x80)).toBe(ULAW_MAX);
  });
});

test('a louder sample is never a quieter byte', () => {
  for (let sample = -32_768; sample < 32_767; sample++)
    expect(decodeUlaw(encodeUlaw(sample + 1))).toBeGreaterThanOrEqual(decodeUlaw(encodeUlaw(sample)));
});
test('each sample comes back within half a step of its segment', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32_635, max: 32_635 }), (sample) => {
      const segment = 31 - Math.clz32(Math.abs(sample) + 132) - 7;
      const halfStep = 2 ** (segment + 2);
      expect(Math.abs(decodeUlaw(encodeUlaw(sample)) - sample)).toBeLessThanOrEqual(halfStep);
    }),
  );
});
test('each byte but the negative zero is encoded as itself', () => {
  for (let byte = 0; byte < 256; byte++)
    expect(encodeUlaw(decodeUlaw(byte))).toBe(byte === 0x7f ? ULAW_SILENCE : byte);
});
