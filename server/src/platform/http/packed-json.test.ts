import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PackedJson } from './packed-json.ts';

const answer = { data: Array.from({ length: 100 }, (_, index) => ({ frame: `n0q-${index}` })) };
const text = JSON.stringify(answer);

test.each<[string | undefined, 'br' | 'gzip' | null]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0,gzip;q=0', null],
  ['gzip;q=1.0, br;q=0.2', 'br'],
  ['zstd, brotli', null],
])('for %s it is packed by %s', async (accept, encoding) => {
  const packed = await new PackedJson(answer).for(accept);
  expect(packed.encoding).toBe(encoding);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  expect((encoding === null ? Buffer.from(packed.bytes) : unpack[encoding](packed.bytes)).toString()).toBe(
    text,
  );
});
test('it is packed once', async () => {
  const json = new PackedJson(answer);
  const [one, other] = await Promise.all([json.for('br'), json.for('gzip, br')]);
  expect(one.bytes).toBe(other.bytes);
  expect(one.bytes.length).toBeLessThan(text.length / 2);
});
test('what is short goes out as it is', async () => {
  expect(await new PackedJson({ data: 1 }).for('br')).toMatchObject({ encoding: null });
});
