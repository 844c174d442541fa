import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavOf } from './stand-in-wav.ts';
import { encodeUlaw } from './ulaw.ts';
import { readWav, WavError } from './wav.ts';

const pcm16 = (...samples: number[]) => Buffer.from(Int16Array.from(samples).buffer);
const read = (...args: Parameters<typeof wavOf>) => [...readWav(wavOf(...args)).samples];

describe('what is read', () => {
  test('PCM of 16 bits', () => {
    expect(readWav(wavOf(pcm16(0, 1, -1, 32_767, -32_768), { rate: 22_050 }))).toEqual({
      rate: 22_050,
      samples: Float64Array.of(0, 1, -1, 32_767, -32_768),
    });
  });
  test('PCM of 8 bits has its zero at 128', () => {
    expect(read(Uint8Array.of(0, 128, 255), { bits: 8 })).toEqual([-32_768, 0, 32_512]);
  });
  test('µ-law', () => {
    expect(read(Uint8Array.of(0xff, 0x80, 0x00), { code: 7, bits: 8 })).toEqual([0, 32_124, -32_124]);
  });
  test('two channels become one', () => {
    expect(read(pcm16(100, 300, -50, 50), { channels: 2 })).toEqual([200, 0]);
    expect(read(Uint8Array.of(encodeUlaw(8), 0xff), { code: 7, bits: 8, channels: 2 })).toEqual([4]);
  });
  test('the extended format, and chunks in between of odd length', () => {
    const plain = wavOf(pcm16(7, 8));
    const format = Buffer.alloc(48);
    format.write('fmt ', 0);
    format.writeUInt32LE(40, 4);
    plain.copy(format, 8, 20, 36);
    format.writeUInt16LE(0xfffe, 8);
    format.writeUInt16LE(1, 32);
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const file = Buffer.concat([plain.subarray(0, 12), list, format, list, plain.subarray(36)]);
    expect([...readWav(file).samples]).toEqual([7, 8]);
  });
  test('sound of unknown length goes on to the end of the file', () => {
    for (const length of [0xffffffff, 0x7fffffff, 0x7ffff000])
      expect(read(pcm16(1, 2, 3), { length })).toEqual([1, 2, 3]);
  });
  test('what follows the sound is no sound', () => {
    const file = Buffer.concat([wavOf(pcm16(1, 2)), Buffer.from('LIST\x04\0\0\0abcd', 'latin1')]);
    expect([...readWav(file).samples]).toEqual([1, 2]);
  });
  test('a file inside a larger buffer', () => {
    const file = Buffer.concat([Buffer.alloc(3), wavOf(pcm16(5))]);
    expect([...readWav(file.subarray(3)).samples]).toEqual([5]);
  });
});

test.each([
  ['nothing', Buffer.alloc(0), 'no WAV file'],
  ['HTML', Buffer.from('<!doctype html><title>502 Bad Gateway</title>'), 'no WAV file'],
  ['a head alone', wavOf(pcm16(1)).subarray(0, 12), 'no sound'],
  ['half a format', wavOf(pcm16(1)).subarray(0, 30), 'half a format'],
  ['half its sound', wavOf(pcm16(1, 2, 3)).subarray(0, 46), 'ends too early'],
  ['no sound', wavOf(Buffer.alloc(0)), 'no sound'],
  ['no sound of unknown length', wavOf(Buffer.alloc(0), { length: 0xffffffff }), 'no sound'],
  ['floats', wavOf(pcm16(1, 1), { code: 3, bits: 32 }), 'format 3 with 32 bits'],
  ['24 bits', wavOf(pcm16(1, 1, 1), { bits: 24 }), 'format 1 with 24 bits'],
  ['six channels', wavOf(Buffer.alloc(12), { channels: 6 }), '6 channels'],
  ['no channel', wavOf(pcm16(1), { channels: 0 }), '0 channels'],
  ['a rate of 0', wavOf(pcm16(1), { rate: 0 }), '0 samples a second'],
  ['a rate that nobody uses', wavOf(pcm16(1), { rate: 44_101 }), '44101 samples a second'],
  ['a rate of 2 GHz', wavOf(pcm16(1), { rate: 0xffffffff / 2 }), 'samples a second'],
  [
    'sound before its format',
    Buffer.concat([wavOf(pcm16(1)).subarray(0, 12), wavOf(pcm16(1)).subarray(36)]),
    'before its format',
  ],
])('%s is refused', (_, bytes, message) => {
  expect(() => readWav(bytes)).toThrow(WavError);
  expect(() => readWav(bytes)).toThrow(message);
});
test('bytes at random, and a good file with random changes, are read or refused', () => {
  const good = wavOf(pcm16(1, 2, 3, 4));
  const changed = fc
    .array(fc.tuple(fc.nat(good.byteLength - 1), fc.nat(255)), { maxLength: 6 })
    .map((changes) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), changed), (bytes) => {
      try {
        const { samples } = readWav(bytes);
        expect(samples.length).toBeGreaterThan(0);
        expect(samples.every((sample) => sample >= -32_768 && sample <= 32_767)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(WavError);
      }
    }),
  );
});
