/** For tests: a WAV file of these bytes of sound. */
export function wavOf(
  data: Uint8Array,
  format: { code?: number; channels?: number; rate?: number; bits?: number; length?: number } = {},
): Buffer {
  const { code = 1, channels = 1, rate = 8_000, bits = 16, length = data.byteLength } = format;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE((36 + length) >>> 0, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(code, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(length, 40);
  return Buffer.concat([head, data]);
}

/** For tests: samples of a tone as 16-bit PCM. */
export function toneOf(hertz: number, seconds: number, rate: number, amplitude = 20_000): Buffer {
  const bytes = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let n = 0; n * 2 < bytes.byteLength; n++)
    bytes.writeInt16LE(Math.round(amplitude * Math.sin((2 * Math.PI * hertz * n) / rate)), n * 2);
  return bytes;
}
